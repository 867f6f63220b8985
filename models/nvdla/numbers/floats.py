"""Codes of floating-point numbers, and conversions between them (docs/nvdla/numbers.md, 'Conversions between formats').

FP16 codes are uint16, FP32 codes uint32. No conversion gives an infinity: what is too large becomes the largest finite
number.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.numbers.rounding import Integers, limits

Halves = NDArray[np.uint16]
Singles = NDArray[np.uint32]

HALF_SIGN, HALF_INFINITY, HALF_LARGEST = 0x8000, 0x7C00, 0x7BFF
HALF_PAYLOAD = 0x03FF
SINGLE_SIGN, SINGLE_INFINITY, SINGLE_LARGEST = 0x8000_0000, 0x7F80_0000, 0x7F7F_FFFF
SIGN_SHIFT = 16
"""From the sign of an FP16 code to that of an FP32 code."""


def half_is_nan(codes: Halves) -> Flags:
    """Which FP16 codes are NaN."""
    flags: Flags = (codes & ~np.uint16(HALF_SIGN)) > HALF_INFINITY
    return flags


def looks_like_nan(data: NDArray[Any]) -> bool:
    """Whether two bytes anywhere, whatever they are of, would be a NaN of FP16."""
    return bool(half_is_nan(np.ascontiguousarray(data).view(np.uint16)).any())


def half_nan_to_zero(codes: Halves) -> Halves:
    """FP16 codes with +0 in place of NaN."""
    return np.where(half_is_nan(codes), np.uint16(0), codes)


def half_is_infinity(codes: Halves) -> Flags:
    """Which FP16 codes are infinities."""
    flags: Flags = (codes & ~np.uint16(HALF_SIGN)) == HALF_INFINITY
    return flags


def single_is_nan(codes: Singles) -> Flags:
    """Which FP32 codes are NaN."""
    flags: Flags = (codes & ~np.uint32(SINGLE_SIGN)) > SINGLE_INFINITY
    return flags


def half_from_integer(values: Integers) -> Halves:
    """Integers of 17 bits as FP16, to the nearest, ties to even."""
    with np.errstate(over="ignore"):
        codes = values.astype(np.float32).astype(np.float16).view(np.uint16)
    return _finite(codes)


def single_from_half(codes: Halves) -> Singles:
    """FP16 as FP32, exact; the payload of NaN stays in the low bits."""
    wide = codes.view(np.float16).astype(np.float32).view(np.uint32)
    special = (codes & np.uint16(HALF_INFINITY)) == HALF_INFINITY
    if special.any():
        odd = codes[special].astype(np.uint32)
        payload = odd & HALF_PAYLOAD
        largest = np.where(payload, SINGLE_INFINITY | payload, SINGLE_LARGEST)
        wide[special] = (odd & HALF_SIGN) << SIGN_SHIFT | largest.astype(np.uint32)
    return wide


def half_from_single(codes: Singles) -> Halves:
    """FP32 as FP16, to the nearest, ties to even; NaN keep their sign and the low bits of their payload."""
    with np.errstate(over="ignore", invalid="ignore"):
        narrow = _finite(codes.view(np.float32).astype(np.float16).view(np.uint16))
    if (nan := single_is_nan(codes)).any():
        odd = codes[nan]
        narrow[nan] = odd >> SIGN_SHIFT & HALF_SIGN | HALF_INFINITY | odd & HALF_PAYLOAD
    return narrow


def int16_from_half(codes: Halves) -> NDArray[np.int16]:
    """FP16 as integers of 16 bits, ties away from zero, saturating; NaN become the smallest."""
    low, high = limits(16)
    values = codes.view(np.float16).astype(np.float32)
    values[half_is_nan(codes)] = low
    rounded = np.copysign(np.floor(np.abs(values) + np.float32(0.5)), values)
    return np.clip(rounded, low, high).astype(np.int16)


def _finite(codes: Halves) -> Halves:
    """The codes, with the largest finite number in place of infinities."""
    infinite = half_is_infinity(codes)
    codes[infinite] = codes[infinite] & np.uint16(HALF_SIGN) | np.uint16(HALF_LARGEST)
    return codes
