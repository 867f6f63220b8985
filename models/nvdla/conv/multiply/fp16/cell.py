"""The MAC cell in FP16: products of many lanes, each cut as the part's carry-save words are, and their sum.

All lanes of many cells at once, in arrays small enough for the processor's caches, without a copy of any.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from models.nvdla.conv.multiply.fp16.operands import TREE_DIGITS, Operands, Words, booth_digits
from models.nvdla.conv.multiply.winograd import post_add
from models.nvdla.surfaces.image_and_winograd_weights import TILE

BLOCK_ELEMENTS = 1 << 15
"""Most elements of the arrays that are worked on."""
UNSIGNED_ONE = 1 << 16
"""Above each partial product: 1 unless it is negative, when inverted bits and this 0 stand for it less 1."""
UNSIGNED_ONES = UNSIGNED_ONE * 0x5555
"""Of all partial products together."""
SIGN_SHIFT = 31


class Cell:
    """Multiplies data and weights that broadcast to [lanes, *shape].

    Attributes:
        lanes: of each cell.
    """

    together = 1
    """Lanes that are worked on at once are a multiple of."""

    def __init__(self, lanes: int, shape: tuple[int, ...]) -> None:
        some = min(lanes, BLOCK_ELEMENTS // math.prod(shape)) // self.together
        group = max(some, 1) * self.together
        self.lanes = lanes
        self._exponents = np.empty((lanes, *shape), np.int8)
        self._words = [np.empty((group, *shape), np.uint32) for _ in range(8)]

    def multiply(self, data: Operands, weights: Operands) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
        """Exponents and mantissas of the sums over all lanes.

        Args:
            data: [lanes, ...].
            weights: [lanes, ...].

        Returns:
            The exponents, multiples of four, and the mantissas, signed; both of the cells' shape.
        """
        largest, products = self._each(data, weights)
        sums = np.zeros(largest.shape, np.int64)
        for some in products:
            sums += np.add.reduce(some, axis=0, dtype=np.int64)
        return largest, sums

    def _each(self, data: Operands, weights: Operands) -> tuple[NDArray[np.int8], Iterator[NDArray[np.int32]]]:
        """The exponents, and the products of all lanes at their scale, some lanes at a time, to be used at once."""
        exponents = np.add(data.exponents, weights.exponents, out=self._exponents)
        largest = np.maximum(np.maximum.reduce(exponents, axis=0), 0)
        shifts = np.subtract(largest.view(np.uint8), exponents.view(np.uint8), out=exponents.view(np.uint8))
        digits, group = booth_digits(weights.mantissas), len(self._words[0])
        parts = (slice(first, first + group) for first in range(0, self.lanes, group))
        return largest, (self._products(data.mantissas[part], digits[:, part], shifts[part]) for part in parts)

    def _products(self, data: Words, digits: Words, shifts: NDArray[np.uint8]) -> NDArray[np.int32]:
        """The products of some lanes."""
        work = [words[: len(shifts)] for words in self._words]
        low, low_carry, high, high_carry, spare = self._trees(data, digits, work)
        np.left_shift(high, 2 * TREE_DIGITS, out=high)
        np.left_shift(high_carry, 2 * TREE_DIGITS, out=high_carry)
        carry = _add_carries(low, low_carry, high, spare)
        second = _add_carries(low, carry, high_carry, low_carry)
        # Each word is cut on its own, which is not the same as to cut their sum.
        np.copyto(high, shifts)
        np.right_shift(low, high, out=low)
        np.right_shift(second, high, out=second)
        np.add(low, second, out=low)
        np.right_shift(np.uint32(UNSIGNED_ONES), high, out=high)
        np.subtract(low, high, out=low)
        return low.view(np.int32)

    @staticmethod
    def _trees(data: Words, digits: Words, work: list[Words]) -> tuple[Words, Words, Words, Words, Words]:
        """Sums and carries of the trees of the low and of the high digits, and an array that is free."""
        low = _tree(data, digits[:TREE_DIGITS], work[:6])
        high = _tree(data, digits[TREE_DIGITS:], [*work[6:], *low[2:]])
        return low[0], low[1], high[0], high[1], high[2]


class TileCell(Cell):
    """Multiplies tiles: each four lanes are a position of 4 x 4, which are added up to four outputs."""

    together = TILE

    def multiply_tile(self, data: Operands, weights: Operands) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
        """Exponents, common to a cell, and mantissas, [4, ...], of its outputs, by rows."""
        largest, products = self._each(data, weights)
        sums = [np.add.reduce(some.reshape(-1, TILE, *largest.shape), axis=1, dtype=np.int64) for some in products]
        positions = np.concatenate(sums).reshape(TILE, TILE, *largest.shape)
        return largest, post_add(positions, (0, 1)).reshape(-1, *largest.shape)


def _tree(data: Words, digits: Words, work: list[Words]) -> list[Words]:
    """The partial products of four digits in carry-save form.

    Args:
        data: mantissas.
        digits: [4, ...], broadcast with the data.
        work: six arrays.

    Returns:
        The same arrays, the sum and the carry first.
    """
    total, second, third, negative, before, spare = work
    _row(data, digits[0], 0, total, before)
    _row(data, digits[1], 1, second, negative)
    np.add(second, before, out=second)
    _row(data, digits[2], 2, third, before)
    np.add(third, negative, out=third)
    carry = _add_carries(total, second, third, spare)
    _row(data, digits[3], 3, second, negative)
    np.add(second, before, out=second)
    carry, spare = _add_carries(total, carry, second, third), carry
    carry, third = _add_carries(total, carry, negative, spare), carry
    return [total, carry, third, second, negative, before]


def _row(data: Words, digit: Words, rank: int, row: Words, negative: Words) -> None:
    """A partial product as the part writes it, and what it lacks if it is negative, which the next row takes in."""
    np.multiply(digit, data, out=row)
    np.right_shift(row, SIGN_SHIFT, out=negative)
    np.left_shift(negative, 2 * rank, out=negative)
    np.add(row, np.uint32(UNSIGNED_ONE << 2 * rank), out=row)
    np.subtract(row, negative, out=row)


def _add_carries(first: Words, second: Words, third: Words, carry: Words) -> Words:
    """Three words as two: the sum without carries goes into the first, the carries into the one given and returned.

    The carries are what is left of the true sum, which fits: that costs less than their majorities do.
    """
    np.add(first, second, out=carry)
    np.add(carry, third, out=carry)
    np.bitwise_xor(first, second, out=first)
    np.bitwise_xor(first, third, out=first)
    return np.subtract(carry, first, out=carry)
