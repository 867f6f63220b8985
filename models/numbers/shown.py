"""Numbers as messages show them: the code, and what it stands for."""

from __future__ import annotations

from typing import Any

import numpy as np

HEX_BITS = 4


def shown_integer(value: int, bits: int) -> str:
    """A signed integer of so many bits, with its code."""
    return f"{value} ({value & (1 << bits) - 1:#0{bits // HEX_BITS + 2}x})"


def shown_half(code: int) -> str:
    """An FP16 code with its number."""
    return f"{float(np.array([code], np.uint16).view(np.float16)[0]):g} ({code:#06x})"


def shown_single(code: int) -> str:
    """An FP32 code with its number."""
    return f"{float(np.array([code], np.uint32).view(np.float32)[0]):.9g} ({code:#010x})"


def shown_element(element: np.generic[Any]) -> str:
    """An element as it stands in memory: an integer, or an FP16 code as an unsigned one."""
    value = int(element.item())
    return shown_half(value) if element.dtype == np.uint16 else shown_integer(value, 8 * element.dtype.itemsize)
