"""Arrays as short texts."""

from __future__ import annotations

import base64
import zlib

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.bool_]
Numbers = NDArray[np.uint32]


class DamagedArrayError(ValueError):
    """A text is no array, or one of another length."""


def pack_bits(bits: Bits) -> str:
    """Bits as a text."""
    return _packed(np.packbits(bits).tobytes())


def unpack_bits(text: str, count: int) -> Bits:
    """So many bits of a text.

    Raises:
        DamagedArrayError: the text is damaged, or has more or fewer.
    """
    packed = np.frombuffer(_unpacked(text), np.uint8)
    if len(packed) != -(-count // 8):
        raise DamagedArrayError(f"{8 * len(packed)} bits for {count}")
    return np.unpackbits(packed, count=count).astype(bool)


def pack_numbers(numbers: Numbers) -> str:
    """Numbers as a text."""
    return _packed(numbers.astype("<u4").tobytes())


def unpack_numbers(text: str) -> Numbers:
    """The numbers of a text.

    Raises:
        DamagedArrayError: the text is damaged.
    """
    packed = _unpacked(text)
    if len(packed) % 4:
        raise DamagedArrayError(f"{len(packed)} bytes for numbers of four")
    return np.frombuffer(packed, "<u4").astype(np.uint32)


def _packed(data: bytes) -> str:
    return base64.b85encode(zlib.compress(data, 9)).decode()


def _unpacked(text: str) -> bytes:
    try:
        return zlib.decompress(base64.b85decode(text))
    except (ValueError, zlib.error) as error:
        raise DamagedArrayError(f"a damaged text: {error}") from error
