"""Where operands of SDP lie in memory (docs/nvdla/layouts.md, 'SDP operands')."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.nvdla.codec.forms import FLAG, NAME, POWER
from models.nvdla.codec.items import held
from models.nvdla.config import HwConfig
from models.nvdla.sdp.operators.operand_registers import operand_side
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ADDRESS_SPACE, ELEMENT_BYTES, SurfaceLayout, ceil_div, check_size

COMPONENTS: Mapping[str, tuple[str, ...]] = MappingProxyType({"MUL": ("MUL",), "ALU": ("ALU",), "BOTH": ("ALU", "MUL")})
"""What stands together for an element, by what the registers call the use."""
ELEMENT_SIZES = (1, 2)
"""Bytes that an operand may have."""
SWITCHES = "SDP_RDMA.D_{dma}RDMA_CFG"
OPERANDS_AT = 1 << 28
"""Where those lie that have no other place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operands:
    """What SDP_RDMA reads for an operator.

    Attributes:
        use: what they are for: ``ALU``, ``MUL``, or ``BOTH``, packed in pairs.
        element_bytes: size of an operand.
        per_element: there is one for each element, laid out like a cube; else one for each kernel, all in one line.
        side: where they lie; of those for kernels only memory and address count.
    """

    use: str = field(metadata=held(f"{SWITCHES}.{{dma}}RDMA_DATA_USE", form=NAME))
    element_bytes: int = field(default=2, metadata=held(f"{SWITCHES}.{{dma}}RDMA_DATA_SIZE", form=POWER))
    per_element: bool = field(default=False, metadata=held(f"{SWITCHES}.{{dma}}RDMA_DATA_MODE", form=FLAG))
    side: Side = field(metadata=operand_side("{letters}", "{dma}").part("SDP_RDMA"))

    @classmethod
    def of(
        cls,
        config: HwConfig,
        use: str,
        precision: str,
        size: tuple[int, int],
        *,
        ram: str = "DBB",
        element_bytes: int = 2,
    ) -> Operands:
        """Operands for each element, without gaps.

        Args:
            config: the hardware configuration.
            use: what they are for.
            precision: number format of the processing.
            size: lines and columns.
            ram: the memory.
            element_bytes: size of an operand.
        """
        height, width = size
        lanes = config.atom_bytes // ELEMENT_BYTES[precision]
        side = Side.packed(ram, OPERANDS_AT, height, width * lanes * len(COMPONENTS[use]) * element_bytes)
        return cls(use=use, element_bytes=element_bytes, per_element=True, side=side)

    def __str__(self) -> str:
        mode = "element" if self.per_element else "kernel"
        return f"operands for {self.use} of {self.element_bytes} byte(s), one a {mode}: {self.side}"

    @property
    def components(self) -> tuple[str, ...]:
        """What stands together for an element, in order; nothing where the use is a reserved value."""
        return COMPONENTS.get(self.use, ())


@dataclass(frozen=True)
class OperandLayout(SurfaceLayout):
    """Operands in groups for the lanes of an atom that is processed; those of kernels and of one pixel are one line.

    Attributes:
        channels: of the cube that is processed; `height` and `width` likewise.
        lanes: elements that are processed together.
        components: what stands together for an element.
        element_bytes: size of an operand.
        per_element: there is one for each element.
    """

    channels: int
    height: int
    width: int
    lanes: int
    components: tuple[str, ...]
    element_bytes: int
    per_element: bool

    @property
    def group_bytes(self) -> int:
        """Bytes of the operands of all lanes."""
        return self.lanes * len(self.components) * self.element_bytes

    @property
    def packed(self) -> bool:
        """They are one line, whatever the strides say."""
        return not self.per_element or self.height == self.width == 1

    @property
    def extent(self) -> tuple[int, int, int]:
        """Surfaces, lines of a surface, atoms of a line."""
        surfaces, lines, columns = self._groups
        atoms = self.group_bytes // self.atom_bytes
        return (1, 1, surfaces * atoms) if self.packed else (surfaces, lines, columns * atoms)

    @property
    def _groups(self) -> tuple[int, int, int]:
        """Groups: for lanes, of a column, of a line."""
        surfaces = ceil_div(self.channels, self.lanes)
        return (surfaces, 1, 1) if self.packed else (surfaces, self.height, self.width)

    @property
    def owned(self) -> Flags | None:
        """Which bytes of the atoms hold operands of channels; None: all."""
        if self.channels % self.lanes == 0:
            return None
        check_size(self.extent)
        _, height, width = self._groups
        shape = (len(self.components), self.channels, height, width, self.element_bytes)
        return self.pack(np.ones(shape, np.bool_), False)

    def pack(self, values: NDArray[Any], rest: int | bool) -> NDArray[Any]:
        """Operands as atoms.

        Args:
            values: bytes (or flags of bytes) of the operands, [components, channels, height, width, operand bytes]; of
                those for kernels with one line of one column.
            rest: what stands in the lanes that have no channel.

        Returns:
            [atoms, atom bytes], in the order of `addresses`.
        """
        surfaces, height, width = self._groups
        whole = np.full((len(self.components), surfaces * self.lanes, *values.shape[2:]), rest, values.dtype)
        whole[:, : self.channels] = values
        parts = whole.reshape(len(self.components), surfaces, self.lanes, height, width, self.element_bytes)
        return parts.transpose(1, 3, 4, 2, 0, 5).reshape(-1, self.atom_bytes)

    def unpack(self, atoms: NDArray[Any]) -> NDArray[Any]:
        """What stands in atoms, all lanes of it: [components, lanes of all surfaces, height, width, operand bytes]."""
        surfaces, height, width = self._groups
        parts = atoms.reshape(surfaces, height, width, self.lanes, len(self.components), self.element_bytes)
        cube = parts.transpose(4, 0, 3, 1, 2, 5)
        return cube.reshape(len(self.components), surfaces * self.lanes, height, width, self.element_bytes)

    def address_of(self, component: str, channel: int, line: int = 0, column: int = 0) -> int:
        """The address of an operand; of those for kernels with line and column 0."""
        surface, lane = divmod(channel, self.lanes)
        inner = (lane * len(self.components) + self.components.index(component)) * self.element_bytes
        if self.packed:
            return (self.side.address + surface * self.group_bytes + inner) % ADDRESS_SPACE
        offset = surface * self.side.surface_stride_bytes + line * self.side.line_stride_bytes
        return (self.side.address + offset + column * self.group_bytes + inner) % ADDRESS_SPACE

    def name(self, surface: int, line: int, offset: int) -> str:
        """The coordinates of a byte's operand."""
        group, inner = divmod(offset, self.group_bytes)
        lane, place = divmod(inner // self.element_bytes, len(self.components))
        component = self.components[place]
        if self.packed:
            return f"[{component} c {group * self.lanes + lane}]"
        return f"[{component} c {surface * self.lanes + lane}, h {line}, w {group}]"
