"""PDP at the corners: each number that registers hold, each number of padded elements, full line buffers, NaN."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.numbers.formats import FP17
from models.nvdla.numbers.wide import wide_code
from models.nvdla.pdp.aspects import FLYING, WORKING_MODES
from models.nvdla.pdp.descriptor import METHODS
from models.nvdla.pdp.pooling.line_buffer import widest
from models.nvdla.pdp.pooling.window import KERNEL_AT_MOST, RECIPROCAL_ONE, Average, PadValues, Window
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.pdp.extents import LEAST_STRIPS
from sequences.nvdla.pdp.layers import PdpLayer, Pool
from sequences.nvdla.pdp.random import PdpKind
from sequences.nvdla.pdp.shapes import PdpShape
from sequences.nvdla.pdp.small import POINT, Axis, small_pdp
from sequences.nvdla.sdp.corner_numbers import HALVES, ends
from sequences.nvdla.tensors.elements.values import ENDS_OF_RANGE, classes_of

SHAPE = (5, 3, 3)
WIDE_CODES = (0x0_0000, 0x1_0000, 0x0_0001, 0x0_7C00, 0x1_7C00, 0x0_FBFF, 0x1_FBFF, 0x0_FC01, 0x1_FE55)
"""FP17 of every kind: zeros, the smallest number, ones, the largest, NaN."""
FEW_BITS = (RECIPROCAL_ONE // KERNEL_AT_MOST, 5, 1, 0)
"""Reciprocals that are legal of every kernel."""


async def every_pdp_number(bench: NvdlaBench) -> None:
    """Values that padded elements hold, reciprocals, how many elements of a window are padded."""
    parts = _pads, _missing, _reciprocals, _small_between
    await PdpKind(bench).play([shape for part in parts for shape in part(bench.config)])


async def every_pdp_value(bench: NvdlaBench) -> None:
    """Elements of every class in each method, NaN kept and flushed; lines that fill the line buffer in each mode."""
    await PdpKind(bench).play([*_values(bench.config), *_full(bench.config)])


async def nan_in_windows(bench: NvdlaBench) -> None:
    """Windows full of NaN that differ, of zeros and infinities with either sign, in a cube and in strips."""
    if "FP16" not in bench.config.precisions:
        return
    for method, flushed in product(METHODS, (False, True)):
        pool = Pool(method, kernel=3, pad=1)
        _, y = pool.windows(SHAPE[1], SHAPE[2])
        for columns in (SHAPE[2], 2 * widest(y, bench.config) + 1):
            codes = bench.rng.choice(np.array(HALVES, np.uint16), (*SHAPE[:2], columns))
            x = bench.tensor(codes.view(np.float16), "FP16")
            y_tensor = bench.empty(pool.shape(x.shape), "FP16")
            await bench.play(PdpLayer(pool, y_tensor, x=x, nan_to_zero=flushed))


def _pads(config: HwConfig) -> Iterator[PdpShape]:
    """One element of a row is padded, or one row, or both."""
    for precision in config.precisions:
        for at, value in enumerate(WIDE_CODES if precision == "FP16" else ends(8 * ELEMENT_BYTES[precision])):
            x = Axis(Window(kernel=3, stride=2, before=1 + at % 2), (2,))
            y = Axis(Window(kernel=2, before=at // 2 % 2), (2,))
            average = Average.of(precision, x.window, y.window, 0 if precision == "FP16" else value)
            if precision == "FP16":
                average = replace(average, pads=PadValues.of([value] * (KERNEL_AT_MOST - 1)))
            yield small_pdp(config, precision, x, y, average=average)


def _missing(config: HwConfig) -> Iterator[PdpShape]:
    """Windows that lack as many columns, and as many lines, as there can be, at the beginning and at the end."""
    most = KERNEL_AT_MOST - 1
    long = Axis(Window(kernel=KERNEL_AT_MOST, before=most, after=most), (2 * KERNEL_AT_MOST,))
    short = Axis(Window(kernel=2), (2,))
    for precision in config.precisions:
        fits = min(long.outputs[0], widest(long.window, config))
        square = Axis(replace(long.window), (fits,)) if fits >= KERNEL_AT_MOST else None
        pairs = [(long, short), (short, long), *([(square, long)] if square and square.size > 0 else [])]
        for (x, y), value in product(pairs, (3, -3)):
            yield small_pdp(
                config, precision, x, y, average=Average.of(precision, x.window, y.window, value), values="small"
                if precision != "FP16" else "ordinary",
            )  # fmt: skip


def _reciprocals(config: HwConfig) -> Iterator[PdpShape]:
    axis = Axis(Window(kernel=3, stride=2), (2,))
    for precision in config.precisions:
        numbers = WIDE_CODES if precision == "FP16" else FEW_BITS
        for at, number in enumerate(numbers):
            average = Average(recip_width=number, recip_height=numbers[at // 2 % len(numbers)])
            yield small_pdp(config, precision, axis, axis, average=average)
            turned = replace(average, recip_width=average.recip_height, recip_height=average.recip_width)
            yield small_pdp(config, precision, axis, axis, average=turned)


def _small_between(config: HwConfig) -> Iterator[PdpShape]:
    """One reciprocal makes products next to the smallest numbers that there are, the other makes them large again."""
    if "FP16" not in config.precisions:
        return
    axis = Axis(Window(kernel=3, stride=2), (4,))
    for bits in range(FP17.bias - 5, FP17.bias + 2):
        average = Average(recip_width=wide_code(2.0**-bits), recip_height=wide_code(2.0**bits))
        yield small_pdp(config, "FP16", axis, axis, average=average, values="ordinary")


def _values(config: HwConfig) -> Iterator[PdpShape]:
    for precision, method, (columns, lines) in product(config.precisions, METHODS, ((1, 1), (2, 1), (1, 3))):
        down = Window(kernel=lines)
        x = Axis(Window(kernel=columns), (min(16, widest(down, config)),))
        yield small_pdp(config, precision, x, Axis(down, (2,)), method=method, values=ENDS_OF_RANGE[precision])
    x, y = Axis(Window(kernel=3, before=1), (4,)), Axis(Window(kernel=2), (3,))
    for precision, method in product(config.precisions, METHODS):
        for at, values in enumerate(classes_of(precision)):
            for flying in (False, True):
                yield small_pdp(
                    config, precision, x, y, flying=flying, method=method, values=values, nan_to_zero=bool(at % 2)
                )


def _full(config: HwConfig) -> Iterator[PdpShape]:
    """As many columns as fit, of each strip, where 1, 2, 4 and 8 lines are pooled at once."""
    for at, (mode, lines) in enumerate(product(WORKING_MODES, (1, 2, 3, 4, 5, 8))):
        y = Axis(Window(kernel=lines, before=lines - 1), (2,))
        columns = (widest(y.window, config),) * LEAST_STRIPS[mode]
        precision, method = config.precisions[at % len(config.precisions)], METHODS[at // 2 % len(METHODS)]
        yield small_pdp(config, precision, Axis(POINT, columns), y, flying=mode == FLYING, method=method)
        yield small_pdp(config, precision, Axis(Window(kernel=2), columns), y, flying=mode == FLYING, method=method)
