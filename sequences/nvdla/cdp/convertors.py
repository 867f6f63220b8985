"""Random convertors of CDP: of signs that are asked for, mostly such that something is left of what comes in."""

from __future__ import annotations

from collections.abc import Mapping
from math import log2

import numpy as np

from models.nvdla.cdp.convertors import WIDTHS, CdpConvertor
from models.nvdla.cells import NEGATIVE, POSITIVE, ZERO
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.draw import chance

SCALE_BITS, IN_SHIFT_BITS, OUT_SHIFT_BITS = 16, 5, 6
TABLE_BITS = 15
ANYTHING = 0.1
"""How often registers hold any numbers."""


def draw_into(rng: np.random.Generator, precision: str, wanted: Mapping[str, str], *, plain: bool) -> CdpConvertor:
    """An input convertor; one that changes nothing where it may be `plain` and nothing is asked of it."""
    asked = _asked(wanted, "in")
    if not asked and (plain or chance(rng, 0.3)):
        return CdpConvertor()
    if precision == "FP16":
        return _ignored(rng, asked, IN_SHIFT_BITS)
    bits = 8 * ELEMENT_BYTES[precision]
    return _draw(rng, asked, IN_SHIFT_BITS, WIDTHS[precision].in_offset, (bits - 1.0, bits))


def draw_out_of(
    rng: np.random.Generator, precision: str, wanted: Mapping[str, str], *, multiplied: bool
) -> CdpConvertor:
    """An output convertor, of what tables give or of its products with elements."""
    asked = _asked(wanted, "out")
    if precision == "FP16":
        return _ignored(rng, asked, OUT_SHIFT_BITS)
    bits = 8 * ELEMENT_BYTES[precision]
    found = TABLE_BITS + (bits - 2 if multiplied else 0)
    return _draw(rng, asked, OUT_SHIFT_BITS, WIDTHS[precision].out_offset, (found, bits - 1.0))


def _asked(wanted: Mapping[str, str], name: str) -> dict[str, str]:
    start = f"{name}-"
    names = {f"{start}{part}": part for part in ("offset", "scale", "shift")}
    return {names[aspect]: value for aspect, value in wanted.items() if aspect in names}


def _draw(
    rng: np.random.Generator,
    asked: Mapping[str, str],
    shift_bits: int,
    offset_bits: int,
    bits: tuple[float, float],
) -> CdpConvertor:
    """One that brings numbers of so many bits to so many, more or less."""
    before, after = bits
    scale = _signed(rng, int(rng.integers(1, 1 << int(rng.integers(1, SCALE_BITS)))), asked.get("scale", ""))
    over = float(rng.normal(0.0, 1.5)) + (float(rng.uniform(0, 8)) if chance(rng, ANYTHING) else 0.0)
    least = 1 if asked.get("shift") == "right" else 0
    shift = int(np.clip(round(before + log2(abs(scale)) - after - over), least, (1 << shift_bits) - 1))
    size = int(rng.integers(1, int(min(before, offset_bits - 1)) + 1))
    offset = _signed(rng, int(rng.integers(1, 1 << size)), asked.get("offset", ""))
    if "offset" not in asked and chance(rng, 0.4):
        offset = 0
    if chance(rng, ANYTHING):
        offset = _signed(rng, int(rng.integers(1, 1 << offset_bits - 1)), asked.get("offset", ""))
        shift = int(rng.integers(least, 1 << shift_bits))
    return CdpConvertor(offset=offset, scale=scale, shift=shift)


def _ignored(rng: np.random.Generator, asked: Mapping[str, str], shift_bits: int) -> CdpConvertor:
    """What FP16 passes by."""
    if not asked and chance(rng, 0.6):
        return CdpConvertor()
    scale = _signed(rng, int(rng.integers(1, 1 << SCALE_BITS - 1)), asked.get("scale", ""))
    return CdpConvertor(offset=int(rng.integers(-128, 128)), scale=scale, shift=int(rng.integers(1, 1 << shift_bits)))


def _signed(rng: np.random.Generator, magnitude: int, sign: str) -> int:
    usual = int(rng.choice((-magnitude, magnitude)))
    return {ZERO: 0, POSITIVE: magnitude, NEGATIVE: -magnitude}.get(sign, usual)
