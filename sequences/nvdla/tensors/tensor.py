"""Tensors: arrays in the accelerator's memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nearest import did_you_mean
from models.nvdla.config import HwConfig
from models.nvdla.surfaces.cubes import ElementLayout, FeatureCube, Planes
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from models.registers import RegisterMap
from sequences.host import Host
from sequences.memory_plan import Surface
from sequences.nvdla.tensors.arguments import need_gaps
from sequences.nvdla.tensors.atoms import get_atoms, put_atoms
from sequences.nvdla.tensors.elements.blank import blank_of
from sequences.nvdla.tensors.elements.elements import DTYPES, bytes_of, elements_of, need_precision
from sequences.nvdla.tensors.side_shape import SideShape

LAYOUTS: Mapping[str, type[FeatureCube] | type[Planes]] = MappingProxyType({"cube": FeatureCube, "planes": Planes})


@dataclass(frozen=True, slots=True)
class Tensor:
    """A cube of elements in a memory: channels, lines, columns.

    Attributes:
        precision: name of the number format: ``INT8``, ``INT16`` or ``FP16``.
        layout: where each element lies.
        surface: the memory that is its own.
        host: reaches the memory.
        blank: what tells that it still holds what `bench.empty` filled it with; None: nothing does.
    """

    precision: str
    layout: ElementLayout
    surface: Surface
    host: Host
    blank: bytes | None = field(default=None, repr=False, compare=False)

    @property
    def shape(self) -> tuple[int, int, int]:
        """Channels, lines, columns."""
        return self.layout.channels, self.layout.height, self.layout.width

    @property
    def side(self) -> Side:
        """Its memory, address and strides, as descriptors have them."""
        return self.layout.side

    def numpy(self) -> NDArray[Any]:
        """What memory holds now, [channels, height, width].

        Raises:
            ValueError: nothing has been written to it yet.
        """
        atoms = self._atoms()
        if self._never_written(atoms):
            raise ValueError(
                f"tensor of {self.precision} {'x'.join(map(str, self.shape))}: nothing has been written to it yet: "
                "play a layer that writes it, with await bench.play(...), or run(bench.play(...)) on the model"
            )
        values = self.layout.unpack(atoms)
        return np.ascontiguousarray(values).view(DTYPES[self.precision])[..., 0]

    def is_blank(self) -> bool:
        """Whether it still holds what `bench.empty` filled it with."""
        return self.blank is not None and self._never_written(self._atoms())

    def load(self, values: NDArray[Any]) -> None:
        """Put values into memory through the back door; what lies between its lines and surfaces stays.

        Args:
            values: [channels, height, width].

        Raises:
            ValueError: another shape, or values that the precision does not hold.
        """
        elements = elements_of(values, self.precision)
        if elements.shape != self.shape:
            raise ValueError(f"values of shape {elements.shape} for a tensor of shape {self.shape}")
        put_atoms(self.host, self.surface.port, self.layout, self.layout.pack(bytes_of(elements), 0))

    def _atoms(self) -> NDArray[np.uint8]:
        """What memory holds now."""
        return get_atoms(self.host, self.surface.port, self.layout)

    def _never_written(self, atoms: NDArray[np.uint8]) -> bool:
        """Whether these are the bytes that it was filled with."""
        return self.blank is not None and self.blank == blank_of(self.layout, atoms)

    def address_of(self, channel: int, line: int, column: int) -> int:
        """The address of an element."""
        return self.layout.address_of(channel, line, column)

    def index_of(self, address: int) -> tuple[int, int, int] | None:
        """Channel, line and column of the element that has the byte at an address; None if none has."""
        return self.layout.index_of(address)


def layout_of(
    kind: str, side: Side, shape: tuple[int, int, int], precision: str, config: HwConfig
) -> FeatureCube | Planes:
    """A layout by its name.

    Raises:
        ValueError: no such layout or precision.
    """
    if kind not in LAYOUTS:
        raise ValueError(f"no layout is called {kind!r}; choose {' or '.join(LAYOUTS)}{did_you_mean(kind, LAYOUTS)}")
    need_precision(precision)
    return LAYOUTS[kind](side, config.atom_bytes, *shape, ELEMENT_BYTES[precision])


def layout_at_zero(
    kind: str, ram: str, shape: tuple[int, int, int], precision: str, *, gaps: tuple[int, int], config: HwConfig
) -> FeatureCube | Planes:
    """The layout of a tensor at address 0.

    Args:
        kind: the layout's name.
        ram: the memory's name.
        shape: channels, height, width.
        precision: the number format's name.
        gaps: between lines and between surfaces, in atoms; of planes, in multiples of their alignment.
        config: the hardware configuration.

    Raises:
        ValueError: no such layout or precision, or gaps that strides do not hold.
    """
    layout = layout_of(kind, SideShape(ram).at_zero(0, 0, 0), shape, precision, config)
    unit = align_bytes(kind, config)
    need_gaps(gaps, unit)
    side = SideShape(ram, gaps)
    return replace(layout, side=side.at_zero(ceil_div(layout.line_bytes, unit), layout.extent[1], unit))


def room_bytes(layout: ElementLayout) -> int:
    """What to keep free for a tensor: as many surfaces as a unit may write that processes single bytes.

    SDP writes all channels of the last atom that it processes, which are two surfaces of wider elements.
    """
    if not isinstance(layout, FeatureCube):
        return layout.size_bytes
    return replace(layout, channels=ceil_div(layout.channels, layout.atom_bytes) * layout.atom_bytes).size_bytes


def most_extents(registers: RegisterMap) -> tuple[int, int, int]:
    """The most channels, lines and columns that the size fields of any unit hold."""

    def most(extent: str) -> int:
        sizes = [field for item in registers if item.name.startswith("D_DATA") for field in item.fields.values()]
        return max(field.limit + 1 for field in sizes if field.name.endswith(extent))

    return most("CHANNEL"), most("HEIGHT"), most("WIDTH")


def align_bytes(kind: str, config: HwConfig) -> int:
    """What addresses and strides of a layout are multiples of."""
    return config.plane_align_bytes if kind == "planes" else config.atom_bytes
