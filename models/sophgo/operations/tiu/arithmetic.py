"""sAR: arithmetic, element by element (docs/sophgo/README.md, 'Arithmetic words')."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from models.arrays.flags import Flags
from models.sophgo.config import SophgoConfig
from models.sophgo.layouts.strides import Shape
from models.sophgo.numbers import WIDE_BITS, Wide, rotated, saturate, shift, shift_saturate, wrap
from models.sophgo.operations.operand import (
    SIZES,
    MemberError,
    Operand,
    chosen_operand,
    compact_operand,
    constant,
    dtype_of,
    need_rounding,
    shape_of,
)
from models.sophgo.operations.operation import Operation, Values
from models.sophgo.words.word import Word

SUMS: Mapping[str, Callable[[Wide, Wide], Wide]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
}
SHIFTS = ("arithmetic_shift", "logic_shift", "circular_shift")
SHIFT_TYPE = np.dtype(np.int8)
LARGEST_LEFT, LARGEST_RIGHT = 31, 32
OPERANDS = 3
"""`tsk_opd_num` of a word whose sum is shifted."""


def most_left(function: str, members: Mapping[str, int]) -> int:
    """By how many bits to the left any sum of a word may be shifted, so that 64 bits with a sign hold it.

    Args:
        function: what the word does.
        members: the precisions and signs of its operands; less than 0 where a product needs more by itself.
    """
    first, second = (8 * SIZES[members[f"{name}_prec"]] - members[f"{name}_sign"] for name in ("opd0", "opd1"))
    needed = first + second if function.startswith("mul") else max(first, second) + 1
    return min(WIDE_BITS - 1 - needed, LARGEST_LEFT)


class Arithmetic(Operation):
    """One element of the result from one of each operand."""

    def __init__(self, word: Word, config: SophgoConfig) -> None:
        super().__init__(word, config)
        self._function = word.function
        self._shape = shape_of(word)
        self._types = [dtype_of(word, "opd0_prec", signed=word["opd0_sign"])]
        if self._function not in ("cast", "copy"):
            self._types.append(dtype_of(word, "opd1_prec", signed=word["opd1_sign"]))
        self._result = dtype_of(word, "res0_prec", signed=self._signed())
        self._check()
        result = chosen_operand(config, word, "res0", self._shape, self._result)
        self.outputs = (result,)
        places = [self._operand(index) for index in range(len(self._types))]
        if self._shifted and not word["opd2_const"]:
            shape = Shape(1, self._shape.c, 1, 1)
            places.append(compact_operand(config, "opd2", word["opd2_addr"], shape, SHIFT_TYPE))
        self.inputs = tuple(place for place in places if place is not None)

    @property
    def _shifted(self) -> bool:
        """Whether the sum is shifted before it is saturated or wrapped."""
        word = self.word
        return self._function.removesuffix("_saturate") in ("add", "sub", "mul") and word["tsk_opd_num"] == OPERANDS

    def _signed(self) -> int:
        """Whether the result has a sign."""
        word = self.word
        if self._function == "cast":
            return word["opd2_sign"]
        if self._function in ("sub", "sub_saturate"):
            return 1
        if self._function in ("copy", *SHIFTS):
            return word["opd0_sign"]
        return word["opd0_sign"] | word["opd1_sign"]

    def _check(self) -> None:
        """Refuse what the TIU does not do.

        Raises:
            MemberError: a type or a rounding does not go with the function.
        """
        word, first = self.word, self._types[0]
        if self._function in ("copy", "max", "min") and any(item != self._result for item in self._types):
            raise MemberError("res0_prec", word["res0_prec"], "operands and result have one type")
        if self._function in SHIFTS and (self._types[1] != SHIFT_TYPE):
            raise MemberError("opd1_prec", word["opd1_prec"], "what is shifted by has 8 bits and a sign")
        if self._function == "circular_shift" and first.itemsize != self._result.itemsize:
            raise MemberError("res0_prec", word["res0_prec"], "operand and result have one type")
        if self._function == "mac":
            if any(item.itemsize > 1 for item in self._types):
                raise MemberError("opd0_prec", word["opd0_prec"], "operands have 8 bits")
            if self._result.itemsize != 2 or not word["opd2_const"]:
                raise MemberError("res0_prec", word["res0_prec"], "the result has 16 bits, and opd2 is constant")
        need_rounding(word)

    def _operand(self, index: int) -> Operand | None:
        """An operand, if it is not constant."""
        name = f"opd{index}"
        if self.word[f"{name}_const"]:
            return None
        return chosen_operand(self.config, self.word, name, self._shape, self._types[index])

    def _all(self, values: Sequence[Values]) -> list[Values]:
        """Operands in their order, constant ones among them."""
        given = iter(values)
        every = [
            constant(self.word, f"opd{index}", dtype) if self.word[f"opd{index}_const"] else next(given)
            for index, dtype in enumerate(self._types)
        ]
        return [*every, *given]

    def compute(self, *values: Values) -> Sequence[Values]:
        """The result."""
        first, *others = self._all(values)
        result = self._computed(first, others)
        return [np.broadcast_to(result, self._shape)]

    def _computed(self, first: Values, others: Sequence[Values]) -> Values:
        wide = first.astype(np.int64)
        match self._function:
            case "copy":
                return first
            case "cast":
                return saturate(wide, self._result)
            case "circular_shift":
                return rotated(first, others[0]).view(self._result)
            case "arithmetic_shift" | "logic_shift":
                if self._function == "logic_shift":
                    wide = first.view(f"u{first.itemsize}").astype(np.int64)
                return wrap(shift(wide, others[0].astype(np.int64), self.word["opd2_n_str"]), self._result)
            case _:
                return self._sum(wide, others)

    def _sum(self, wide: Wide, others: Sequence[Values]) -> Values:
        """A sum, product or choice of two, shifted, and saturated or wrapped."""
        total = SUMS[self._function.removesuffix("_saturate")](wide, others[0].astype(np.int64))
        by, rounding = self._shift(others) if self._shifted else 0, self.word["opd2_n_str"]
        if self._function.endswith("_saturate"):
            if (
                most_left(self._function, self.word.values) < 0
            ):  # what is more than a signed number of 64 bits saturates
                unsigned = wide.view(np.uint64) * others[0].astype(np.uint64)
                total = np.minimum(unsigned, np.uint64(np.iinfo(np.int64).max)).astype(np.int64)
            return shift_saturate(total, by, rounding, self._result)
        return wrap(shift(total, by, rounding), self._result)

    def _shift(self, others: Sequence[Values]) -> int | Wide:
        """By how many bits sums are shifted."""
        if self.word["opd2_const"]:
            return int(constant(self.word, "opd2", SHIFT_TYPE)[0, 0, 0, 0])
        return others[1].astype(np.int64)

    def known(self, *flags: Flags) -> Sequence[Flags]:
        """An element is known if those are of which it is computed."""
        return [np.logical_and.reduce([np.broadcast_to(flag, self._shape) for flag in flags]) if flags else self._every]

    @property
    def _every(self) -> Flags:
        return np.ones(self._shape, np.bool_)


class Mac(Arithmetic):
    """The product of two operands, added to what the result holds."""

    def __init__(self, word: Word, config: SophgoConfig) -> None:
        super().__init__(word, config)
        self.inputs = (*self.inputs, self.outputs[0])

    def compute(self, *values: Values) -> Sequence[Values]:
        """The sum, shifted and saturated."""
        *operands, held = values
        first, second = (item.astype(np.int64) for item in self._all(operands)[:2])
        left, right = self.word["opd2_addr"] & 0xFF, self.word["opd2_addr"] >> 8 & 0xFF
        total = (held.astype(np.int64) << left) + first * second
        return [saturate(shift(total, -right, self.word["opd2_n_str"]), self._result)]
