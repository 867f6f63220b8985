"""One PDP layer as its registers describe it (docs/nvdla/pooling_and_normalisation.md)."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.memory.footprint import Footprint
from models.nvdla.config import HwConfig
from models.nvdla.field_table import encode_rows
from models.nvdla.pdp.pooling.strips import Strip, Strips, strips_of
from models.nvdla.pdp.pooling.window import Average, Window
from models.nvdla.pdp.reading import PdpReading
from models.nvdla.pdp.registers import DESTINATION, READER, ROWS, SOURCE, UNIT
from models.nvdla.programming import BlockProgram
from models.nvdla.surfaces.elements import FeatureCube
from models.nvdla.surfaces.layout import ELEMENT_BYTES, need_room
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.whole import whole_cube
from models.registers import RegisterMap

OUTPUT = "output"
"""Label of what it writes."""
AVERAGE, MAXIMUM, MINIMUM = "AVERAGE", "MAX", "MIN"
METHODS = (AVERAGE, MAXIMUM, MINIMUM)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pdp:
    """A pooling layer on the fly from SDP or from memory.

    Attributes:
        method: ``AVERAGE``, ``MAX`` or ``MIN``.
        precision: name of the number format, the same from input to output.
        channels: extents of the input; `height` and `width` likewise.
        out_height: lines of the output; `out_width` its columns.
        x: the window along a line; `y` from line to line.
        source: where the input lies; None: SDP hands it on.
        destination: where it writes.
        strips: how it is split in width.
        average: how an average is made of a sum.
        nan_to_zero: FP16 NaN that come from memory become +0.
    """

    method: str
    precision: str
    channels: int
    height: int
    width: int
    out_height: int
    out_width: int
    x: Window
    y: Window
    source: Side | None = None
    destination: Side
    strips: Strips = field(default_factory=Strips)
    average: Average = field(default_factory=Average)
    nan_to_zero: bool = False

    @property
    def flying(self) -> bool:
        """SDP hands the input on."""
        return self.source is None

    @property
    def averages(self) -> bool:
        """It makes averages."""
        return self.method == AVERAGE

    @property
    def reading(self) -> PdpReading:
        """The layer as PDP_RDMA knows it."""
        return PdpReading(
            precision=self.precision,
            channels=self.channels,
            height=self.height,
            width=self.width,
            x=Window(kernel=self.x.kernel, stride=self.x.stride),
            strips=self.strips.read,
            source=self.source,
        )

    @property
    def sides(self) -> tuple[Side, ...]:
        """What it reads and what it writes."""
        return (*self.reading.sides, self.destination)

    @property
    def axes(self) -> tuple[tuple[str, Window, int, int], ...]:
        """Both axes: name, window, size of the input and of the output."""
        return ("width", self.x, self.width, self.out_width), ("height", self.y, self.height, self.out_height)

    @property
    def cut(self) -> list[Strip]:
        """Its strips; one if it is not split."""
        return strips_of(self.width, self.out_width, self.x, self.strips)

    @property
    def columns(self) -> list[int]:
        """Output columns that are pooled at once, of each strip."""
        return self.strips.outputs if self.strips.split else [self.out_width]

    def layout(self, config: HwConfig) -> FeatureCube:
        """Where the elements of the output lie, those that fill up the last atom among them.

        Raises:
            ValueError: the precision or the method is a reserved value.
        """
        if self.precision not in ELEMENT_BYTES or self.method not in METHODS:
            raise ValueError(f"{self.method} of precision {self.precision} is reserved")
        return whole_cube(self.destination, self.precision, (self.channels, self.out_height, self.out_width), config)

    def reads(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What PDP_RDMA reads."""
        return self.reading.footprints(config)

    def writes(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What the layer writes: whole atoms.

        Raises:
            ValueError: a reserved value, a memory that is not there, or too much.
        """
        layout = self.layout(config)
        need_room([layout], "writes")
        port = config.port(self.destination.ram).name
        return (Footprint(port, config.write_ids[UNIT], layout.addresses, config.atom_bytes, OUTPUT, layout),)

    def encode(self, registers: RegisterMap, config: HwConfig) -> tuple[BlockProgram, ...]:
        """The registers of its blocks: those of PDP_RDMA where the input comes from memory.

        Raises:
            ValueError: a field cannot hold what it must, or the configuration lacks the unit or the memory.
        """
        config.need_unit(UNIT)
        words, block = encode_rows(registers, ROWS, self), registers.blocks[UNIT]
        words[UNIT] |= DESTINATION.encode(self.destination)
        words[UNIT][DESTINATION.ram_register] = block.D_DST_RAM_CFG.encode(
            **DESTINATION.encode_ram(self.destination, config)
        )
        programs = [BlockProgram(UNIT, (block.in_address_order(words[UNIT]),))]
        if self.source is None:
            return tuple(programs)
        reader = registers.blocks[READER]
        words[READER] |= SOURCE.encode(self.source)
        words[READER][SOURCE.ram_register] = reader.D_SRC_RAM_CFG.encode(**SOURCE.encode_ram(self.source, config))
        return (BlockProgram(READER, (reader.in_address_order(words[READER]),)), *programs)

    def explain(self) -> tuple[str, ...]:
        """The configuration, in a line or two."""
        kernel, stride = (f"{self.x.kernel}x{self.y.kernel}", f"{self.x.stride}x{self.y.stride}")
        pads = f"left {self.x.before} right {self.x.after} top {self.y.before} bottom {self.y.after}"
        source = "" if self.source is None else f"{self.source} "
        layer = (
            f"layer: PDP {self.method} {self.precision}, {self.channels}x{self.height}x{self.width} to "
            f"{self.channels}x{self.out_height}x{self.out_width} (C x H x W), kernel {kernel} (x, y), stride {stride}, "
            f"padding {pads}, {source}-> {self.destination}"
        )
        return (layer, f"split: {self.strips}") if self.strips.split else (layer,)
