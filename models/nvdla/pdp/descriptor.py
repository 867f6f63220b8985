"""One PDP layer as its registers describe it (docs/nvdla/pooling_and_normalisation.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from models.memory.footprint import Footprint
from models.nvdla.codec.codec import encode
from models.nvdla.codec.forms import FLAG, LESS_ONE, NAME, Name
from models.nvdla.codec.items import Metadata, either, held
from models.nvdla.codec.parts import choice, part
from models.nvdla.config import HwConfig
from models.nvdla.pdp.pooling.strips import Strip, Strips, strips_of
from models.nvdla.pdp.pooling.window import Average, Window
from models.nvdla.pdp.reading import PdpReading
from models.nvdla.pdp.registers import DESTINATION, READER, SOURCE, SPLIT, UNIT
from models.nvdla.programming import BlockProgram
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.padded_lanes import whole_cube
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.small_cube import DESTINATION_AT, SOURCE_AT, small_shape
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, need_room
from models.registers import RegisterMap

OUTPUT = "output"
"""Label of what it writes."""
AVERAGE, MAXIMUM, MINIMUM = "AVERAGE", "MAX", "MIN"
METHODS = (AVERAGE, MAXIMUM, MINIMUM)
SMALL_X, SMALL_Y = Window(kernel=3, before=1, after=1), Window(kernel=2, stride=2)
"""Windows of a layer for which none are given."""


def _of_strips(name: str) -> Metadata:
    """Metadata of what registers of PDP_RDMA say too, which it looks at in layers that are split only."""
    mine, other = (f"{block}.D_POOLING_KERNEL_CFG.{name}" for block in (UNIT, READER))
    whole = held(mine, form=LESS_ONE, ignored=other, only=(SPLIT.others,))
    return either(held(mine, other, form=LESS_ONE, only=(SPLIT,)), whole)


X_OF_BOTH = {
    "kernel": _of_strips("KERNEL_WIDTH"),
    "stride": _of_strips("KERNEL_STRIDE_WIDTH"),
    "before": held("PDP.D_POOLING_PADDING_CFG.PAD_LEFT", ignored="PDP_RDMA.D_POOLING_PADDING_CFG.PAD_WIDTH"),
}
"""Where registers of both blocks say what the window along a line is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pdp:
    """A pooling layer on the fly from SDP or from memory.

    Attributes:
        method: ``AVERAGE``, ``MAX`` or ``MIN``.
        precision: name of the number format, the same from input to output.
        channels: extents of the input; `height` and `width` likewise.
        out_height: lines of the output; `out_width` its columns.
        strips: how it is split in width.
        x: the window along a line; `y` from line to line.
        source: where the input lies; None: SDP hands it on.
        destination: where it writes.
        average: how an average is made of a sum.
        nan_to_zero: FP16 NaN that come from memory become +0.
    """

    method: str = field(metadata=held("PDP.D_OPERATION_MODE_CFG.POOLING_METHOD", form=Name("POOLING_METHOD_")))
    precision: str = field(metadata=held("PDP|PDP_RDMA.D_DATA_FORMAT.INPUT_DATA", form=NAME))
    channels: int = field(
        metadata=held(
            "PDP.D_DATA_CUBE_IN_CHANNEL.CUBE_IN_CHANNEL",
            "PDP.D_DATA_CUBE_OUT_CHANNEL.CUBE_OUT_CHANNEL",
            "PDP_RDMA.D_DATA_CUBE_IN_CHANNEL.CUBE_IN_CHANNEL",
            form=LESS_ONE,
        )
    )
    height: int = field(metadata=held("PDP|PDP_RDMA.D_DATA_CUBE_IN_HEIGHT.CUBE_IN_HEIGHT", form=LESS_ONE))
    width: int = field(metadata=held("PDP|PDP_RDMA.D_DATA_CUBE_IN_WIDTH.CUBE_IN_WIDTH", form=LESS_ONE))
    out_height: int = field(metadata=held("PDP.D_DATA_CUBE_OUT_HEIGHT.CUBE_OUT_HEIGHT", form=LESS_ONE))
    out_width: int = field(metadata=held("PDP.D_DATA_CUBE_OUT_WIDTH.CUBE_OUT_WIDTH", form=LESS_ONE))
    strips: Strips = field(default_factory=Strips, metadata=part(Strips))
    x: Window = field(metadata=part(Window, X_OF_BOTH, after="RIGHT"))
    y: Window = field(metadata=part(Window, axis="HEIGHT", before="TOP", after="BOTTOM"))
    source: Side | None = field(
        default=None,
        metadata=choice(
            "PDP.D_OPERATION_MODE_CFG.FLYING_MODE",
            "PDP_RDMA.D_FLYING_MODE.FLYING_MODE",
            ON_FLYING=None,
            OFF_FLYING=SOURCE.part(READER),
        ),
    )
    destination: Side = field(metadata=DESTINATION.part(UNIT))
    average: Average = field(default_factory=Average, metadata=part(Average))
    nan_to_zero: bool = field(default=False, metadata=held("PDP.D_NAN_FLUSH_TO_ZERO.NAN_TO_ZERO", form=FLAG))

    @classmethod
    def of(
        cls,
        config: HwConfig,
        precision: str,
        x: Window = SMALL_X,
        y: Window = SMALL_Y,
        *,
        columns: Sequence[int] = (3,),
        lines: int = 2,
        ram: str = "DBB",
        gap_bytes: int = 0,
        **fields: Any,  # noqa: ANN401 - of the layer
    ) -> Pdp:
        """A legal layer from memory, of two surfaces, whose windows use all of the input.

        Args:
            config: the hardware configuration.
            precision: its number format.
            x: the window along a line.
            y: the window from line to line.
            columns: of the output, of each strip.
            lines: of the output.
            ram: the memory in which it reads and writes.
            gap_bytes: between two lines of either side.
            fields: what else is to be different; without a method it averages.
        """
        out_width = sum(columns)
        height, width = y.covered(lines) - y.before - y.after, x.covered(out_width) - x.before - x.after
        averages = fields.get("method", AVERAGE) == AVERAGE
        basic: dict[str, Any] = {
            "method": AVERAGE,
            "precision": precision,
            "channels": small_shape(config, precision)[0],
            "height": height,
            "width": width,
            "out_height": lines,
            "out_width": out_width,
            "x": x,
            "y": y,
            "source": Side.packed(ram, SOURCE_AT, height, width * config.atom_bytes + gap_bytes),
            "destination": Side.packed(ram, DESTINATION_AT, lines, out_width * config.atom_bytes + gap_bytes),
            "strips": Strips.of(x, columns),
            "average": Average.of(precision, x, y) if averages else Average(),
        }
        return cls(**(basic | fields))

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
        words = encode(registers.blocks, config, self)
        blocks = (UNIT,) if self.flying else (READER, UNIT)
        return tuple(BlockProgram(name, (registers.blocks[name].in_address_order(words[name]),)) for name in blocks)

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
