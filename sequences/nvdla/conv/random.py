"""Random convolutions: legal, and weighted by what finds bugs (docs/architecture.md, 'Legal and likely')."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from types import MappingProxyType

from models.nvdla.conv.aspects import aspects_of
from models.nvdla.conv.cells import Cell, legal_cells
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.modes import BATCHES, CUBE, IMAGE, OTHER_MODES, WINOGRAD_TILES, mode_of
from models.nvdla.sdp.descriptor import Sdp
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.allocate import allocate_conv
from sequences.nvdla.conv.draw.banks import in_same_banks, spread_banks
from sequences.nvdla.conv.draw.filling import draw_filling
from sequences.nvdla.conv.draw.modes import draw_in_mode
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.mapping.describe import describe_fitting
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.conv.work import moved_bytes, operations_of
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.firmware.turns import turns
from sequences.nvdla.placement.surface_pool import SurfacePool

TRIES, SLOW_TRIES = 400, 20
LARGER: Mapping[str, tuple[int, int]] = MappingProxyType({WINOGRAD_TILES: (4, 32), BATCHES: (4, 8), IMAGE: (3, 3)})
"""How many more operations and bytes layers of some modes may have: one of Winograd makes 8x8 pixels at least."""
ANYTHING: Mapping[str, str] = MappingProxyType({})


async def random_conv(
    bench: NvdlaBench, layers: int, knobs: ConvKnobs | None = None, firmware: FirmwareKnobs | None = None
) -> None:
    """Play random layers, one or two at a time, until as many have run; each gives its memory back.

    Args:
        bench: where to play.
        layers: how many.
        knobs: what they prefer.
        firmware: how they are played; None: in the guide's order, now and then with stalls counted.
    """
    knobs, firmware = knobs or ConvKnobs(), firmware or FirmwareKnobs(count=0.3)
    for groups in turns(bench.rng, layers, 0, knobs.overlap):
        await play_shapes(bench, _draw_turn(bench, knobs, len(groups)), replace(firmware, together=knobs.together))


async def every_cell(
    bench: NvdlaBench,
    layers: int = 1,
    knobs: ConvKnobs | None = None,
    part: tuple[int, int] = (0, 1),
    modes: Collection[str] = (CUBE,),
) -> None:
    """Play so many layers in each cell, two at a time.

    Args:
        bench: where to play.
        layers: of each cell.
        knobs: what they prefer.
        part: which part of the cells, and how many parts there are.
        modes: those of the cells.
    """
    number, count = part
    some = legal_cells(bench.config, modes)[number::count]
    drawn = [draw_in_cell(bench, cell, knobs) for cell in some for _ in range(layers)]
    for first in range(0, len(drawn), 2):
        await play_shapes(bench, drawn[first : first + 2])


async def play_shapes(bench: NvdlaBench, shapes: list[ConvShape], firmware: FirmwareKnobs | None = None) -> None:
    """Play layers that have nothing to do with each other, as many at a time as there are groups."""
    pool = SurfacePool(bench)
    chains = [LayerChain(allocate_conv(bench, shape, pool)) for shape in shapes]
    await bench.play(*chains, knobs=firmware)
    pool.free()


def _draw_turn(bench: NvdlaBench, knobs: ConvKnobs, count: int) -> list[ConvShape]:
    """Layers that are in flight together; two of them often in the same banks, and now and then these are full."""
    rng = bench.rng
    if count > 1 and chance(rng, knobs.filling):
        image = knobs.other_modes > 0 and chance(rng, knobs.other_modes)
        if pair := draw_filling(bench, knobs, image=image):
            return pair
    shapes = [draw_conv(bench, knobs) for _ in range(count)]
    return in_same_banks(shapes, bench.config) if chance(rng, knobs.same_banks) else shapes


def draw_conv(bench: NvdlaBench, knobs: ConvKnobs | None = None) -> ConvShape:
    """One layer: mostly in a cell, else anything."""
    knobs = knobs or ConvKnobs()
    other = knobs.other_modes > 0 and chance(bench.rng, knobs.other_modes)
    cells = legal_cells(bench.config, OTHER_MODES if other else (CUBE,))
    if not chance(bench.rng, knobs.in_a_cell):
        mode = cells[int(bench.rng.integers(len(cells)))].mode if other else CUBE
        return _draw(bench, Cell(ANYTHING, mode=mode), knobs)
    return draw_in_cell(bench, cells[int(bench.rng.integers(len(cells)))], knobs)


def draw_in_cell(bench: NvdlaBench, cell: Cell, knobs: ConvKnobs | None = None) -> ConvShape:
    """One layer of a cell; what the cell leaves open is drawn.

    Raises:
        ValueError: no legal layer is in the cell.
    """
    if cell.illegal:
        raise ValueError(f"{cell.name}: no legal layer is in this cell: {cell.illegal}")
    return _draw(bench, cell, knobs or ConvKnobs())


def _draw(bench: NvdlaBench, cell: Cell, knobs: ConvKnobs) -> ConvShape:
    """Draw until it fits and is cheap enough; the longer that takes, the smaller it gets and the more it may cost."""
    for number in range(TRIES):
        operations = max(1, knobs.operations_at_most * (TRIES - 2 * number) // TRIES)
        shape = draw_in_mode(bench, cell.mode, cell.wanted, replace(knobs, operations_at_most=operations))
        layer = describe_fitting(shape, bench.config) if shape else None
        if shape is None or layer is None or not _is_cheap(bench, *layer, knobs, 1 + number / SLOW_TRIES):
            continue
        if cell.holds(aspects_of(*layer, bench.config)):
            return spread_banks(bench.rng, shape, bench.config)
    raise RuntimeError(
        f"no legal layer of cell {cell.name!r} in {TRIES} draws; with more operations there is more room"
    )


def _is_cheap(bench: NvdlaBench, conv: Conv, sdp: Sdp, knobs: ConvKnobs, slack: float) -> bool:
    """Whether a simulator plays it soon enough: few operations, small cubes."""
    more_operations, more_bytes = LARGER.get(mode_of(conv), (1, 1))
    operations, size_bytes = operations_of(conv, bench.config), moved_bytes(conv, sdp, bench.config)
    most = knobs.operations_at_most * slack * more_operations
    return operations <= most and size_bytes <= knobs.bytes_at_most * more_bytes
