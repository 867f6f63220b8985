"""CACC: what it hands to SDP."""

from __future__ import annotations

import numpy as np

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.conv.derivation import ConvDerivation
from models.nvdla.conv.parts import WINOGRAD
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.nvdla.borders.expected.cubes import cube_of_words


def results(layer: Layer, config: HwConfig) -> ExpectedTransfers | None:
    """The results of the kernels of an atom, pixel by pixel."""
    if not isinstance(layer.derivation, ConvDerivation):
        return None
    conv, sums = layer.derivation.conv, layer.derivation.sums
    lanes = config.atom_bytes // ELEMENT_BYTES[conv.precision]
    values = sums.values.astype(np.int64)
    return cube_of_words(values, sums.known, lanes, config.atom_bytes, "kernel", tiles=conv.mode == WINOGRAD)
