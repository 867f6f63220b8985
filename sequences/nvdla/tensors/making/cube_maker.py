"""Making tensors of feature cubes and of planes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from numpy.typing import ArrayLike, NDArray

from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.surface_layout import ceil_div
from sequences.memory_plan import Filled, Surface
from sequences.nvdla.target import NvdlaTarget
from sequences.nvdla.tensors.arguments import need_apart, need_gaps, need_room, need_shape
from sequences.nvdla.tensors.atoms import atoms_in
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.elements.blank import blank_of
from sequences.nvdla.tensors.elements.elements import elements_of
from sequences.nvdla.tensors.side_shape import SideShape
from sequences.nvdla.tensors.tensor import Tensor, align_bytes, layout_at_zero, most_extents, room_bytes

Shape = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class CubeMaker(NvdlaTarget):
    """Makes cubes in memory; attributes are those of `NvdlaTarget`."""

    def tensor(
        self,
        values: ArrayLike,
        precision: str,
        *,
        ram: str = "DBB",
        layout: str = "cube",
        gaps: tuple[int, int] = (0, 0),
        at: int | None = None,
    ) -> Tensor:
        """A tensor that holds values.

        Args:
            values: [channels, height, width].
            precision: ``INT8``, ``INT16`` or ``FP16``.
            ram: the memory: ``DBB`` or ``CVSRAM``.
            layout: ``cube`` for feature data, ``planes`` for planar data.
            gaps: between lines and between surfaces, in atoms; of planes, in multiples of 64 bytes.
            at: its address; None: anywhere.

        Raises:
            ValueError: a name that is none, an array of another rank, values that the precision does not hold, gaps
                that strides do not hold, or an address where it cannot lie.
        """
        elements: NDArray[Any] = elements_of(values, precision)
        tensor = self.empty(elements.shape, precision, ram=ram, layout=layout, gaps=gaps, at=at)
        tensor.load(elements)
        return tensor

    def empty(
        self,
        shape: tuple[int, ...],
        precision: str,
        *,
        ram: str = "DBB",
        layout: str = "cube",
        gaps: tuple[int, int] = (0, 0),
        at: int | None = None,
    ) -> Tensor:
        """A tensor for results; it holds random bytes, and so does what lies around it. Arguments as of `tensor`.

        Raises:
            ValueError: as `tensor`.
        """
        need_shape("a tensor", shape, "channels x height x width", most_extents(self.registers))
        extents: Shape = (shape[0], shape[1], shape[2])
        port = self.config.port(ram).name
        at_zero = layout_at_zero(layout, ram, extents, precision, gaps=gaps, config=self.config)
        surface, filled = self._filled(port, room_bytes(at_zero), align_bytes(layout, self.config), at)
        allocated = replace(at_zero, side=replace(at_zero.side, address=surface.address))
        return Tensor(precision, allocated, surface, self.host, blank_of(allocated, atoms_in(filled, allocated)))

    def batch(
        self, values: ArrayLike, precision: str, *, ram: str = "DBB", gaps: tuple[int, int] = (0, 0), apart: int = 0
    ) -> TensorBatch:
        """Cubes that one convolution reads as batches.

        Args:
            values: [batches, channels, height, width].
            precision: ``INT8``, ``INT16`` or ``FP16``.
            ram: the memory: ``DBB`` or ``CVSRAM``.
            gaps: between lines and between surfaces, in atoms.
            apart: atoms between two cubes.

        Raises:
            ValueError: as of `tensor`.
        """
        elements: NDArray[Any] = elements_of(values, precision)
        tensor = self._batch(elements.shape, precision, ram, gaps, (apart, self.config.atom_bytes))
        tensor.load(elements)
        return tensor

    def empty_batch(
        self,
        shape: tuple[int, ...],
        precision: str,
        *,
        ram: str = "DBB",
        gaps: tuple[int, int] = (0, 0),
        apart: int = 0,
    ) -> TensorBatch:
        """Cubes for the results of batches: everything lies at multiples of two atoms, as SDP writes them.

        Args:
            shape: batches, channels, height, width.
            precision: as of `batch`; `ram` likewise.
            ram: the memory.
            gaps: between lines and between surfaces, in pairs of atoms; `apart` between two cubes.
            apart: pairs of atoms between two cubes.

        Raises:
            ValueError: as of `tensor`.
        """
        return self._batch(shape, precision, ram, gaps, (apart, 2 * self.config.atom_bytes))

    def _batch(
        self, shape: tuple[int, ...], precision: str, ram: str, gaps: tuple[int, int], apart: tuple[int, int]
    ) -> TensorBatch:
        """Cubes whose strides are multiples of so many bytes."""
        most = self.registers.CDMA.D_BATCH_NUMBER.BATCHES.limit + 1, *most_extents(self.registers)
        need_shape("a batch", shape, "batches x channels x height x width", most)
        (count, channels, height, width), (between, unit) = shape, apart
        need_gaps(gaps, unit)
        need_apart(between, unit)
        layout = layout_at_zero("cube", ram, (channels, height, width), precision, gaps=(0, 0), config=self.config)
        side = SideShape(ram, gaps).at_zero(ceil_div(width * self.config.atom_bytes, unit), height, unit)
        cube = replace(layout, side=side)
        assert isinstance(cube, FeatureCube)
        stride = (ceil_div(room_bytes(cube), unit) + between) * unit
        surface, filled = self._filled(self.config.port(ram).name, stride * count, unit, None)
        cube = replace(cube, side=replace(side, address=surface.address))
        blanks = tuple(blank_of(cube, atoms_in(filled[number * stride :], cube)) for number in range(count))
        return TensorBatch(precision, cube, count, stride, surface, self.host, blanks)

    def _allocate(self, port: str, size_bytes: int, alignment: int, at: int | None) -> Surface:
        """Memory of a tensor, filled at random."""
        return self._filled(port, size_bytes, alignment, at)[0]

    def _filled(self, port: str, size_bytes: int, alignment: int, at: int | None) -> tuple[Surface, Filled]:
        """Memory of a tensor, and what it is filled with at random."""
        need_room(size_bytes)
        surface = self.plan.allocate(port, size_bytes, alignment, at)
        return surface, self.plan.fill(self.host, surface)
