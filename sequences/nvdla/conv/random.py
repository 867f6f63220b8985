"""Random convolutions: legal, and weighted by what finds bugs (docs/architecture.md, 'Legal and likely')."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from models.nvdla.cells import AspectCell, legal
from models.nvdla.conv.aspects import aspects_of_conv
from models.nvdla.conv.buffer.sizes import bank_bytes
from models.nvdla.conv.cells import ConvCell, conv_cells
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.modes import BATCHES, CUBE, IMAGE, OTHER_MODES, WINOGRAD_TILES, mode_of
from models.nvdla.sdp.descriptor import Sdp
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.allocate import allocate_conv
from sequences.nvdla.conv.draw.banks import in_same_banks, spread_banks
from sequences.nvdla.conv.draw.far import draw_far
from sequences.nvdla.conv.draw.filling import draw_filling
from sequences.nvdla.conv.draw.modes import draw_in_mode
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.mapping.describe import describe_fitting
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.conv.work import moved_bytes, operations_of
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.turns import turns
from sequences.nvdla.kinds.cell_kind import CellKind
from sequences.nvdla.kinds.layer_kind import Layers
from sequences.nvdla.placement.surface_pool import SurfacePool

SLOW_TRIES = 20
"""Draws behind which a layer may cost as much again."""
FAR_TIMES = 8
"""So many times the operations of other layers may those have that fill the buffer."""
LARGER: Mapping[str, tuple[int, int]] = MappingProxyType({WINOGRAD_TILES: (4, 32), BATCHES: (4, 8), IMAGE: (3, 3)})
"""How many more operations and bytes layers of some modes may have: one of Winograd makes 8x8 pixels at least."""


@dataclass(slots=True)
class ConvKind(CellKind[ConvShape, ConvKnobs]):
    """Convolutions, each with its SDP layer.

    Attributes:
        modes: those of cells of which each is played.
    """

    TRIES = 400
    AT_A_TIME = 2

    knobs: ConvKnobs = field(default_factory=ConvKnobs)
    modes: Collection[str] = (CUBE,)

    def cells(self) -> Sequence[AspectCell]:
        """The cells that there is a layer in."""
        return legal(conv_cells(self.config, self.modes))

    def draw(self) -> ConvShape:
        """One layer, of a feature cube or of another mode: mostly in a cell, else anything."""
        modes = self._modes_of_one()
        cells = legal(conv_cells(self.config, modes))
        if cell := self.choose(cells):
            return self.in_cell(cell)
        mode = CUBE if CUBE in modes else cells[int(self.rng.integers(len(cells)))].mode
        return self.in_cell(ConvCell({"mode": mode}))

    def _modes_of_one(self) -> Collection[str]:
        """What the next layer may be."""
        if self.knobs.other_modes > 0 and chance(self.rng, self.knobs.other_modes):
            return OTHER_MODES
        image = self.knobs.images > 0 and chance(self.rng, self.knobs.images)
        return (IMAGE,) if image else (CUBE,)

    def attempt(self, cell: AspectCell, number: int) -> ConvShape | None:
        """One draw that fits; the longer that takes, the smaller it gets and the more it may cost."""
        operations = max(1, self.knobs.operations_at_most * (self.TRIES - 2 * number) // self.TRIES)
        shape = draw_in_mode(self.bench, cell.wanted, replace(self.knobs, operations_at_most=operations))
        layer = describe_fitting(shape, self.config) if shape else None
        if shape is None or layer is None or not _is_cheap(self.bench, *layer, self.knobs, 1 + number / SLOW_TRIES):
            return None
        holds = cell.holds(aspects_of_conv(*layer, self.config))
        return spread_banks(self.rng, shape, self.config) if holds else None

    def programs(self, layers: int) -> Iterator[Iterable[ConvShape]]:
        """One layer or two at a time, the two often in the same banks, and now and then these are full."""
        return (self._turn(len(groups)) for groups in turns(self.rng, layers, 0, self.knobs.overlap))

    def _turn(self, count: int) -> list[ConvShape]:
        if self.knobs.far > 0 and chance(self.rng, self.knobs.far):
            return self._far_turn(count)
        if count > 1 and chance(self.rng, self.knobs.filling):
            image = self.knobs.other_modes > 0 and chance(self.rng, self.knobs.other_modes)
            if pair := draw_filling(self.bench, self.knobs, image=image):
                return pair
        shapes = [self.draw() for _ in range(count)]
        return in_same_banks(shapes, self.config) if chance(self.rng, self.knobs.same_banks) else shapes

    def _far_turn(self, count: int) -> list[ConvShape]:
        """Layers of which a size goes far, or two that fill the buffer."""
        if count > 1 and chance(self.rng, self.knobs.filling):
            knobs = replace(self.knobs, operations_at_most=FAR_TIMES * self.knobs.operations_at_most)
            whole = self.config.cbuf_banks * bank_bytes(self.config)
            if pair := draw_filling(self.bench, knobs, image=chance(self.rng, 0.5), filled_bytes=whole):
                return pair
        shapes = [spread_banks(self.rng, draw_far(self.bench, self.knobs), self.config) for _ in range(count)]
        return in_same_banks(shapes, self.config) if chance(self.rng, self.knobs.same_banks) else shapes

    def firmware(self, asked: FirmwareKnobs | None) -> FirmwareKnobs:
        """How random layers are played: two of them as often programmed together as the knobs say."""
        return replace(asked or self.FIRMWARE, together=self.knobs.together)

    def allocate(self, shape: ConvShape, pool: SurfacePool | None = None) -> Layers:
        """Give a layer surfaces."""
        return allocate_conv(self.bench, shape, pool)


def _is_cheap(bench: NvdlaBench, conv: Conv, sdp: Sdp, knobs: ConvKnobs, slack: float) -> bool:
    """Whether a simulator plays it soon enough: few operations, small cubes, but room for two stripes."""
    more_operations, more_bytes = LARGER.get(mode_of(conv), (1, 1))
    operations, size_bytes = operations_of(conv, bench.config), moved_bytes(conv, sdp, bench.config)
    most = knobs.operations_at_most * slack * more_operations
    two_stripes_bytes = 2 * bench.config.mac_cells * bench.config.atom_bytes
    return operations <= most and size_bytes <= max(knobs.bytes_at_most, two_stripes_bytes) * more_bytes
