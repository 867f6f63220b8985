"""Averages: sums of windows with what padded elements add, times two reciprocals."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.numbers.rounding import shift_right
from models.nvdla.numbers.formats import FP17
from models.nvdla.numbers.wide import half_from_wide, wide_from_half
from models.nvdla.pdp.pooling.fold import Numbers, fold, real_elements
from models.nvdla.pdp.pooling.window import Average, Window

RECIPROCAL_BITS = 16
"""Bits behind the binary point of a reciprocal."""
ROW_BITS = {"INT8": 11, "INT16": 22}
"""Of the sum of a window's row, by precision."""
SUM_BITS = {"INT8": 14, "INT16": 22}
"""Of the sum of a window."""
QUOTIENT_BITS = {"INT8": 11, "INT16": 19}
"""Of a sum times the first reciprocal."""
ELEMENTS = {"INT8": np.int8, "INT16": np.int16}
CODE_BITS = 17


class Averages(ABC):
    """How averages of one kind of numbers are made.

    Args:
        average: what registers say.
        x: the window along a line; `y` from line to line.
    """

    def __init__(self, average: Average, x: Window, y: Window) -> None:
        self._average, self._x, self._y = average, x, y

    @abstractmethod
    def widened(self, values: NDArray[Any]) -> Numbers:
        """Elements as they are added."""

    def rows(self, values: Numbers, before: int, after: int, outputs: int) -> Numbers:
        """The sums of the rows of windows.

        Args:
            values: elements as they are added, [channels, lines, columns].
            before: padded columns in front of them.
            after: padded columns behind them.
            outputs: windows of a line.
        """
        window = Window(kernel=self._x.kernel, stride=self._x.stride, before=before, after=after)
        sums = fold(values, 2, window, outputs, self._next)
        missing = window.kernel - real_elements(window, values.shape[2], outputs)
        for count in range(1, window.kernel):
            if (padded := missing == count).any():
                sums[:, :, padded] = self._padded_row(sums[:, :, padded], self._average.pads.values[count])
        return sums

    def finished(self, rows: Numbers, outputs: int) -> NDArray[Any]:
        """The averages of windows, as elements of the output, from the sums of their rows; as `sums`."""
        return self.codes(self.quotients(self.sums(rows, outputs)))

    def sums(self, rows: Numbers, outputs: int) -> Numbers:
        """The sums of windows, from those of their rows.

        Args:
            rows: [channels, lines, output columns].
            outputs: lines of the output.
        """
        sums = fold(rows, 1, self._y, outputs, self._next_row)
        missing = self._y.kernel - real_elements(self._y, rows.shape[1], outputs)
        for count in range(1, self._y.kernel):
            if (padded := missing == count).any():
                sums[:, padded] = self._padded(sums[:, padded], self._average.pads.values[count])
        return sums

    @abstractmethod
    def quotients(self, sums: Numbers) -> Numbers:
        """Sums of windows times the reciprocal of the width."""

    @abstractmethod
    def codes(self, quotients: Numbers) -> NDArray[Any]:
        """These times the reciprocal of the height, as elements of the output."""

    @abstractmethod
    def _next(self, sums: Numbers, elements: Numbers) -> Numbers: ...

    @abstractmethod
    def _next_row(self, sums: Numbers, rows: Numbers) -> Numbers: ...

    @abstractmethod
    def _padded_row(self, sums: Numbers, pad: int) -> Numbers: ...

    @abstractmethod
    def _padded(self, sums: Numbers, pad: int) -> Numbers: ...


class IntegerAverages(Averages):
    """Averages of integers: nothing saturates, sums keep as many low bits as the part has.

    Args:
        precision: ``INT8`` or ``INT16``.
        average: what registers say.
        x: the window along a line; `y` from line to line.
    """

    def __init__(self, precision: str, average: Average, x: Window, y: Window) -> None:
        super().__init__(average, x, y)
        self._precision = precision

    def widened(self, values: NDArray[Any]) -> Numbers:
        """With their sign."""
        return values.astype(np.int64)

    def quotients(self, sums: Numbers) -> Numbers:
        """Rounded."""
        sums = _low(sums, SUM_BITS[self._precision])
        return _quotient(sums * self._average.recip_width, QUOTIENT_BITS[self._precision])

    def codes(self, quotients: Numbers) -> NDArray[Any]:
        """Rounded again."""
        kind = np.dtype(ELEMENTS[self._precision])
        return _quotient(quotients * self._average.recip_height, 8 * kind.itemsize).astype(kind)

    def _next(self, sums: Numbers, elements: Numbers) -> Numbers:
        return sums + elements

    def _next_row(self, sums: Numbers, rows: Numbers) -> Numbers:
        return sums + rows

    def _padded_row(self, sums: Numbers, pad: int) -> Numbers:
        return _low(sums + pad, ROW_BITS[self._precision])

    def _padded(self, sums: Numbers, pad: int) -> Numbers:
        return sums + pad * self._x.kernel


class HalfAverages(Averages):
    """Averages of FP16, added up as FP17."""

    def widened(self, values: NDArray[Any]) -> Numbers:
        """Codes of FP17."""
        return wide_from_half(values)

    def quotients(self, sums: Numbers) -> Numbers:
        """Codes of FP17."""
        return FP17.multiply(sums, _code(self._average.recip_width))

    def codes(self, quotients: Numbers) -> NDArray[Any]:
        """Codes of FP16."""
        return half_from_wide(FP17.multiply(quotients, _code(self._average.recip_height)))

    def _next(self, sums: Numbers, elements: Numbers) -> Numbers:
        return FP17.add(sums, elements)

    def _next_row(self, sums: Numbers, rows: Numbers) -> Numbers:
        return FP17.add(rows, sums)  # the lower row comes first: its NaN wins, and its sign where they cancel out

    def _padded_row(self, sums: Numbers, pad: int) -> Numbers:
        return FP17.add(sums, _code(pad))

    def _padded(self, sums: Numbers, pad: int) -> Numbers:
        width = wide_from_half(np.array([self._x.kernel], np.float16).view(np.uint16))
        return FP17.add(sums, FP17.multiply(_code(pad), width))


def averages_of(precision: str, average: Average, x: Window, y: Window) -> Averages:
    """How averages of a precision are made."""
    return HalfAverages(average, x, y) if precision == "FP16" else IntegerAverages(precision, average, x, y)


def _low(values: Numbers, bits: int) -> Numbers:
    """The low bits of numbers, with the sign that the highest of them is."""
    half = np.int64(1) << bits - 1
    wrapped: Numbers = (values + half & (half << 1) - 1) - half
    return wrapped


def _quotient(products: Numbers, bits: int) -> Numbers:
    """RSH by the bits of a reciprocal; of one that is not negative the part keeps a bit less before it rounds."""
    rounded = _low(shift_right(products, RECIPROCAL_BITS), bits)
    kept = products & (np.int64(1) << RECIPROCAL_BITS + bits - 1) - 1
    return np.where(products < 0, rounded, _low(shift_right(kept, RECIPROCAL_BITS), bits))


def _code(register: int) -> Numbers:
    """A register's code of FP17."""
    return np.array([register & (1 << CODE_BITS) - 1], np.int64)
