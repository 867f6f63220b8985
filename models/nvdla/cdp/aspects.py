"""What a CDP layer is, in words: by these random tests draw, coverage counts and layers are recorded."""

from __future__ import annotations

from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.cdp.reading import BLOCK_COLUMNS
from models.nvdla.cells import sign_of
from models.nvdla.config import HwConfig
from models.nvdla.lut.aspects import aspects_of_lut
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES

SUMMED, ELEMENTS = SQUARES = ("summed", "bypassed")
MULTIPLIED, FOUND = PRODUCTS = ("multiplied", "bypassed")
CONVERTORS = ("in", "out")


def aspects_of_cdp(cdp: Cdp, config: HwConfig) -> dict[str, str]:
    """The aspects of a layer."""
    lanes = config.atom_bytes // ELEMENT_BYTES[cdp.precision]
    return {
        "precision": cdp.precision,
        "local": str(cdp.local_size),
        "squares": SQUARES[cdp.bypass_squares],
        "product": PRODUCTS[cdp.bypass_product],
        **_aspects_of_convertor("in", cdp.in_convertor),
        **_aspects_of_convertor("out", cdp.out_convertor),
        "size": "pixel" if (cdp.height, cdp.width) == (1, 1) else "cube",
        "blocks": _blocks(cdp.width),
        "channels": "ragged" if cdp.channels % lanes else "whole",
        "surfaces": {1: "one", 2: "two"}.get(-(-cdp.channels // lanes), "several"),
        "nan": "flushed" if cdp.precision == "FP16" and cdp.nan_to_zero else "kept",
        "input-ram": cdp.source.ram,
        "output-ram": cdp.destination.ram,
        **aspects_of_lut(cdp.lut, floating=cdp.precision == "FP16"),
    }


def _aspects_of_convertor(name: str, convertor: CdpConvertor) -> dict[str, str]:
    return {
        f"{name}-offset": sign_of(convertor.offset),
        f"{name}-scale": "one" if convertor.scale == 1 else sign_of(convertor.scale),
        f"{name}-shift": "right" if convertor.shift else "none",
    }


def _blocks(width: int) -> str:
    """How a line is read: one block of columns or several, of which the last may be a part of one."""
    count, rest = divmod(width, BLOCK_COLUMNS)
    if count == 0 or (count, rest) == (1, 0):
        return "one"
    return "ragged" if rest else "whole"
