"""Memory that changes while a convolution, which writes nothing itself, may read it."""

import numpy as np
import pytest

from models.nvdla.conv.constructor import INPUT_AT, WEIGHTS_AT
from tests.unit.nvdla.conv.players import Player, conv


def started():
    """A player whose convolution is at work, and its layer."""
    player = Player()
    player.start(conv())
    return player, next(layer for layer in player.device.layers_in_flight if layer.stage == "CONV")


def known(player):
    (sdp,) = player.layers
    return any(stream.care.any() for stream in sdp.writes)


@pytest.mark.parametrize("place", [INPUT_AT, WEIGHTS_AT])
def test_a_load_over_what_it_reads_is_a_race(place):
    player, layer = started()
    assert known(player)
    player.device.load("DBB", place, np.zeros(1, np.uint8))
    assert "is loaded while it is read" in layer.races[0]
    assert not known(player)


def test_data_that_have_all_come_may_change_and_weights_that_have_not_may_not():
    player, layer = started()
    data = next(end for end in layer.ends if any("data" in label for label in end.streams))
    player.device.allow(data)
    player.device.load("DBB", INPUT_AT, np.zeros(1, np.uint8))
    assert layer.races == []
    assert known(player)
    player.device.load("DBB", WEIGHTS_AT, np.zeros(1, np.uint8))
    assert layer.races
