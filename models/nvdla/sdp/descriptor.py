"""One SDP layer as its registers describe it (docs/nvdla/post_processing.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from models.memory.footprint import Footprint
from models.nvdla.codec.codec import encode
from models.nvdla.codec.forms import BYTES, FLAG, LESS_ONE, NAME, SIGNED
from models.nvdla.codec.items import held, meant
from models.nvdla.codec.parts import choice, part
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig, Tables
from models.nvdla.programming import BlockProgram
from models.nvdla.sdp.operators.absent import without_absent
from models.nvdla.sdp.operators.operand_registers import SOURCE
from models.nvdla.sdp.operators.settings import OperatorSettings, XSettings, YSettings
from models.nvdla.sdp.reading import SdpReading
from models.nvdla.sdp.registers import DESTINATION, FLYING, LOOKING_UP
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.padded_lanes import padded_channels
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.small_cube import DESTINATION_AT, SOURCE_AT, small_shape
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, need_room
from models.registers import RegisterMap

UNIT = "SDP"
READER = "SDP_RDMA"
"""The block that reads memory for it."""
OUTPUT = "output"
"""Label of what it writes."""
X_SHIFT_AT_MOST = 63
"""The part looks at the low 6 bits of the shift's field."""
X_ALGORITHMS = ("MAX", "MIN", "SUM")
FLYING_OUT: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"INT8": ("INT8", "INT16"), "INT16": ("INT16", "FP16"), "FP16": ("FP16", "INT16")}
)
"""What the part makes of what comes in the precision of the processing, by that precision."""
NARROWED = ("INT16", "INT8", "INT8")
"""Input, processing and output of a layer that comes in another precision from memory."""
NOWHERE = Side(ram="DBB", address=0, line_stride_bytes=0, surface_stride_bytes=0)
"""The destination of a layer that writes nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputConvertor:
    """SDP's output convertor.

    Attributes:
        offset: subtracted from each element; `scale` multiplied with it.
        shift: bits of the right shift behind that.
    """

    offset: int = field(default=0, metadata=held("SDP.D_CVT_OFFSET.CVT_OFFSET", form=SIGNED))
    scale: int = field(default=1, metadata=held("SDP.D_CVT_SCALE.CVT_SCALE", form=SIGNED))
    shift: int = field(default=0, metadata=held("SDP.D_CVT_SHIFT.CVT_SHIFT"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SdpSource:
    """An input in memory.

    Attributes:
        side: where it lies.
        precision: name of its number format.
        count: NaN and infinities in it are counted.
    """

    side: Side = field(metadata=SOURCE.part(READER))
    precision: str = field(metadata=held("SDP_RDMA.D_FEATURE_MODE_CFG.IN_PRECISION", form=NAME))
    count: bool = field(default=True, metadata=held("SDP_RDMA.D_PERF_ENABLE.PERF_NAN_INF_COUNT_EN", form=FLAG))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sdp:
    """A layer on the fly from the convolution or from memory, to memory or to PDP.

    Attributes:
        precision: name of the number format of the processing.
        out_precision: name of the number format of the output.
        channels: extents of the cube; `height` and `width` likewise.
        source: an input in memory; None: the convolution hands it on.
        destination: where it writes.
        to_pdp: PDP takes the output; nothing is written.
        nan_to_zero: FP16 NaN become +0.
        winograd: the convolution before it is one by Winograd's method.
        batches: cubes that it writes.
        batch_stride_bytes: from one of them to the next.
        x1: its first operator.
        x2: its second operator.
        y: its third operator.
        lut: how look-up tables are used; None: Y leaves them out.
        tables: what software writes into the tables before; None: nothing. No register of a layer says it.
        convertor: its output convertor.
        count_lut: whether what look-up tables hit and miss is counted.
        count_saturation: whether saturated outputs are counted.
        count_nan: whether NaN are to be counted; those of the output always are.
    """

    precision: str = field(
        metadata=held("SDP.D_DATA_FORMAT.PROC_PRECISION", "SDP_RDMA.D_FEATURE_MODE_CFG.PROC_PRECISION", form=NAME)
    )
    out_precision: str = field(
        metadata=held("SDP.D_DATA_FORMAT.OUT_PRECISION", "SDP_RDMA.D_FEATURE_MODE_CFG.OUT_PRECISION", form=NAME)
    )
    channels: int = field(metadata=held("SDP|SDP_RDMA.D_DATA_CUBE_CHANNEL.CHANNEL", form=LESS_ONE))
    height: int = field(metadata=held("SDP|SDP_RDMA.D_DATA_CUBE_HEIGHT.HEIGHT", form=LESS_ONE))
    width: int = field(metadata=held("SDP|SDP_RDMA.D_DATA_CUBE_WIDTH.WIDTH", form=LESS_ONE))
    source: SdpSource | None = field(default=None, metadata=choice(FLYING, ON=None, OFF=part(SdpSource)))
    destination: Side = field(default=NOWHERE, metadata=DESTINATION.part(UNIT))
    to_pdp: bool = field(default=False, metadata=held("SDP.D_FEATURE_MODE_CFG.OUTPUT_DST", form=FLAG))
    nan_to_zero: bool = field(default=False, metadata=held("SDP.D_FEATURE_MODE_CFG.NAN_TO_ZERO", form=FLAG))
    winograd: bool = field(default=False, metadata=held("SDP|SDP_RDMA.D_FEATURE_MODE_CFG.WINOGRAD", form=FLAG))
    batches: int = field(default=1, metadata=held("SDP|SDP_RDMA.D_FEATURE_MODE_CFG.BATCH_NUMBER", form=LESS_ONE))
    batch_stride_bytes: int = field(default=0, metadata=held("SDP.D_DST_BATCH_STRIDE.DST_BATCH_STRIDE", form=BYTES))
    x1: XSettings = field(default_factory=XSettings, metadata=part(XSettings, letters="BS", dma="B"))
    x2: XSettings = field(default_factory=XSettings, metadata=part(XSettings, letters="BN", dma="N"))
    y: YSettings = field(default_factory=YSettings, metadata=part(YSettings, letters="EW", dma="E"))
    lut: LutConfig | None = field(default=None, metadata=meant(part(LutConfig, unit=UNIT), *LOOKING_UP))
    tables: Tables | None = field(default=None, compare=False, repr=False)
    convertor: OutputConvertor = field(default_factory=OutputConvertor, metadata=part(OutputConvertor))
    count_lut: bool = field(default=True, metadata=held("SDP.D_PERF_ENABLE.PERF_LUT_EN", form=FLAG))
    count_saturation: bool = field(default=True, metadata=held("SDP.D_PERF_ENABLE.PERF_SAT_EN", form=FLAG))
    count_nan: bool = field(default=True, metadata=held("SDP.D_PERF_ENABLE.PERF_NAN_INF_COUNT_EN", form=FLAG))

    @classmethod
    def of(
        cls,
        config: HwConfig,
        precision: str,
        shape: tuple[int, int, int] | None = None,
        ram: str = "DBB",
        *,
        reading: str = "",
        **fields: Any,  # noqa: ANN401 - of the layer
    ) -> Sdp:
        """A legal layer that changes nothing, without gaps.

        Args:
            config: the hardware configuration.
            precision: number format of the processing and of the output.
            shape: channels, height, width; None: two small surfaces.
            ram: the memory in which it writes, and reads if it does.
            reading: number format of an input in memory; empty: the convolution hands it on.
            fields: what else is to be different.
        """
        channels, height, width = shape or small_shape(config, precision)
        line_bytes = width * config.atom_bytes
        source = Side.packed(ram, SOURCE_AT, height, line_bytes)
        basic: dict[str, Any] = {
            "precision": precision,
            "out_precision": precision,
            "channels": channels,
            "height": height,
            "width": width,
            "source": SdpSource(side=source, precision=reading) if reading else None,
            "destination": Side.packed(ram, DESTINATION_AT, height, line_bytes),
        }
        return cls(**(basic | fields))

    @property
    def flying(self) -> bool:
        """The convolution hands the input on."""
        return self.source is None

    @property
    def in_precision(self) -> str:
        """Name of the number format of the input."""
        return self.precision if self.source is None else self.source.precision

    @property
    def count_inputs(self) -> bool:
        """Whether NaN and infinities of an input in memory are counted."""
        return self.source is not None and self.source.count

    @property
    def operators(self) -> tuple[tuple[str, OperatorSettings], ...]:
        """X1, X2 and Y, each with its attribute's name."""
        return ("x1", self.x1), ("x2", self.x2), ("y", self.y)

    @property
    def reading(self) -> SdpReading:
        """The layer as SDP_RDMA knows it."""
        return SdpReading(
            precision=self.precision,
            channels=self.channels,
            height=self.height,
            width=self.width,
            source=self.source.side if self.source else None,
            in_precision=self.in_precision,
            operands=tuple(operator.operands for _, operator in self.operators),
        )

    @property
    def outputs(self) -> tuple[str, ...]:
        """What the part makes of it: names of number formats; none where input and processing do not fit."""
        if self.in_precision == self.precision:
            return FLYING_OUT.get(self.precision, ())
        return NARROWED[2:] if (self.in_precision, self.precision) == NARROWED[:2] else ()

    @property
    def writes_nothing(self) -> bool:
        """PDP takes the output, or the layer compares."""
        return self.to_pdp or self.y.compares

    @property
    def writes_twins(self) -> bool:
        """An atom that comes in is written as two, into surfaces side by side."""
        return ELEMENT_BYTES[self.out_precision] > ELEMENT_BYTES[self.precision]

    @property
    def sides(self) -> tuple[Side, ...]:
        """What it reads and what it writes."""
        return self.reading.sides if self.writes_nothing else (*self.reading.sides, self.destination)

    def need_known(self) -> None:
        """Make sure that it can be computed.

        Raises:
            ValueError: something is a reserved value, the part makes nothing settled of it, or it never ends.
        """
        self.reading.need_known()
        if self.out_precision not in ELEMENT_BYTES:
            raise ValueError(f"precision {self.precision} to {self.out_precision} is reserved")
        for problem in self._problems:
            raise ValueError(problem)

    @property
    def _problems(self) -> Iterator[str]:
        """Why it cannot be computed."""
        names = " to ".join(dict.fromkeys((self.in_precision, self.precision, self.out_precision)))
        way = "on the fly" if self.flying else "from memory"
        several = self.winograd or self.batches > 1
        if self.out_precision not in self.outputs:
            yield f"SDP makes no {self.out_precision} of {names} {way}"
        elif self.writes_twins and several:
            yield f"SDP makes no {self.out_precision} of {self.precision} of tiles or of batches"
        if several and not self.flying:
            yield "SDP takes tiles and batches on the fly only"
        for name, operator in self.operators:
            if operator.alu and operator is not self.y and operator.alu_algo not in X_ALGORITHMS:
                yield f"{name.upper()}: the ALU's algorithm {operator.alu_algo} is reserved"
            if operator is self.y and self.y.lut and self.lut is None:
                yield "Y looks values up, and nothing says how"
            if operator.mismatch:
                yield f"{name.upper()}: {operator.mismatch}"

    def layout(self, config: HwConfig, batch: int = 0) -> FeatureCube:
        """Where the elements of the output lie, those that fill up the last atom of the processing among them.

        Args:
            config: the hardware configuration.
            batch: of which batch.

        Raises:
            ValueError: it cannot be computed.
        """
        self.need_known()
        channels = padded_channels(self.channels, self.precision, config)
        element_bytes = ELEMENT_BYTES[self.out_precision]
        side = replace(self.destination, address=self.destination.address + batch * self.batch_stride_bytes)
        if self.height == self.width == self.batches == 1:  # the part packs a single pixel, whatever the stride
            side = replace(side, surface_stride_bytes=config.atom_bytes)
        return FeatureCube(side, config.atom_bytes, channels, self.height, self.width, element_bytes)

    def layouts(self, config: HwConfig) -> list[FeatureCube]:
        """Where all batches lie."""
        return [self.layout(config, batch) for batch in range(self.batches)]

    def reads(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What SDP_RDMA reads: the input, operands of X1, X2 and Y that are there."""
        return without_absent(self, config).reading.footprints(config)

    def writes(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What the layer writes, a footprint for each batch: whole atoms.

        Raises:
            ValueError: a reserved value, a memory that is not there, or too much.
        """
        if self.writes_nothing:
            return ()
        port, axi_id = config.port(self.destination.ram).name, config.write_ids[UNIT]
        layouts = self.layouts(config)
        need_room(layouts, "writes")
        labels = [OUTPUT, *(f"{OUTPUT} of batch {batch}" for batch in range(1, self.batches))]
        return tuple(
            Footprint(port, axi_id, layout.addresses, config.atom_bytes, label, layout)
            for label, layout in zip(labels, layouts, strict=True)
        )

    def encode(self, registers: RegisterMap, config: HwConfig) -> tuple[BlockProgram, ...]:
        """The registers of its blocks: those of SDP_RDMA where it reads something.

        Raises:
            ValueError: a field cannot hold what it must, tables have other sizes or nothing uses them, or the
                configuration lacks the unit or the memory.
        """
        config.need_unit(UNIT)
        if self.tables is not None:
            if self.lut is None:
                raise ValueError("tables are given, and Y looks nothing up: give lut too, or leave them out")
            self.tables.need_sizes(config.table_entries)
        words = encode(registers.blocks, config, self)
        unit = BlockProgram(UNIT, (registers.blocks[UNIT].in_address_order(words[UNIT]),), self.tables)
        if self.reading.reads_nothing:
            return (unit,)
        reader = registers.blocks[READER]
        if self.source is None:  # what registers say then of an input in memory
            switches, precision = words[READER]["D_FEATURE_MODE_CFG"], reader.D_FEATURE_MODE_CFG.IN_PRECISION
            words[READER]["D_FEATURE_MODE_CFG"] = switches & ~precision.mask | precision.put(self.precision)
            words[READER]["D_PERF_ENABLE"] = reader.D_PERF_ENABLE.encode(PERF_NAN_INF_COUNT_EN="NO")
        return BlockProgram(READER, (reader.in_address_order(words[READER]),)), unit

    def explain(self) -> tuple[str, ...]:
        """The configuration, a line for the layer and one for each operator that works."""
        convert = self.convertor
        mode = " behind Winograd" if self.winograd else ""
        batches = f" in {self.batches} batches {self.batch_stride_bytes} bytes apart" if self.batches > 1 else ""
        source = "-> " if self.source is None else f"{self.source.precision} {self.source.side} -> "
        target = "PDP" if self.to_pdp else "compares" if self.y.compares else str(self.destination)
        layer = (
            f"layer: SDP {self.precision} to {self.out_precision}, {self.channels}x{self.height}x{self.width} "
            f"(C x H x W){batches}{mode}, offset {convert.offset} scale {convert.scale} shift {convert.shift}, "
            f"{source}{target}"
        )
        return (layer, *(f"{name.upper()}: {item.explain()}" for name, item in self.operators if not item.bypass))
