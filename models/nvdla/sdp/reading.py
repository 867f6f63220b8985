"""What SDP_RDMA reads for a layer, by its own registers alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from models.memory.footprint import Footprint
from models.memory.sparse import Addresses
from models.nvdla.config import HwConfig
from models.nvdla.sdp.operators.operand_cube import OperandLayout, Operands
from models.nvdla.sdp.operators.operand_registers import OPERANDS, SOURCE, OperandRegisters
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.last_beats import shows_last_read
from models.nvdla.surfaces.padded_lanes import padded_channels
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, SurfaceLayout, need_room

STREAM = "SDP"
"""The reads of memory that bring the input."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SdpReading:
    """A layer as SDP_RDMA knows it.

    Attributes:
        precision: name of the number format of the processing.
        channels: extents of the cube; `height` and `width` likewise.
        source: where the input lies; None: the convolution hands it on.
        in_precision: name of the number format of an input in memory.
        operands: of X1, X2 and Y; None: nothing is read for that one.
    """

    precision: str
    channels: int
    height: int
    width: int
    source: Side | None
    in_precision: str
    operands: tuple[Operands | None, ...]

    @property
    def sides(self) -> tuple[Side, ...]:
        """What it reads."""
        given = [operands.side for operands in self.operands if operands is not None]
        return tuple(given) if self.source is None else (self.source, *given)

    @property
    def reads_nothing(self) -> bool:
        """All read DMAs are off."""
        return not self.sides

    def need_known(self) -> None:
        """Make sure that it has places for all that it reads.

        Raises:
            ValueError: a precision or a use is a reserved value, or operands have a size that their processing has not.
        """
        names = {self.precision} if self.source is None else {self.precision, self.in_precision}
        if not names <= set(ELEMENT_BYTES):
            raise ValueError(f"precision {' and '.join(sorted(names))} is reserved")
        for registers, operands in self._given:
            if not operands.components:
                raise ValueError(f"{registers.label}: use {operands.use} is reserved")
            if operands.element_bytes < ELEMENT_BYTES[self.precision]:
                raise ValueError(f"{registers.label} of {operands.element_bytes} byte are too short: {self.precision}")

    @property
    def _given(self) -> Iterator[tuple[OperandRegisters, Operands]]:
        for registers, operands in zip(OPERANDS, self.operands, strict=True):
            if operands is not None:
                yield registers, operands

    def lanes(self, config: HwConfig) -> int:
        """Elements that are processed together."""
        return config.atom_bytes // ELEMENT_BYTES[self.precision]

    def input_layout(self, config: HwConfig) -> FeatureCube:
        """Where the elements of the input lie, those that fill up the last atom of the processing among them.

        Raises:
            ValueError: it has none in memory.
        """
        if self.source is None:
            raise ValueError("the convolution hands the input on")
        channels, side = padded_channels(self.channels, self.precision, config), self.source
        if self.height == self.width == 1:  # the part takes a single pixel as packed, whatever the stride
            side = replace(side, surface_stride_bytes=config.atom_bytes)
        size = ELEMENT_BYTES[self.in_precision]
        return FeatureCube(side, config.atom_bytes, channels, self.height, self.width, size)

    def operand_layout(self, operands: Operands, config: HwConfig) -> OperandLayout:
        """Where operands lie."""
        extent = self.channels, self.height, self.width, self.lanes(config)
        kind = operands.components, operands.element_bytes, operands.per_element
        return OperandLayout(operands.side, config.atom_bytes, *extent, *kind)

    def footprints(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What it reads: whole atoms.

        Raises:
            ValueError: there is no place for something or too much of it, or the configuration lacks a memory.
        """
        self.need_known()
        streams = list(self._streams(config))
        need_room([layout for *_, layout in streams], "reads")
        return tuple(
            Footprint(
                config.port(layout.side.ram).name,
                config.read_ids[stream],
                layout.addresses,
                config.atom_bytes,
                label,
                layout,
                owned=layout.owned,
                run=layout.extent[0] * layout.extent[2] if self.height == self.width == 1 else layout.extent[2],
            )
            for label, stream, layout in streams
        )

    def shows_all(self, config: HwConfig) -> bool:
        """Whether all is there once each beat of it was seen."""
        layouts = [layout for *_, layout in self._streams(config)]
        return all(
            shows_last_read([where], self._last_requests(layout), config.port(layout.side.ram).data_bytes)
            for where, layout in zip(self.footprints(config), layouts, strict=True)
        )

    def _streams(self, config: HwConfig) -> Iterator[tuple[str, str, SurfaceLayout]]:
        """Label, stream and layout of all that it reads."""
        if self.source is not None:
            yield SOURCE.name, STREAM, self.input_layout(config)
        for registers, operands in self._given:
            yield registers.label, registers.stream, self.operand_layout(operands, config)

    def _last_requests(self, layout: SurfaceLayout) -> list[Addresses]:
        """The atoms of those requests for one layout of which one is the last."""
        lines = layout.last_lines
        if self.precision == "INT8" and self.in_precision == "INT16":  # two surfaces in turn, some atoms each time
            return [line[-1:] for line in lines[-2:]]
        return [lines.reshape(-1) if self.height == self.width == 1 else lines[-1]]
