"""The border between CACC and SDP."""

from __future__ import annotations

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.conv.derivation import ConvDerivation
from models.nvdla.conv.parts import WINOGRAD
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from tb.nvdla.borders import members
from tb.nvdla.borders.border import Border, Passing
from tb.nvdla.borders.results import passing_cube, result_elements

CMAC_TAPS = ("cmac_cacc_a", "cmac_cacc_b")


def results(layer: Layer, config: HwConfig) -> Passing | None:
    """The results of the kernels of an atom, pixel by pixel."""
    if not isinstance(layer.derivation, ConvDerivation):
        return None
    conv, sums = layer.derivation.conv, layer.derivation.sums
    lanes = config.atom_bytes // ELEMENT_BYTES[conv.precision]
    values = sums.values.astype("int64")
    return passing_cube(values, sums.known, lanes, config.atom_bytes, "kernel", tiles=conv.mode == WINOGRAD)


BORDER = Border(
    tap="cacc_sdp",
    text="CACC to SDP",
    block="CACC",
    giver="CACC",
    taker="SDP",
    behind=CMAC_TAPS,
    elements=result_elements,
    members=members.results,
    passing=results,
)
