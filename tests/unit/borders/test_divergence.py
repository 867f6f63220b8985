"""What is said of the borders before the one that differs."""

import pytest

from models.layer import Claim, Layer
from tb.borders.comparison.look import Look
from tb.borders.divergence.divergence import differing
from tests.unit.borders.two_units import ADD_WRITE, LOAD_ADD


def look(border, difference=""):
    layer = Layer(border.block, None, (Claim(border.block, "slot 0", None),))
    return Look(border, layer, passed=4, due=4, difference=difference, held_up=False)


@pytest.mark.parametrize(
    ("before", "why"),
    [
        ([look(LOAD_ADD)], "before it LOADER to ADDER (load_add) agrees in 4 transfer(s)"),
        ([], "inputs of ADDER are not tapped"),
    ],
)
def test_what_feeds_a_layer_is_before_it(before, why):
    own = [look(ADD_WRITE, "transfer 0: expected 1, got 2")]
    divergence = differing(own, [*before, *own])
    assert (divergence.unit, divergence.why) == ("ADDER", why)
