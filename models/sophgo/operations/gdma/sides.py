"""The two sides of a transfer: tensors in whatever memory their address is in."""

from __future__ import annotations

from typing import Any

import numpy as np

from models.arrays.flags import Flags
from models.sophgo.config import SophgoConfig
from models.sophgo.config.hardware import LOCAL
from models.sophgo.layouts.strides import Shape, Strides, continuous, extent
from models.sophgo.layouts.tensors import system_addresses
from models.sophgo.operations.operand import (
    SIZES,
    MemberError,
    Operand,
    Span,
    UndefinedError,
    local_operand,
    need_computable,
    size_of,
)
from models.sophgo.words.word import Word

FORMAT_BYTES = {0: 1, 1: 2, 2: 4, 3: 2, 4: 4, 5: 2}
"""Bytes of an element, by `src_data_format`: what is only moved may have any type."""


def element_type(word: Word, member: str = "src_data_format") -> np.dtype[Any]:
    """The type of what is moved, without a sign.

    Raises:
        MemberError: the format is none that is executed.
    """
    if word[member] not in FORMAT_BYTES:
        raise MemberError(member, word[member], "0 to 5 are executed")
    return np.dtype(f"u{FORMAT_BYTES[word[member]]}")


def whole_type(word: Word, member: str = "src_data_format") -> np.dtype[Any]:
    """The type of elements that are held against 0: whole numbers only.

    Raises:
        MemberError: the format is none that is executed.
    """
    if word[member] not in SIZES:
        raise MemberError(member, word[member], "0, 3 and 4 are executed (8, 16 and 32 bits)")
    return np.dtype(f"u{SIZES[word[member]]}")


def address_of(word: Word, side: str) -> int:
    """Where a side begins."""
    return word[f"{side}_start_addr_l32"] | (word[f"{side}_start_addr_h8"] & 0xFF) << 32


def memory_of(config: SophgoConfig, side: str, address: int) -> str:
    """The memory that has the address of a side.

    Raises:
        UndefinedError: none has.
    """
    for name, addresses in config.memory_map.items():
        if address in addresses:
            return name
    raise UndefinedError("operand-in-memory", f"{side}_start_addr is {address:#x}: no memory is there")


def is_local(word: Word, config: SophgoConfig, side: str) -> bool:
    """Whether a side is in local memory."""
    return memory_of(config, side, address_of(word, side)) == LOCAL


def sizes_of(word: Word, side: str) -> Shape:
    """The four sizes of a side.

    Raises:
        MemberError: one is 0.
    """
    return Shape(*(size_of(word, f"{side}_{name}size") for name in "nchw"))


def side_of(word: Word, config: SophgoConfig, side: str, shape: Shape, dtype: np.dtype[Any]) -> Operand:
    """A tensor with the strides that the word gives; without these it is aligned or continuous.

    Raises:
        UndefinedError: it is in no memory.
    """
    strides = Strides(*(word[f"{side}_{name}stride"] for name in "nchw")) if word["stride_enable"] else None
    return placed(config, side, address_of(word, side), shape, dtype, strides=strides)


def placed(
    config: SophgoConfig,
    label: str,
    address: int,
    shape: Shape,
    dtype: np.dtype[Any],
    *,
    strides: Strides | None = None,
) -> Operand:
    """A tensor wherever its address is; without strides it is aligned in local memory, and continuous elsewhere.

    Raises:
        UndefinedError: it is in no memory.
    """
    memory = memory_of(config, label, address)
    need_computable(label, shape.elements)
    if memory == LOCAL:
        return local_operand(config, label, address - config.local_base, shape, dtype, strides=strides)
    size, strides = dtype.itemsize, strides or continuous(shape)
    addresses = system_addresses(address, shape, strides, size)
    return Operand(label, memory, addresses, dtype, Span(address, extent(shape, strides) * size, size))


def enabled(word: Word, config: SophgoConfig, operand: Operand) -> Flags:
    """Which elements of an operand are in no lane that the word leaves out; in their order, [elements]."""
    addresses = operand.addresses.ravel()
    if operand.memory != LOCAL:
        return np.ones(addresses.shape, np.bool_)
    mask = word["localmem_mask_l32"] | word["localmem_mask_h32"] << 32
    lanes = np.array([mask >> lane & 1 for lane in range(config.lanes)], np.bool_)
    return lanes[addresses // config.lane_bytes % config.lanes]
