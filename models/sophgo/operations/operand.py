"""Operands of words: elements in a memory, with their type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from models.sophgo.config import SophgoConfig
from models.sophgo.config.hardware import LOCAL
from models.sophgo.layouts.lanes import place_of, rows_of
from models.sophgo.layouts.strides import Layout, Shape, Strides, aligned, compact, extent
from models.sophgo.layouts.tensors import ByteAddresses, local_addresses
from models.sophgo.numbers import Rounding
from models.sophgo.words.word import Word

SIZES = {0: 1, 3: 2, 4: 4}
"""Bytes of an element, by the precisions that are executed."""
COMPACT_BYTES = 4
"""Compact tensors begin at multiples of it."""
MOST_ELEMENTS, MOST_PLACES, MOST_PRODUCTS = 1 << 22, 1 << 20, 1 << 32
"""Elements of an operand, places of the kernel of a window, products of a word: more is not computed here."""


class MemberError(ValueError):
    """A member of a word has a value with which the device refuses it.

    Attributes:
        field: the member.
        value: what it holds.
        why: what is wrong with it.
    """

    def __init__(self, field: str, value: int, why: str) -> None:
        super().__init__(f"{field} is {value:#x}: {why}")
        self.field, self.value, self.why = field, value, why


class UndefinedError(ValueError):
    """The device takes a word, and nobody knows what comes of it: it breaks a rule.

    Attributes:
        rule: its name.
        message: what is wrong, with the member that says so.
    """

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule, self.message = rule, message


@dataclass(frozen=True, slots=True)
class Span:
    """Where an operand lies, as its word says.

    Attributes:
        address: its first byte; of local memory counted from its first byte, of others as the GDMA counts.
        size_bytes: from its first byte to behind its last one; of local memory that in a lane.
        align_bytes: a multiple of that its address is to be.
    """

    address: int
    size_bytes: int
    align_bytes: int


@dataclass(frozen=True, slots=True)
class Operand:
    """Elements that a word reads or writes.

    Attributes:
        label: what they are.
        memory: in which memory they are.
        addresses: where; of local memory counted from its first byte, of others as the GDMA counts.
        dtype: what each is.
        span: where the whole tensor lies of which they are.
    """

    label: str
    memory: str
    addresses: ByteAddresses
    dtype: np.dtype[Any]
    span: Span


def dtype_of(word: Word, precision: str, *, signed: int) -> np.dtype[Any]:
    """The type that a precision and a sign make.

    Raises:
        MemberError: the precision is none that is executed.
    """
    code = word[precision]
    if code not in SIZES:
        raise MemberError(precision, code, "0, 3 and 4 are executed (8, 16 and 32 bits)")
    return np.dtype(f"{'i' if signed else 'u'}{SIZES[code]}")


def shape_of(word: Word, prefix: str = "res0") -> Shape:
    """The four sizes of an operand.

    Raises:
        MemberError: one is 0.
    """
    return Shape(*(size_of(word, f"{prefix}_{side}") for side in "nchw"))


def size_of(word: Word, member: str) -> int:
    """A size.

    Raises:
        MemberError: it is 0.
    """
    if not word[member]:
        raise MemberError(member, 0, "a size is at least 1")
    return word[member]


def need_rounding(word: Word) -> None:
    """Make sure that `opd2_n_str` is a rounding.

    Raises:
        MemberError: it is none.
    """
    if word["opd2_n_str"] not in list(Rounding):
        raise MemberError("opd2_n_str", word["opd2_n_str"], "0 to 6 are roundings")


def need_computable(label: str, elements: int, most: int = MOST_ELEMENTS) -> None:
    """Make sure that so many elements, or what else is counted, can be computed.

    Raises:
        UndefinedError: they are too many.
    """
    if elements > most:
        what = {MOST_PLACES: "places", MOST_PRODUCTS: "products"}.get(most, "elements")
        raise UndefinedError("computable", f"{label} has {elements} {what}: more than {most} are not computed here")


def local_operand(
    config: SophgoConfig,
    label: str,
    address: int,
    shape: Shape,
    dtype: np.dtype[Any],
    *,
    strides: Strides | None = None,
    align_bytes: int | None = None,
) -> Operand:
    """A tensor in local memory; aligned where it has no strides of its own.

    Args:
        config: the hardware configuration.
        label: what it is.
        address: where it begins.
        shape: how many elements it has.
        dtype: what each is.
        strides: its own.
        align_bytes: a multiple of that its address is to be; None: of an element, or what goes with aligned tensors.
    """
    need_computable(label, shape.elements)
    start, size = place_of(config, address).lane, dtype.itemsize
    align = align_bytes or (config.eu_bytes if strides is None else size)
    strides = strides or aligned(config, shape, size, start)
    reach = extent((shape.n, rows_of(config, start, shape.c), shape.h, shape.w), strides)
    addresses = local_addresses(config, address, shape, strides, size)
    return Operand(label, LOCAL, addresses, dtype, Span(address, reach * size, align))


def compact_operand(config: SophgoConfig, label: str, address: int, shape: Shape, dtype: np.dtype[Any]) -> Operand:
    """A compact tensor in local memory."""
    strides = compact(config, shape, place_of(config, address).lane)
    return local_operand(config, label, address, shape, dtype, strides=strides, align_bytes=COMPACT_BYTES)


def chosen_operand(config: SophgoConfig, word: Word, name: str, shape: Shape, dtype: np.dtype[Any]) -> Operand:
    """The operand of a word whose layout its member ``*_str`` chooses.

    Raises:
        MemberError: that chooses none.
    """
    layout, address = word[f"{name}_str"], word[f"{name}_addr"]
    if layout not in list(Layout):
        raise MemberError(f"{name}_str", layout, "0, 1 and 3 are layouts")
    if layout == Layout.COMPACT:
        return compact_operand(config, name, address, shape, dtype)
    own = Strides(*(word[f"{name}_{side}_str"] for side in "nchw")) if layout == Layout.STRIDES else None
    return local_operand(config, name, address, shape, dtype, strides=own)


def constant(word: Word, name: str, dtype: np.dtype[Any]) -> np.ndarray[Any, np.dtype[Any]]:
    """The one element that an address member holds where an operand is constant, [1, 1, 1, 1]."""
    return np.frombuffer(word[f"{name}_addr"].to_bytes(4, "little")[: dtype.itemsize], dtype).reshape(1, 1, 1, 1)
