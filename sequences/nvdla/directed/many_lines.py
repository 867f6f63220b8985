"""Random layers of very many short lines, which fill every queue on their way wherever memories make them wait."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.blocks.counted import READ_STALL, WRITE_STALL
from models.nvdla.cdp.descriptor import READER as CDP_RDMA
from models.nvdla.cdp.descriptor import UNIT as CDP
from models.nvdla.cdp.rules.tables import LIMITS
from models.nvdla.pdp.registers import READER as PDP_RDMA
from models.nvdla.pdp.registers import UNIT as PDP
from models.nvdla.rubik.descriptor import MODES
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.extents import small_cdp
from sequences.nvdla.cdp.random import CdpKind
from sequences.nvdla.cdp.shapes import CdpShape
from sequences.nvdla.firmware.firmware import COUNTED
from sequences.nvdla.firmware.groups import turn_of
from sequences.nvdla.firmware.slots import count_stalls, gather, launch, serve_groups
from sequences.nvdla.lut.ends import TableEnds, any_tables
from sequences.nvdla.pdp.random import PdpKind
from sequences.nvdla.pdp.small import Axis, small_pdp
from sequences.nvdla.registers.statuses import last_status
from sequences.nvdla.rubik.groups import serve_rubik, start_rubik
from sequences.nvdla.rubik.shapes import RubikShape
from sequences.nvdla.tensors.side_shape import SideShape

LINES = (380, 420)
"""So many more than all queues hold that waits of 200 cycles for each of the others are beyond what 16 bits count."""
BEGIN = (0.65, 0.8)
"""The part of them with which longer ones begin, when queues are full at last."""
FEW_LINES = (1, 1)
"""Of a layer in the other group behind one of many lines, and of one in the same group: neither waits as long."""
ATOMS = (1, 2)
"""Of a line: of the first ones and of the others, so that none of these passes for one that waits."""


async def copy_many_lines(bench: NvdlaBench) -> None:
    """A launch of two operations, with stalls counted."""
    rng, group, block = bench.rng, int(bench.rng.integers(2)), bench.registers.BDMA
    lines = _draw_lines(rng)
    first = int(lines * rng.uniform(*BEGIN))
    copy = CopyShape(source=_draw_side(bench), destination=_draw_side(bench))
    shapes = [
        replace(copy, line_atoms=atoms, lines=count) for atoms, count in zip(ATOMS, (first, lines - first), strict=True)
    ]
    await count_stalls(bench, enable=True)
    await gather(bench, [allocate_copy(bench, shape) for shape in shapes])
    await launch(bench, group)
    await serve_groups(bench, group)
    await bench.host.write(block.CFG_STATUS, block.CFG_STATUS.reset)


async def reorder_many_lines(bench: NvdlaBench) -> None:
    """A layer of Rubik in any mode, with stalls counted."""
    rng, group = bench.rng, await turn_of(bench, bench.registers.RBK)
    shape = RubikShape(
        mode=str(rng.choice(MODES)),
        width=int(rng.integers(1, bench.config.atom_bytes + 1)),
        height=_draw_lines(rng),
        source=_draw_side(bench),
        destination=_draw_side(bench),
        count_stalls=True,
    )
    await start_rubik(bench, group, shape)
    await serve_rubik(bench, group)


async def pool_many_lines(bench: NvdlaBench) -> None:
    """Layers of PDP, from memory, in both groups, and small ones behind them, with stalls counted.

    Raises:
        AssertionError: of many lines none had to wait.
    """
    config, rng = bench.config, bench.rng
    columns = Axis(outputs=(int(rng.choice(ATOMS)),))
    precision = str(rng.choice(config.precisions))
    for lines in (_draw_lines(rng), _draw_lines(rng), *FEW_LINES):
        await PdpKind(bench).play([small_pdp(config, precision, columns, Axis(outputs=(lines,)))], COUNTED)
        if lines not in FEW_LINES:
            await _have_waited(bench, PDP_RDMA, PDP)


async def normalise_many_lines(bench: NvdlaBench) -> None:
    """Layers of CDP in both groups, and small ones behind them, with stalls counted.

    Raises:
        AssertionError: of many lines none had to wait.
    """
    config, rng = bench.config, bench.rng
    precision = str(rng.choice(config.precisions))
    tables, lut = any_tables(rng, config, precision), TableEnds(LIMITS[precision]).apart(1)
    width = int(rng.choice(ATOMS))
    for lines in (_draw_lines(rng), _draw_lines(rng), *FEW_LINES):
        cdp = small_cdp(config, precision, lut, tables, (1, lines, width))
        await CdpKind(bench).play([CdpShape(cdp=cdp)], COUNTED)
        if lines not in FEW_LINES:
            await _have_waited(bench, CDP_RDMA, CDP)


async def _have_waited(bench: NvdlaBench, reader: str, unit: str) -> None:
    """Reads and writes of the last layer waited, as its counts show."""
    for block, name in ((reader, READ_STALL), (unit, WRITE_STALL)):
        assert await last_status(bench, block, name) > 0, f"{block}.{name}: of many lines none had to wait"


def _draw_lines(rng: np.random.Generator) -> int:
    return int(rng.integers(*LINES))


def _draw_side(bench: NvdlaBench) -> SideShape:
    return SideShape(str(bench.rng.choice(list(bench.config.ports))))
