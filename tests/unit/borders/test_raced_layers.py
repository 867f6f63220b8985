"""Layers of which nobody knows what must pass the borders."""

from models.layer import Claim, Layer
from tb.borders.watch import raced


def layer(*races, of_claim=(), feeder=None):
    claim = Claim("ADDER", "slot 0", None, races=list(of_claim))
    return Layer("ADDER", None, (claim,), races=list(races), feeder=feeder)


def test_a_race_of_the_layer_or_of_what_feeds_it_counts():
    assert not raced(layer(feeder=layer()))
    assert raced(layer("a race"))
    assert raced(layer(of_claim=["a race"]))
    assert raced(layer(feeder=layer("a race")))
