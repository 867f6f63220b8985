"""PDP: its input from SDP or from memory, and the words that it gives to be written."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import Pdp
from tb.borders.comparison.memory_words import words_of
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.nvdla.borders.expected.cubes import atoms_of, cube_of_codes
from tb.nvdla.borders.expected.words import in_words


def handed(layer: Layer, config: HwConfig) -> ExpectedTransfers | None:
    """The input, where SDP hands it on."""
    if layer.feeder is None or layer.feeder.flow is None:
        return None
    flow = layer.feeder.flow
    return cube_of_codes(flow.values[0], flow.known[0], _pdp(layer).reading.lanes(config))


def read(layer: Layer, _config: HwConfig) -> ExpectedTransfers | None:
    """The input, where it comes from memory: strip by strip, as it lies there."""
    if _pdp(layer).flying:
        return None
    return atoms_of([(item, np.arange(len(item.data))) for claim in layer.claims for item in claim.fetched])


def written(layer: Layer, config: HwConfig) -> ExpectedTransfers:
    """What is written: the columns of a strip before those of the next."""
    pdp, (item,) = _pdp(layer), layer.writes
    cube = np.arange(len(item.data)).reshape(pdp.layout(config).extent)
    ends = accumulate(pdp.columns)
    strips = [cube[..., end - size : end].reshape(-1, size) for end, size in zip(ends, pdp.columns, strict=True)]
    return words_of([(item, in_words(strips, config))])


def _pdp(layer: Layer) -> Pdp:
    assert isinstance(layer.descriptor, Pdp)
    return layer.descriptor
