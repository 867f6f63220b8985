"""Random SDP layers: legal, and weighted by what finds bugs (docs/architecture.md, 'Legal and likely')."""

from __future__ import annotations

from models.nvdla.sdp.aspects import EQUAL, aspects_of_sdp
from models.nvdla.sdp.cells import SdpCell, legal_sdp_cells, united
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.firmware.turns import turns
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.sdp.allocate import allocate_sdp
from sequences.nvdla.sdp.draw.knobs import SdpKnobs
from sequences.nvdla.sdp.draw.layer import SdpDraws
from sequences.nvdla.sdp.shapes import SdpShape

TRIES = 100


async def random_sdp(
    bench: NvdlaBench, layers: int, knobs: SdpKnobs | None = None, firmware: FirmwareKnobs | None = None
) -> None:
    """Play random layers, one or two at a time, until as many have run; each gives its memory back.

    Args:
        bench: where to play.
        layers: how many.
        knobs: what they prefer.
        firmware: how they are played; None: in the guide's order, now and then with stalls counted and tables read.
    """
    draws, firmware = SdpDraws(bench, knobs or SdpKnobs()), firmware or FirmwareKnobs(count=0.3, read_back=0.3)
    for groups in turns(bench.rng, layers, 0, draws.knobs.overlap):
        await play_sdp_shapes(bench, [draw_sdp(draws) for _ in groups], firmware)


async def every_sdp_cell(
    bench: NvdlaBench, layers: int = 1, knobs: SdpKnobs | None = None, part: tuple[int, int] = (0, 1)
) -> None:
    """Play so many layers in each cell, two at a time; one that is in several cells counts in each of them.

    Args:
        bench: where to play.
        layers: of each cell.
        knobs: what they prefer.
        part: which part of the cells, and how many parts there are.
    """
    number, count = part
    draws = SdpDraws(bench, knobs or SdpKnobs())
    some = [cell for cell in united(legal_sdp_cells(bench.config))[number::count] for _ in range(layers)]
    for first in range(0, len(some), 2):
        await play_sdp_shapes(bench, [draw_sdp_in_cell(draws, cell) for cell in some[first : first + 2]])


async def play_sdp_shapes(bench: NvdlaBench, shapes: list[SdpShape], firmware: FirmwareKnobs | None = None) -> None:
    """Play layers that have nothing to do with each other, as many at a time as there are groups."""
    pool = SurfacePool(bench)
    chains = [LayerChain(allocate_sdp(bench, shape, pool)) for shape in shapes]
    await bench.play(*chains, knobs=firmware)
    pool.free()


def draw_sdp(draws: SdpDraws) -> SdpShape:
    """One layer: mostly in a cell, else anything."""
    rng, knobs = draws.bench.rng, draws.knobs
    if not chance(rng, knobs.in_a_cell):
        compares = "SDP_Y" in draws.bench.config.features and chance(rng, knobs.compares)
        return draw_sdp_in_cell(draws, SdpCell({"y": EQUAL} if compares else {}))
    cells = legal_sdp_cells(draws.bench.config)
    return draw_sdp_in_cell(draws, cells[int(rng.integers(len(cells)))])


def draw_sdp_in_cell(draws: SdpDraws, cell: SdpCell) -> SdpShape:
    """One layer of a cell.

    Raises:
        ValueError: no legal layer is in the cell.
        RuntimeError: none was found.
    """
    for _ in range(TRIES):
        shape = draws.in_cell(cell)
        if cell.holds(aspects_of_sdp(shape.sdp, draws.bench.config)):
            return shape
    raise RuntimeError(f"no layer of cell {cell.name!r} in {TRIES} draws")
