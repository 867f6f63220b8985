"""What PDP_RDMA reads for a layer, by its own registers alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from models.memory.footprint import Footprint
from models.nvdla.codec.forms import LESS_ONE
from models.nvdla.codec.items import held
from models.nvdla.codec.parts import part
from models.nvdla.config import HwConfig
from models.nvdla.pdp.pooling.strips import Strips, fetched_columns
from models.nvdla.pdp.pooling.window import Window
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.padded_lanes import padded_channels
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, need_room

STREAM = "PDP"
"""The reads of memory that bring the input."""
INPUT = "input"
"""Label of what it reads, of the first strip or all of it."""

_KERNEL = "PDP_RDMA.D_POOLING_KERNEL_CFG"
X_OF_READER = {
    "kernel": held(f"{_KERNEL}.KERNEL_WIDTH", form=LESS_ONE),
    "stride": held(f"{_KERNEL}.KERNEL_STRIDE_WIDTH", form=LESS_ONE),
}
"""Where registers of PDP_RDMA say what it needs of the window."""


@dataclass(frozen=True)
class StripCube(FeatureCube):
    """Columns of a cube.

    Attributes:
        first: the first of them.
    """

    first: int = 0

    def index(self, surface: int, line: int, offset: int) -> tuple[int, int, int]:
        """Channel, line and column of the element at an offset of a line; the column is that of the whole cube."""
        channel, line, column = super().index(surface, line, offset)
        return channel, line, column + self.first


@dataclass(frozen=True, slots=True, kw_only=True)
class PdpReading:
    """A layer as PDP_RDMA knows it; what says nothing of registers is held as in `Pdp`.

    Attributes:
        precision: name of the number format.
        channels: extents of the input; `height` and `width` likewise.
        x: the window along a line, of which only what strips share counts.
        strips: how it is split.
        source: where it lies; None: SDP hands it on.
    """

    precision: str
    channels: int
    height: int
    width: int
    x: Window = field(metadata=part(Window, X_OF_READER))
    strips: Strips
    source: Side | None

    @property
    def sides(self) -> tuple[Side, ...]:
        """What it reads."""
        return () if self.source is None else (self.source,)

    def need_known(self) -> None:
        """Make sure that it has a place for all that it reads.

        Raises:
            ValueError: the precision is a reserved value, or a strip begins in front of the cube or has no column.
        """
        if self.precision not in ELEMENT_BYTES:
            raise ValueError(f"precision {self.precision} is reserved")
        for number, (first, width) in enumerate(fetched_columns(self.width, self.x, self.strips)):
            if first < 0 or width < 1:
                raise ValueError(f"strip {number} of it begins at column {first} and has {width} columns")

    def lanes(self, config: HwConfig) -> int:
        """Elements of an atom."""
        return config.atom_bytes // ELEMENT_BYTES[self.precision]

    def layouts(self, config: HwConfig) -> list[StripCube]:
        """Where the elements of each strip lie, those that fill up the last atom among them.

        Raises:
            ValueError: it reads nothing, or not everything has a place.
        """
        if self.source is None:
            raise ValueError("SDP hands the input on")
        self.need_known()
        return list(self._layouts(self.source, config))

    def _layouts(self, source: Side, config: HwConfig) -> Iterator[StripCube]:
        channels = padded_channels(self.channels, self.precision, config)
        for first, width in fetched_columns(self.width, self.x, self.strips):
            side = replace(source, address=source.address + first * config.atom_bytes)
            element_bytes = ELEMENT_BYTES[self.precision]
            yield StripCube(side, config.atom_bytes, channels, self.height, width, element_bytes, first)

    def footprints(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What it reads, strip by strip: whole atoms.

        Raises:
            ValueError: there is no place for something or too much of it, or the configuration lacks the memory.
        """
        if self.source is None:
            return ()
        layouts = self.layouts(config)
        need_room(layouts, "reads")
        port, axi_id = config.port(self.source.ram).name, config.read_ids[STREAM]
        return tuple(
            Footprint(
                port,
                axi_id,
                layout.addresses,
                config.atom_bytes,
                strip_label(number),
                layout,
                run=layout.extent[2],
                requests=layout.extent[0] * layout.extent[1],
            )
            for number, layout in enumerate(layouts)
        )


def strip_label(number: int) -> str:
    """What messages call the input of a strip."""
    return f"{INPUT} of strip {number}" if number else INPUT
