"""A row of convolutions that use again what the one before left in the buffer, before they have memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from models.nvdla.config import HwConfig
from models.nvdla.registers import registers
from sequences.nvdla.conv.draw.far import COLUMNS_AT_MOST, OPERATIONS_AT_MOST, data_entries
from sequences.nvdla.conv.mapping.parts import ConvPart
from sequences.nvdla.conv.shapes import ConvShape


class Link(Enum):
    """What a layer takes over: data and weights each as a whole, lines as the last ones of the layer before."""

    FRESH = "fresh"
    """Nothing, and banks may change."""
    WASTED = "wasted"
    """Nothing, though the layer before leaves something."""
    DATA = "data"
    WEIGHTS = "weights"
    BOTH = "data and weights"
    LINES = "lines"
    LINES_AND_WEIGHTS = "lines and weights"

    @property
    def data(self) -> bool:
        """Whether all data are used again."""
        return self in (Link.DATA, Link.BOTH)

    @property
    def lines(self) -> bool:
        """Whether some lines are."""
        return self in (Link.LINES, Link.LINES_AND_WEIGHTS)

    @property
    def weights(self) -> bool:
        """Whether weights are."""
        return self in (Link.WEIGHTS, Link.BOTH, Link.LINES_AND_WEIGHTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowKnobs:
    """What random rows prefer.

    Attributes:
        layers_at_most: layers of a row.
        lines_at_most: lines of an input; `columns_at_most` columns.
        columns_at_most: likewise.
        operations_at_most: MAC operations of a layer.
        changing: how often banks change where nothing is used again.
        images: how often the input is an image; `batches` several cubes.
        batches: how often it is.
        compressed: how often kernels are compressed.
    """

    layers_at_most: int = 6
    lines_at_most: int = 12
    columns_at_most: int = 6
    operations_at_most: int = 300
    changing: float = 0.5
    images: float = 0.25
    batches: float = 0.15
    compressed: float = 0.3


def far_rows(config: HwConfig) -> RowKnobs:
    """What rows prefer that go on from each other with as many lines as the buffer holds and can be released.

    Args:
        config: the hardware configuration.
    """
    released = registers(config).CSC.D_RELEASE.RLS_SLICES.limit + 1
    lines = min(released // 2, data_entries(config))  # an input may have as many again, and a layer all of them
    return RowKnobs(lines_at_most=lines, columns_at_most=COLUMNS_AT_MOST, operations_at_most=OPERATIONS_AT_MOST)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowLayer(ConvPart):
    """One layer of a row.

    Attributes:
        cube: which input of the row it reads.
        kernels: which kernels of the row it has.

    The others are those of `ConvPart`.
    """

    cube: int
    kernels: int

    @property
    def end(self) -> int:
        """The line behind its last one."""
        return self.first + self.shape.height


@dataclass(frozen=True, slots=True)
class Row:
    """Layers that go on from each other.

    Attributes:
        layers: one behind the other.
        cubes: lines of each input; all else of it is in the shapes.
    """

    layers: tuple[RowLayer, ...]
    cubes: tuple[int, ...]

    def reader(self, cube: int) -> ConvShape:
        """The first layer of an input, with all lines of that."""
        shape = next(item.shape for item in self.layers if item.cube == cube)
        return replace(shape, height=self.cubes[cube])
