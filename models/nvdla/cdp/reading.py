"""What CDP_RDMA reads for a layer, by its own registers alone."""

from __future__ import annotations

from dataclasses import dataclass

from models.memory.footprint import Footprint
from models.nvdla.cdp.registers import SOURCE
from models.nvdla.config import HwConfig
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.padded_lanes import whole_cube
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import need_room

STREAM = "CDP"
"""The reads of memory that bring the input."""
BLOCK_COLUMNS = 8
"""Columns that are read of all surfaces before it goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CdpReading:
    """A layer as CDP_RDMA knows it; registers hold its attributes as those of `Cdp`.

    Attributes:
        precision: name of the number format.
        channels: extents of the cube; `height` and `width` likewise.
        source: where the input lies.
    """

    precision: str
    channels: int
    height: int
    width: int
    source: Side

    def layout(self, config: HwConfig) -> FeatureCube:
        """Where the elements of the input lie, those that fill up the last atom among them.

        Raises:
            ValueError: the precision is a reserved value.
        """
        return whole_cube(self.source, self.precision, (self.channels, self.height, self.width), config)

    def footprints(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What it reads: whole atoms.

        Raises:
            ValueError: a reserved value, a memory that is not there, or too much.
        """
        layout = self.layout(config)
        need_room([layout], "reads")
        port, axi_id = config.port(self.source.ram).name, config.read_ids[STREAM]
        run = min(layout.extent[2], BLOCK_COLUMNS)
        return (Footprint(port, axi_id, layout.addresses, config.atom_bytes, SOURCE.name, layout, run=run),)
