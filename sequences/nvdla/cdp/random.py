"""Random layers of CDP: legal, in every cell, with look-up tables that they meet."""

from __future__ import annotations

from collections.abc import Sequence

from models.nvdla.cdp.aspects import aspects_of_cdp
from models.nvdla.cdp.cells import legal_cdp_cells, united_cdp
from models.nvdla.cells import AspectCell
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.allocate import allocate_cdp
from sequences.nvdla.cdp.draw import CdpDraws, CdpKnobs
from sequences.nvdla.cdp.shapes import CdpShape
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.placement.surface_pool import SurfacePool

SMALL = CdpKnobs(columns_at_most=5, lines_at_most=2, surfaces_at_most=2, keep_tables=0.95, wide=0.02)
TRIES = 100
AT_A_TIME = 8
"""Layers of one program."""
ANYTHING = AspectCell({})


async def every_cdp_cell(
    bench: NvdlaBench,
    layers: int = 1,
    knobs: CdpKnobs = SMALL,
    firmware: FirmwareKnobs | None = None,
    part: tuple[int, int] = (0, 1),
) -> None:
    """Play so many small layers in each cell; one that is in several cells counts in each of them.

    Args:
        bench: where to play.
        layers: of each cell.
        knobs: what they prefer.
        firmware: how they are played.
        part: which part of the cells, and how many parts there are.
    """
    number, count = part
    draws = CdpDraws(bench.rng, bench.config, knobs)
    some = [cell for cell in united_cdp(bench.config)[number::count] for _ in range(layers)]
    await play_cdp_shapes(bench, [draw_cdp_in_cell(draws, cell) for cell in some], firmware)


async def random_cdp(
    bench: NvdlaBench, layers: int, knobs: CdpKnobs | None = None, firmware: FirmwareKnobs | None = None
) -> None:
    """Play random layers.

    Args:
        bench: where to play.
        layers: how many.
        knobs: what they prefer.
        firmware: how they are played; None: in the guide's order, now and then with stalls counted and tables read.
    """
    firmware = firmware or FirmwareKnobs(count=0.3, read_back=0.3)
    draws = CdpDraws(bench.rng, bench.config, knobs or CdpKnobs())
    await play_cdp_shapes(bench, [draw_any_cdp(draws) for _ in range(layers)], firmware)


async def play_cdp_shapes(bench: NvdlaBench, shapes: Sequence[CdpShape], firmware: FirmwareKnobs | None = None) -> None:
    """Play layers that have nothing to do with each other, some in each program: both groups are always busy."""
    for first in range(0, len(shapes), AT_A_TIME):
        pool = SurfacePool(bench)
        some = [allocate_cdp(bench, shape, pool) for shape in shapes[first : first + AT_A_TIME]]
        await bench.play(*some, knobs=firmware)
        pool.free()


def draw_any_cdp(draws: CdpDraws) -> CdpShape:
    """One layer: mostly in a cell, else anything."""
    cells = legal_cdp_cells(draws.config)
    chosen = cells[int(draws.rng.integers(len(cells)))] if chance(draws.rng, draws.knobs.in_a_cell) else ANYTHING
    return draw_cdp_in_cell(draws, chosen)


def draw_cdp_in_cell(draws: CdpDraws, cell: AspectCell) -> CdpShape:
    """One layer of a cell.

    Raises:
        ValueError: no legal layer is in the cell.
        RuntimeError: none was found.
    """
    if cell.illegal:
        raise ValueError(f"{cell.name}: no legal layer is in this cell: {cell.illegal}")
    for _ in range(TRIES):
        shape = draws.draw(cell.wanted, cell.aim)
        if cell.holds(aspects_of_cdp(shape.cdp, draws.config)):
            return shape
    raise RuntimeError(f"no layer of cell {cell.name!r} in {TRIES} draws")
