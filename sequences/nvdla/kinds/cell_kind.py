"""A kind of layers that has cells: random layers of it, and a layer of every cell."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from models.nvdla.cells import AspectCell
from sequences.draw import chance
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.kinds.layer_kind import LayerKind, S


@dataclass(frozen=True, slots=True, kw_only=True)
class CellKnobs:
    """What random layers prefer, whichever cells there are.

    Attributes:
        in_a_cell: how often a cell is drawn first; else anything is.
    """

    in_a_cell: float = 0.7


K = TypeVar("K", bound=CellKnobs)


@dataclass(slots=True)
class CellKind(LayerKind[S], Generic[S, K]):
    """Layers of a unit that random tests draw in each cell.

    Attributes:
        knobs: what they prefer.
    """

    TRIES: ClassVar[int] = 100
    """Draws of a cell, until it counts as empty."""
    FIRMWARE: ClassVar[FirmwareKnobs] = FirmwareKnobs(count=0.3)
    """How random layers are played if nothing else is asked: in the guide's order, now and then with stalls counted."""

    knobs: K

    @abstractmethod
    def cells(self) -> Sequence[AspectCell]:
        """The cells that there is a layer in."""

    @abstractmethod
    def attempt(self, cell: AspectCell, number: int) -> S | None:
        """One draw of a cell; what the cell leaves open is drawn. None where it came to nothing, or to another cell.

        Args:
            cell: the cell.
            number: of draws before it.
        """

    def anything(self) -> AspectCell:
        """What is drawn where it is to be in no cell."""
        return AspectCell({})

    def united(self) -> Sequence[AspectCell]:
        """Cells, some of them several in one, so that a layer of each of these is in all of them."""
        return self.cells()

    def draw(self) -> S:
        """One layer: mostly in a cell, else anything."""
        return self.in_cell(self.choose(self.cells()) or self.anything())

    def choose(self, cells: Sequence[AspectCell]) -> AspectCell | None:
        """One of some cells, as often as the knobs say."""
        return cells[int(self.rng.integers(len(cells)))] if chance(self.rng, self.knobs.in_a_cell) else None

    def in_cell(self, cell: AspectCell) -> S:
        """One layer of a cell.

        Raises:
            ValueError: no legal layer is in the cell.
            RuntimeError: none was found.
        """
        if cell.illegal:
            raise ValueError(f"{cell.name}: no legal layer is in this cell: {cell.illegal}")
        for number in range(self.TRIES):
            shape = self.attempt(cell, number)
            if shape is not None:
                return shape
        raise RuntimeError(f"no layer of cell {cell.name!r} in {self.TRIES} draws")

    def programs(self, layers: int) -> Iterator[Iterable[S]]:
        """So many random layers, those together that are drawn before the first of them is played."""
        yield [self.draw() for _ in range(layers)]

    async def play_random(self, layers: int, firmware: FirmwareKnobs | None = None) -> None:
        """Play random layers.

        Args:
            layers: how many.
            firmware: how they are played; None: as `FIRMWARE` says.
        """
        for shapes in self.programs(layers):
            await self.play(shapes, self.firmware(firmware))

    def firmware(self, asked: FirmwareKnobs | None) -> FirmwareKnobs:
        """How random layers are played."""
        return asked or self.FIRMWARE

    async def play_cells(self, part: tuple[int, int] = (0, 1), firmware: FirmwareKnobs | None = None) -> None:
        """Play a layer in each cell; one that is in several cells counts in each of them.

        Args:
            part: which part of the cells, and how many parts there are.
            firmware: how they are played.
        """
        number, count = part
        await self.play(self.in_each(self.united()[number::count]), firmware)

    def in_each(self, cells: Sequence[AspectCell]) -> Iterable[S]:
        """A layer in each of some cells."""
        return [self.in_cell(cell) for cell in cells]
