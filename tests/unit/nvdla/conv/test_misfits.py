"""A layer of which CSC's registers say something else than CDMA's: it has a result, and nobody knows it."""

from dataclasses import replace

import pytest

from models.nvdla.conv.parts import Kernel, Padding
from tests.unit.nvdla.conv.players import Player, conv, same

TILES = {"mode": "WINOGRAD", "kernel": Kernel(height=3, width=3), "padding": Padding(left=1, right=1, top=1, bottom=1)}


@pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
@pytest.mark.parametrize("choices", [{}, TILES], ids=["direct", "winograd"])
@pytest.mark.parametrize("change", ["depth", "width", "channels"])
def test_sizes_of_csc_may_fit_nothing(choices, precision, change):
    layer = conv(precision=precision, **choices)
    view = replace(layer.view, **{change: 2 * getattr(layer.view, change)})
    player = Player()
    player.play(replace(layer, view=view))
    (sdp,) = player.layers
    assert not player.refused
    assert not sdp.feeder.flow.known.any()


@pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
def test_winograd_goes_by_the_channels_of_its_kernels(precision):
    """Those of the input, or those of its whole atoms: CSC does not look at which of them its register has."""
    layer = conv(precision=precision, **TILES)
    results = []
    for channels in (layer.view.depth, layer.features.channels):
        player = Player()
        results += player.play(replace(layer, view=replace(layer.view, channels=channels)))
        assert not {"conv-extended-size", "conv-winograd-input"} & set(player.broken)
    assert layer.features.channels < layer.view.depth
    assert results[0][1].any()
    assert same(*results)
