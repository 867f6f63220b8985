"""Arithmetic on packed elements, ``okk_bdc_fixed_point_packed_*``: four batches of 8 bits or two of 16 side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.sophgo.bm1684.copies import Function
from models.sophgo.bm1684.memories import Arguments, CallError, Memories
from models.sophgo.layouts.packing import PACKED_BYTES, packed_addresses, packed_shape
from models.sophgo.layouts.tensors import ByteAddresses, decode, encode
from models.sophgo.numbers import Rounding, Wide, saturate, shift, wrap

PREFIX = "okk_bdc_fixed_point_packed_"
SUMS: Mapping[str, Callable[[Wide, Wide], Wide]] = MappingProxyType(
    {"add": np.add, "sub": np.subtract, "mul": np.multiply, "max": np.maximum, "min": np.minimum}
)
TWO = ("dst_addr", "src0_addr", "src1_addr", "shape", "dst_stride", "src0_stride", "src1_stride")
ONE = ("dst_addr", "src_addr", "C", "shape", "dst_stride", "src_stride")
MAC = ("is_origin_dst_signed", "op_type", "lshift", "rshift")
MOST_SHIFT, LEAST, MOST = 31, -(1 << 31), (1 << 31) - 1


@dataclass(frozen=True, slots=True)
class OpType:
    """The types of an operation, as ``op_type_t`` has them.

    Attributes:
        first: of the first operand.
        second: of the second one.
        result: of the result.
    """

    first: np.dtype[Any]
    second: np.dtype[Any]
    result: np.dtype[Any]

    @classmethod
    def of(cls, number: int) -> OpType:
        """Bit 0: operands have 8 bits; bits 1 and 2: they have a sign; bits 3 and 4: the same of the result.

        >>> OpType.of(0b11011)
        OpType(first=dtype('int8'), second=dtype('uint8'), result=dtype('int8'))
        """
        source, signs = 1 if number & 1 else 2, [number >> bit & 1 for bit in (1, 2, 4)]
        sizes = (source, source, 1 if number & 8 else 2)
        return cls(*(np.dtype(f"{'i' if sign else 'u'}{size}") for sign, size in zip(signs, sizes, strict=True)))

    def saturating(self, function: str) -> np.dtype[Any]:
        """The type at whose ends results saturate: with a sign if an operand has one, and always of differences."""
        signed = function == "sub" or self.first.kind == "i" or self.second.kind == "i"
        return np.dtype(f"{'i' if signed else 'u'}{self.result.itemsize}")

    def need_of(self, function: str) -> None:
        """Make sure that a function has these types.

        Raises:
            CallError: it has not.
        """
        first, size = self.first, self.result.itemsize
        if function in ("mul", "mac") and first.itemsize != 1:
            raise CallError(f"op_type: operands of {function} have 8 bits")
        if function == "mac" and size != 2:
            raise CallError("op_type: the result of mac has 16 bits")
        if function in ("max", "min") and (first != self.second or first.itemsize != size):
            raise CallError(f"op_type: operands and result of {function} are alike")


class Packed:
    """The operands and the result of a call: elements of which some share 32 bits.

    Args:
        memories: of the chip.
        given: the arguments of the call.
    """

    def __init__(self, memories: Memories, given: Arguments) -> None:
        self._memories, self._given, self._shape = memories, given, given.shape

    def _places(self, name: str, dtype: np.dtype[Any]) -> ByteAddresses:
        """Where the elements of an operand are; strides are those of 32 bits."""
        address, strides = self._given.number(f"{name}_addr"), self._given.sides(f"{name}_stride")
        whole = packed_shape(self._shape, dtype.itemsize)
        words = self._memories.local_places(address, whole, strides, PACKED_BYTES)
        return packed_addresses(words, self._shape, dtype.itemsize)

    def read(self, name: str, dtype: np.dtype[Any]) -> Wide:
        """An operand."""
        return decode(self._memories.local, self._places(name, dtype), dtype).astype(np.int64)

    def constant(self, dtype: np.dtype[Any]) -> Wide:
        """The constant."""
        return wrap(np.array(self._given.number("C", LEAST, MOST)).reshape(1, 1, 1, 1), dtype).astype(np.int64)

    def write(self, values: NDArray[Any]) -> None:
        """The result; what fills up its last 32 bits stays as it is."""
        encode(values, self._places("dst", values.dtype), self._memories.local)


def _combine(function: str, constant: int | None, memories: Memories, given: Arguments) -> None:
    """Let elements be one of two, or their sum, difference or product, shifted to the right, halves up, and saturated.

    Args:
        function: which one.
        constant: number of the operand that is constant; None: none is.
        memories: of the chip.
        given: the arguments of the call.
    """
    types = OpType.of(given.number("op_type", 0, (1 << 5) - 1))
    types.need_of(function)
    packed = Packed(memories, given)
    operands = [
        packed.constant(dtype)
        if number == constant
        else packed.read("src" if constant is not None else f"src{number}", dtype)
        for number, dtype in enumerate((types.first, types.second))
    ]
    by = 0 if function in ("max", "min") else given.number("rshift", 0, MOST_SHIFT)
    total = shift(SUMS[function](*operands), -by, Rounding.HALF_UP)
    packed.write(saturate(total, types.saturating(function)))


def _multiply_add(memories: Memories, given: Arguments) -> None:
    """Add a product to what the result holds, this shifted to the left and the sum to the right, and saturate it."""
    types = OpType.of(given.number("op_type", 0, (1 << 5) - 1))
    types.need_of("mac")
    packed, result = Packed(memories, given), types.saturating("mac")
    left, right = (given.number(name, 0, MOST_SHIFT) for name in ("lshift", "rshift"))
    total = (packed.read("dst", result) << left) + packed.read("src0", types.first) * packed.read("src1", types.second)
    packed.write(saturate(shift(total, -right, Rounding.HALF_UP), result))


def _shift(dtype: np.dtype[Any], is_constant: bool, memories: Memories, given: Arguments) -> None:
    """Shift elements of 16 bits to the left or, by a negative number, to the right, without rounding."""
    packed, each = Packed(memories, given), np.dtype(np.int16)
    values = packed.read("src" if is_constant else "src0", dtype)
    by = packed.constant(each) if is_constant else packed.read("src1", each)
    packed.write(wrap(shift(values, by, Rounding.FLOOR), dtype))


def _sums() -> Mapping[str, Function]:
    found = {}
    for name in SUMS:
        more = ("op_type",) if name in ("max", "min") else ("op_type", "rshift")
        found[name] = Function((*TWO, *more), partial(_combine, name, None))
        found[f"{name}_C"] = Function((*ONE, *more), partial(_combine, name, 1))
    return found | {"C_sub": Function((*ONE, "op_type", "rshift"), partial(_combine, "sub", 0))}


def _shifts() -> Mapping[str, Function]:
    found = {}
    for name, dtype in (("arithmetic", np.dtype(np.int16)), ("logical", np.dtype(np.uint16))):
        found[f"16bit_{name}_shift"] = Function(TWO, partial(_shift, dtype, False))
        found[f"16bit_{name}_shift_C"] = Function(ONE, partial(_shift, dtype, True))
    return found


ARITHMETIC: Mapping[str, Function] = MappingProxyType(
    {f"{PREFIX}{name}": function for name, function in {**_sums(), **_shifts()}.items()}
    | {f"{PREFIX}mac": Function((*TWO, *MAC), _multiply_add)}
)
"""By their names."""
