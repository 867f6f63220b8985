"""One CDP layer as its registers describe it (docs/nvdla/pooling_and_normalisation.md, 'CDP layers')."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from models.memory.footprint import Footprint
from models.numbers.rounding import wrap
from models.nvdla.cdp.convertors import WIDTHS, CdpConvertor
from models.nvdla.cdp.reading import CdpReading
from models.nvdla.cdp.registers import DESTINATION, PRECISION, SOURCE, LocalSize, tables
from models.nvdla.codec.codec import encode
from models.nvdla.codec.forms import FLAG, LESS_ONE, NAME
from models.nvdla.codec.items import held
from models.nvdla.codec.parts import part
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig, Tables
from models.nvdla.programming import BlockProgram
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.padded_lanes import whole_cube
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.small_cube import DESTINATION_AT, SOURCE_AT, small_shape
from models.nvdla.surfaces.surface_layout import need_room
from models.registers import RegisterMap

UNIT = "CDP"
READER = "CDP_RDMA"
"""The block that reads memory for it."""
LOCAL_SIZES = (3, 5, 7, 9)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cdp:
    """A local response normalisation, from memory to memory.

    Attributes:
        precision: name of the number format, of input and output.
        channels: extents of the cube; `height` and `width` likewise.
        source: what it reads.
        destination: what it writes.
        lut: how its look-up tables are used.
        tables: what software writes into the tables before; None: nothing. No register of a layer says it.
        local_size: channels whose squares are added up, the element in their middle.
        nan_to_zero: FP16 NaN become +0.
        bypass_squares: elements themselves are looked up, not a sum of squares.
        bypass_product: what the tables give is written, not its product with the element.
        in_convertor: of integers; `out_convertor` likewise.
        count_lut: whether what look-up tables hit and miss is to be counted; it always is.
    """

    precision: str = field(metadata=held(PRECISION, "CDP_RDMA.D_DATA_FORMAT.INPUT_DATA", form=NAME))
    channels: int = field(metadata=held("CDP_RDMA.D_DATA_CUBE_CHANNEL.CHANNEL", form=LESS_ONE))
    height: int = field(metadata=held("CDP_RDMA.D_DATA_CUBE_HEIGHT.HEIGHT", form=LESS_ONE))
    width: int = field(metadata=held("CDP_RDMA.D_DATA_CUBE_WIDTH.WIDTH", form=LESS_ONE))
    source: Side = field(metadata=SOURCE.part(READER))
    destination: Side = field(metadata=DESTINATION.part(UNIT))
    lut: LutConfig = field(metadata=tables())
    tables: Tables | None = field(default=None, compare=False, repr=False)
    local_size: int = field(default=5, metadata=held("CDP.D_LRN_CFG.NORMALZ_LEN", form=LocalSize()))
    nan_to_zero: bool = field(default=False, metadata=held("CDP.D_NAN_FLUSH_TO_ZERO.NAN_TO_ZERO", form=FLAG))
    bypass_squares: bool = field(default=False, metadata=held("CDP.D_FUNC_BYPASS.SQSUM_BYPASS", form=FLAG))
    bypass_product: bool = field(default=False, metadata=held("CDP.D_FUNC_BYPASS.MUL_BYPASS", form=FLAG))
    in_convertor: CdpConvertor = field(default_factory=CdpConvertor, metadata=part(CdpConvertor, word="DATIN"))
    out_convertor: CdpConvertor = field(default_factory=CdpConvertor, metadata=part(CdpConvertor, word="DATOUT"))
    count_lut: bool = field(default=True, metadata=held("CDP.D_PERF_ENABLE.LUT_EN", form=FLAG))

    @classmethod
    def of(
        cls,
        config: HwConfig,
        precision: str,
        shape: tuple[int, int, int] | None = None,
        ram: str = "DBB",
        **fields: Any,  # noqa: ANN401 - of the layer
    ) -> Cdp:
        """A legal layer without gaps, whose tables are linear.

        Args:
            config: the hardware configuration.
            precision: its number format.
            shape: channels, height, width; None: two small surfaces.
            ram: the memory in which it reads and writes.
            fields: what else is to be different.
        """
        channels, height, width = shape or small_shape(config, precision)
        line_bytes = width * config.atom_bytes
        basic: dict[str, Any] = {
            "precision": precision,
            "channels": channels,
            "height": height,
            "width": width,
            "source": Side.packed(ram, SOURCE_AT, height, line_bytes),
            "destination": Side.packed(ram, DESTINATION_AT, height, line_bytes),
            "lut": LutConfig.of(precision),
        }
        return cls(**(basic | fields))

    @property
    def reading(self) -> CdpReading:
        """The layer as CDP_RDMA knows it."""
        return CdpReading(
            precision=self.precision,
            channels=self.channels,
            height=self.height,
            width=self.width,
            source=self.source,
        )

    @property
    def sides(self) -> tuple[Side, ...]:
        """What it reads and what it writes."""
        return self.source, self.destination

    @property
    def settled(self) -> bool:
        """Half of the lanes look at the low bits of a table's start only: all give the same where these say it all."""
        if self.precision not in WIDTHS:
            return True
        bits = WIDTHS[self.precision].start
        return all(wrap(table.start, bits) == table.start for table in (self.lut.le, self.lut.lo))

    def layout(self, config: HwConfig) -> FeatureCube:
        """Where the elements of the output lie, those that fill up the last atom among them.

        Raises:
            ValueError: the precision is a reserved value.
        """
        return whole_cube(self.destination, self.precision, (self.channels, self.height, self.width), config)

    def reads(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What CDP_RDMA reads.

        Raises:
            ValueError: a reserved value, a memory that is not there, or too much.
        """
        return self.reading.footprints(config)

    def writes(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What the layer writes: whole atoms.

        Raises:
            ValueError: as `reads`.
        """
        layout = self.layout(config)
        need_room([layout], "writes")
        port, axi_id = config.port(self.destination.ram).name, config.write_ids[UNIT]
        return (Footprint(port, axi_id, layout.addresses, config.atom_bytes, DESTINATION.name, layout),)

    def encode(self, registers: RegisterMap, config: HwConfig) -> tuple[BlockProgram, ...]:
        """The registers of its blocks.

        Raises:
            ValueError: a field cannot hold what it must, tables have other sizes, or the configuration lacks the unit
                or a memory.
        """
        config.need_unit(UNIT)
        if self.tables is not None:
            self.tables.need_sizes(config.table_entries)
        words = encode(registers.blocks, config, self)
        read, unit = (registers.blocks[name].in_address_order(words[name]) for name in (READER, UNIT))
        return BlockProgram(READER, (read,)), BlockProgram(UNIT, (unit,), self.tables)

    def explain(self) -> tuple[str, ...]:
        """The configuration, in two lines."""
        ways = [text for text, on in (("no squares", self.bypass_squares), ("no product", self.bypass_product)) if on]
        mode = "".join(f", {text}" for text in ways)
        steps = [
            f"{name} convertor offset {item.offset} scale {item.scale} shift {item.shift}"
            for name, item in (("input", self.in_convertor), ("output", self.out_convertor))
        ]
        kind = f"exponential from 2^{self.lut.le_offset}" if self.lut.exponential else "linear"
        return (
            f"layer: CDP {self.precision}, {self.channels}x{self.height}x{self.width} (C x H x W), local size "
            f"{self.local_size}{mode}, {self.source} -> {self.destination}",
            f"{steps[0]}, {steps[1]}, table LE {kind}",
        )
