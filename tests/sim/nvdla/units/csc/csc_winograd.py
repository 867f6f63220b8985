"""What Winograd's pre-addition makes of a tile: CT d C, in integers or in FP17 sums."""

import numpy as np

LARGEST_17, LARGEST_16 = 0xFBFF, 0x7BFF
TERMS = (((0, 1), (2, -1)), ((1, 1), (2, 1)), ((2, 1), (1, -1)), ((1, 1), (3, -1)))
"""Of a column or a row of four: what each result adds, in this order."""


def pre_added(tile: np.ndarray, precision: str, truncate: int) -> np.ndarray:
    """A tile of codes, of shape (rows, columns, channels), as the array gets it: unsigned codes."""
    if precision == "FP16":
        return narrowed(transformed(transformed(widened(tile), 0, add), 1, add)).astype("<u2")
    sums = transformed(transformed(tile.astype(np.int64), 0, np.add), 1, np.add)
    magnitude = np.abs(sums) + ((1 << truncate) >> 1) >> truncate
    most = 127 if precision == "INT8" else 32767
    clipped = np.clip(np.where(sums < 0, -magnitude, magnitude), -most - 1, most)
    return clipped.astype(np.int8).view(np.uint8) if precision == "INT8" else clipped.astype("<i2").view("<u2")


def transformed(tile, axis, plus):
    """All columns (axis 0) or rows (axis 1)."""
    lines = np.moveaxis(tile, axis, 0)
    minus = negated if plus is add else np.negative
    results = [
        plus(lines[first], lines[second] if sign > 0 else minus(lines[second])) for (first, _), (second, sign) in TERMS
    ]
    return np.moveaxis(np.array(results), 0, axis)


@np.vectorize
def widened(code):
    sign, exponent, mantissa = int(code) >> 15, int(code) >> 10 & 31, int(code) & 1023
    if exponent == 31:
        return sign << 16 | (63 << 10 | mantissa if mantissa else LARGEST_17)
    if exponent == 0 and mantissa:
        shift = 11 - mantissa.bit_length()
        return sign << 16 | 17 - shift << 10 | mantissa << shift & 1023
    return sign << 16 | (exponent + 16 << 10 | mantissa if exponent else 0)


@np.vectorize
def narrowed(code):
    sign, exponent, mantissa = int(code) >> 16, int(code) >> 10 & 63, int(code) & 1023
    if exponent == 63:
        return sign << 15 | 31 << 10 | mantissa
    if exponent > 46:
        return sign << 15 | LARGEST_16
    if exponent > 16:
        return sign << 15 | exponent - 16 << 10 | mantissa
    return sign << 15 | (_nearest(1024 | mantissa, 17 - exponent) if exponent else 0)


@np.vectorize
def negated(code):
    return int(code) ^ 1 << 16


@np.vectorize
def add(a, b):
    """FP17: what the smaller operand has below two places more than twice its mantissa is lost."""
    a, b = int(a), int(b)
    for code in (a, b):
        if code & 0xFFFF > 63 << 10:
            return code
    larger, smaller = (a, b) if a & 0xFFFF >= b & 0xFFFF else (b, a)
    exponent, sign = larger >> 10 & 63, larger >> 16
    moved = _significand(smaller) << 12 >> exponent - (smaller >> 10 & 63)
    total = (_significand(larger) << 12) + (moved if a >> 16 == b >> 16 else -moved)
    exponent += total.bit_length() - 23
    if total == 0 or exponent <= 0:
        return sign << 16
    aligned = total << 24 - total.bit_length() >> 1
    rounded = _nearest(aligned, 12)
    exponent += rounded >> 11
    return sign << 16 | (LARGEST_17 if exponent > 62 else exponent << 10 | (rounded & 1023 if rounded < 2048 else 0))


def _significand(code):
    return 0 if code & 0xFFFF == 0 else 1024 | code & 1023


def _nearest(value, places):
    kept, lost = divmod(value, 1 << places)
    return kept + (2 * lost > 1 << places or (2 * lost == 1 << places and kept & 1))
