"""Pooling layers of every order of size, stride, strip and gap, which random ones draw rarely."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from models.nvdla.config import HwConfig
from models.nvdla.pdp.aspects import FLYING, SPLIT_IN_MORE, SPLIT_IN_TWO, STRIDE_AT_MOST, WHOLE, WORKING_MODES
from models.nvdla.pdp.descriptor import METHODS
from models.nvdla.pdp.pooling.line_buffer import widest
from models.nvdla.pdp.pooling.window import KERNEL_AT_MOST, Window
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from sequences.draw import ladder
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.kinds.extents import gap_pairs
from sequences.nvdla.pdp.random import PdpKind
from sequences.nvdla.pdp.shapes import PdpShape
from sequences.nvdla.pdp.small import POINT, Axis, small_pdp
from sequences.nvdla.pdp.strategy import STRIP_COLUMNS_AT_MOST, STRIPS_AT_MOST

LEAST_STRIPS = {FLYING: 1, WHOLE: 1, SPLIT_IN_TWO: 2, SPLIT_IN_MORE: 3}
ONE = Axis()


async def every_pdp_size(bench: NvdlaBench) -> None:
    """Width, height and channels of the input and the output in each working mode, each up to the most there may be."""
    config, precision = bench.config, bench.config.precisions[0]
    most = bench.registers.PDP.D_DATA_CUBE_IN_WIDTH.CUBE_IN_WIDTH.limit + 1
    shapes = []
    for mode, size in product(WORKING_MODES, ladder(4, most)):
        flying, strips = mode == FLYING, (1,) * LEAST_STRIPS[mode]
        line = Axis(outputs=strips)
        shapes.append(small_pdp(config, precision, line, Axis(outputs=(size,)), flying=flying))
        shapes.append(small_pdp(config, precision, line, ONE, flying=flying, channels=size))
        shapes += [small_pdp(config, precision, x, ONE, flying=flying) for x in _lines(config, mode, size)]
    await PdpKind(bench).play(shapes)


async def every_pdp_move(bench: NvdlaBench) -> None:
    """Each pair of strides and of kernels; padding on each side from none to the most that there may be."""
    await PdpKind(bench).play(list(_moves(bench.config)))


async def every_pdp_strip(bench: NvdlaBench) -> None:
    """Numbers of strips, their columns, and what they share, of every order."""
    await PdpKind(bench).play(list(_strips(bench.config)))


async def every_pdp_gap(bench: NvdlaBench) -> None:
    """Gaps between lines and surfaces of the input and the output."""
    config, shapes = bench.config, []
    for at, gaps in enumerate(gap_pairs()):
        precision = config.precisions[at % len(config.precisions)]
        channels = 2 * config.atom_bytes // ELEMENT_BYTES[precision]
        for outputs in ((2,), (1, 1)):
            pair = Axis(POINT, outputs)
            shapes.append(small_pdp(config, precision, pair, Axis(outputs=(2,)), channels=channels, gaps=gaps))
    await PdpKind(bench).play(shapes)


def _lines(config: HwConfig, mode: str, size: int) -> Iterator[Axis]:
    """Lines of so many columns, with as many columns of output, and as few: where a mode can have them."""
    most, count = widest(POINT, config), LEAST_STRIPS[mode]
    room = {SPLIT_IN_TWO: 2 * most, SPLIT_IN_MORE: STRIPS_AT_MOST * most}.get(mode, most)
    stride = ceil_div(size, room)
    if size < count or stride > STRIDE_AT_MOST:
        return
    window = Window(kernel=min(stride, KERNEL_AT_MOST), stride=stride)
    columns = (size - window.kernel) // stride + 1
    if count == 1:
        yield Axis(window, (columns,))
    elif columns * stride <= STRIP_COLUMNS_AT_MOST * (count if mode == SPLIT_IN_TWO else STRIPS_AT_MOST):
        strips = max(count, ceil_div(columns, most))
        each = ceil_div(columns, strips)
        strips = max(count, ceil_div(columns, each))
        last = columns - each * (strips - 1)
        yield Axis(window, (*[each] * (strips - 1), last) if last > 0 else (*[1] * (strips - 1), columns - strips + 1))


def _moves(config: HwConfig) -> Iterator[PdpShape]:
    strides = range(1, STRIDE_AT_MOST + 1)
    for at, (sy, sx) in enumerate(product(strides, strides)):
        x, y = (Window(kernel=(stride + 4) % KERNEL_AT_MOST + 1, stride=stride) for stride in (sx, sy))
        outputs = (2,) if at % 3 else (1, 1)
        precision = config.precisions[at % len(config.precisions)]
        yield small_pdp(
            config, precision, Axis(x, outputs), Axis(y, (2,)), flying=at % 3 == 1, method=METHODS[at // 2 % 3]
        )
    for at, precision in product(range(KERNEL_AT_MOST), config.precisions):
        x = Window(kernel=KERNEL_AT_MOST, stride=1 + at, before=at, after=KERNEL_AT_MOST - 1 - at)
        y = Window(kernel=KERNEL_AT_MOST, stride=2, before=KERNEL_AT_MOST - 1 - at, after=at)
        yield small_pdp(config, precision, Axis(x, (2,)), Axis(y, (3,)), method=METHODS[at % 3])


def _strips(config: HwConfig) -> Iterator[PdpShape]:
    precision, most = config.precisions[-1], widest(POINT, config)
    for count in ladder(4, STRIPS_AT_MOST)[1:]:
        yield small_pdp(config, precision, Axis(POINT, (1,) * count), ONE)
    for columns in ladder(2, most, 2):
        for parts in ((columns, 1), (1, columns), (1, columns, 1)):
            yield small_pdp(config, precision, Axis(POINT, parts), ONE)
    for columns in ladder(2, min(STRIP_COLUMNS_AT_MOST, most * STRIDE_AT_MOST), 2):
        stride = ceil_div(columns, most)
        window = Window(kernel=min(stride, KERNEL_AT_MOST), stride=stride)
        outputs = columns // stride
        for each in ((outputs, 1), (1, outputs), (1, outputs, 1)):
            yield small_pdp(config, precision, Axis(window, each), ONE)
    for shared in range(1 - STRIDE_AT_MOST, KERNEL_AT_MOST):
        kernel = max(shared, 0) + 1
        window = Window(kernel=kernel, stride=kernel - shared)
        yield small_pdp(
            config, precision, Axis(window, (2, KERNEL_AT_MOST, 2)), Axis(outputs=(2,)), method=METHODS[shared % 3]
        )
