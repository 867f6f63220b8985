"""Elements on their way from memory into the convolution buffer, worked out apart from the RTL."""

import numpy as np

from tests.sim.nvdla.units.dma.dma_requests import content as pattern

ELEMENT_BYTES = {"INT8": 1, "INT16": 2, "FP16": 2}
SHIFTED_BITS = 17
FP16_LARGEST = 65504


def content(ram: int, address: int, size_bytes: int) -> np.ndarray:
    """What a memory holds: elements that are multiples of 4 have no mantissa."""
    codes = pattern(ram, address, size_bytes).view("<u2")
    return np.where(codes & 3, codes, codes & 0xFC00).astype("<u2").view(np.uint8)


def rounding_shift(value: int, shift: int) -> int:
    """Half away from zero."""
    magnitude = abs(value) + (1 << shift >> 1) >> shift
    return -magnitude if value < 0 else magnitude


def _exponents(data):
    codes = data.reshape(-1).view("<u2")
    return codes, (codes >> 10 & 31) == 31, (codes & 1023) != 0


def flushed(data: np.ndarray) -> np.ndarray:
    """FP16 with zeros for NaN."""
    codes, top, payload = _exponents(data)
    return np.where(top & payload, 0, codes).astype("<u2").view(np.uint8).reshape(data.shape)


def specials(data: np.ndarray) -> tuple[int, int]:
    """NaN and infinities."""
    _, top, payload = _exponents(np.ascontiguousarray(data))
    return int((top & payload).sum()), int((top & ~payload).sum())


def converted_number(number: int, processing: str, convert: tuple[int, int, int]) -> int:
    """The code of an integer behind the convertor: offset, scale, shift."""
    offset, scale, shift = convert
    limit = 1 << SHIFTED_BITS - 1
    rounded = min(max(rounding_shift((int(number) - offset) * scale, shift), -limit), limit - 1)
    if processing == "FP16":
        rounded = min(max(rounded, -FP16_LARGEST), FP16_LARGEST)
        return int(np.array(rounded, "<f2").view("<u2"))
    limits = np.iinfo(np.int8 if processing == "INT8" else np.int16)
    return min(max(rounded, int(limits.min)), int(limits.max))


def converted(data: np.ndarray, precision: str, processing: str, convert: tuple[int, int, int]) -> np.ndarray:
    """Integers behind the convertor; elements keep their size."""
    signed = np.dtype("i1" if precision == "INT8" else "<i2")
    codes = np.vectorize(lambda number: converted_number(number, processing, convert), otypes=[np.int64])(
        data.view(signed)
    )
    return codes.astype("u1" if precision == "INT8" else "<u2").view(np.uint8)
