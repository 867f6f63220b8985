"""Batches: cubes of one shape, the same distance from each to the next."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.side import Side
from sequences.host import Host
from sequences.memory_plan import Surface
from sequences.nvdla.tensors.tensor import Tensor


@dataclass(frozen=True, slots=True)
class TensorBatch:
    """Cubes in a memory: batches, channels, lines, columns.

    Attributes:
        precision: name of the number format.
        layout: where each element of the first cube lies.
        count: how many cubes there are.
        stride_bytes: from one of them to the next.
        surface: the memory that is its own.
        host: reaches the memory.
        blanks: of each cube, what tells that it still holds what `bench.empty_batch` filled it with.
    """

    precision: str
    layout: FeatureCube
    count: int
    stride_bytes: int
    surface: Surface
    host: Host
    blanks: tuple[bytes | None, ...] = field(repr=False, compare=False)

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Batches, channels, lines, columns."""
        return self.count, self.layout.channels, self.layout.height, self.layout.width

    @property
    def side(self) -> Side:
        """Memory, address and strides of the first cube."""
        return self.layout.side

    @property
    def cubes(self) -> tuple[Tensor, ...]:
        """Each cube."""
        return tuple(
            Tensor(self.precision, cube_at(self.layout, number * self.stride_bytes), self.surface, self.host, blank)
            for number, blank in enumerate(self.blanks)
        )

    def numpy(self) -> NDArray[Any]:
        """What memory holds now, [batches, channels, height, width].

        Raises:
            ValueError: nothing has been written to one of them yet.
        """
        return np.stack([cube.numpy() for cube in self.cubes])

    def load(self, values: NDArray[Any]) -> None:
        """Put values into memory through the back door.

        Args:
            values: [batches, channels, height, width].

        Raises:
            ValueError: another shape, or values that the precision does not hold.
        """
        array = np.asarray(values)
        if array.shape != self.shape:
            raise ValueError(f"values of shape {array.shape} for batches of shape {self.shape}")
        for cube, part in zip(self.cubes, array, strict=True):
            cube.load(part)


def cube_at(layout: FeatureCube, offset_bytes: int) -> FeatureCube:
    """The same cube that far behind."""
    return replace(layout, side=replace(layout.side, address=layout.side.address + offset_bytes))
