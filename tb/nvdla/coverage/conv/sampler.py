"""When layers of convolutions are sampled: from their claims to what SDP makes of them."""

from __future__ import annotations

from models.events import Started
from models.layer import Layer
from models.nvdla.conv.descriptor import Conv
from models.nvdla.sdp.descriptor import Sdp
from tb.nvdla.coverage.layers import CELLS, LayerSampler

TAKEN, FLUSHED, DATA = "taken", "flushed", "data"
"""Moments beside those of all layers: the SDP layer that takes the flow starts; the input is of FP16; once it is
through, each class of numbers in its input."""


class ConvSampler(LayerSampler):
    """Counts a group of convolutions; those that SDP takes also when that layer starts."""

    def taken(self, layer: Layer) -> None:
        """Count a layer whose flow an SDP layer takes."""
        self.sample(layer, TAKEN)
        self.sample_each(layer, CELLS)

    def _started(self, event: Started) -> None:
        super()._started(event)
        feeder = event.layer.feeder
        if feeder is not None and self.concerns(feeder) and self._device.legal(event.layer):
            self.taken(feeder)


def conv_of(layer: Layer) -> Conv:
    """The descriptor of a convolution."""
    assert isinstance(layer.descriptor, Conv)
    return layer.descriptor


def sdp_of(layer: Layer) -> Sdp:
    """The descriptor of the layer that took the flow of a convolution."""
    assert layer.taken_by is not None
    assert isinstance(layer.taken_by.descriptor, Sdp)
    return layer.taken_by.descriptor
