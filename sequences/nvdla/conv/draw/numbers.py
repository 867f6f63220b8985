"""What is done to the numbers of random convolutions: convertors and shifts that leave something to be seen."""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from types import MappingProxyType

import numpy as np

from models.nvdla.conv.descriptor import CLIP_TRUNCATE_AT_MOST
from models.nvdla.conv.fetch.convertor import SCALED_BITS
from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.sdp.descriptor import OutputConvertor
from models.nvdla.sdp.operators.settings import XSettings
from sequences.draw import chance

VALUE_BITS: Mapping[str, float] = MappingProxyType({"full": -0.8, "extreme": -0.3, "sparse": -2.0, "small": 0.0})
"""Binary logarithm of the usual magnitude of a class of integers, against the largest number; of `small` itself."""
WORD_BITS = 31


def sum_bits(precision: str, classes: tuple[str, str], products: int) -> float:
    """Binary logarithm of the usual magnitude of a sum of so many products of two classes of integers."""
    largest = 7 if precision == "INT8" else 15
    bits = sum(1.5 if name == "small" else largest + VALUE_BITS[name] for name in classes)
    return bits + log2(products) / 2


def draw_clip(rng: np.random.Generator, bits: float) -> int:
    """CACC's shift: what brings sums into 32 bits, a little more or less."""
    needed = max(0, int(bits) - WORD_BITS)
    return int(np.clip(needed + rng.integers(-2, 6), 0, CLIP_TRUNCATE_AT_MOST))


def draw_x1(rng: np.random.Generator, shifted: float) -> XSettings:
    """Mostly nothing, else often ReLU, and as often as it says a shift."""
    if chance(rng, 0.5):
        return XSettings()
    shift = int(rng.integers(0, 5)) if chance(rng, shifted) else 0
    return XSettings(bypass=False, relu_bypass=chance(rng, 0.3), shift=shift)


def draw_out_convertor(rng: np.random.Generator, out_precision: str, bits: float) -> OutputConvertor:
    """What leaves most results of usual sums in range; sometimes far beyond it, or anything."""
    if chance(rng, 0.1):
        offset = int(rng.integers(-(1 << 31), 1 << 31))
        return OutputConvertor(offset=offset, scale=_scale(rng), shift=int(rng.integers(0, 64)))
    scale = 1 if chance(rng, 0.5) else _scale(rng)
    room = 7 if out_precision == "INT8" else 15
    over = int(rng.integers(4, 16)) if chance(rng, 0.1) else int(rng.integers(-2, 2))
    shift = int(np.clip(bits + log2(abs(scale)) - room - over, 0, 63))
    most = 1 << int(np.clip(bits, 1, WORD_BITS - 1))
    return OutputConvertor(offset=int(rng.integers(-most, most)) if chance(rng, 0.3) else 0, scale=scale, shift=shift)


def draw_in_convertor(rng: np.random.Generator, in_precision: str) -> Convertor:
    """What leaves most elements in range."""
    half = 1 << (7 if in_precision == "INT8" else 15)
    scale = _scale(rng)
    truncate = int(np.clip(log2(abs(scale)) + rng.integers(-1, 3), 0, SCALED_BITS))
    return Convertor(enabled=True, offset=int(rng.integers(-half, half)), scale=scale, truncate=truncate)


def _scale(rng: np.random.Generator) -> int:
    """Any number of 16 bits but 0, of any magnitude."""
    magnitude = int(rng.integers(1, 1 << int(rng.integers(1, 16))))
    return -magnitude if chance(rng, 0.5) else magnitude
