"""A layer of which CSC is told something else than CDMA: it has a result, and nobody knows it."""

from dataclasses import replace

import pytest

from models.nvdla.conv.parts import Kernel, Padding
from tests.unit.conv.players import Player, conv

TILES = {"mode": "WINOGRAD", "kernel": Kernel(height=3, width=3), "padding": Padding(left=1, right=1, top=1, bottom=1)}


@pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
@pytest.mark.parametrize("choices", [{}, TILES], ids=["direct", "winograd"])
@pytest.mark.parametrize("change", ["depth", "width", "channels"])
def test_what_csc_is_told_may_fit_nothing(choices, precision, change):
    layer = conv(precision=precision, **choices)
    told = replace(layer.view, **{change: 2 * getattr(layer.view, change)})
    player = Player()
    player.play(replace(layer, view=told))
    (sdp,) = player.layers
    assert not player.refused
    assert not sdp.feeder.flow.known.any()
