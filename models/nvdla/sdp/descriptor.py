"""One SDP layer as its registers describe it (docs/nvdla/post_processing.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from models.memory.footprint import Footprint
from models.nvdla.config import HwConfig
from models.nvdla.field_table import decode_rows, encode_rows, not_there_yet
from models.nvdla.programming import BlockProgram
from models.nvdla.sdp.registers import DESTINATION, FIXED, ROWS
from models.nvdla.surfaces.elements import FeatureCube
from models.nvdla.surfaces.layout import ELEMENT_BYTES, ceil_div, need_room
from models.nvdla.surfaces.side import Side
from models.registers import RegisterMap

UNIT = "SDP"
OUTPUT = "output"
"""Label of what it writes."""
X1_SHIFT_AT_MOST = 63
"""The part looks at the low 6 bits of the shift's field."""
FLYING_OUT: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"INT8": ("INT8", "INT16"), "INT16": ("INT16", "FP16"), "FP16": ("FP16", "INT16")}
)
"""What the part makes of what the convolution hands on, by the precision of the processing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class X1:
    """SDP's first operator, of which ReLU and shift can be computed so far.

    Attributes:
        bypass: data pass it unchanged.
        alu_bypass: its ALU is left out.
        mul_bypass: its multiplication is left out; the shift behind it is not.
        relu_bypass: its ReLU is left out.
        shift: bits of the right shift behind the multiplication.
    """

    bypass: bool = True
    alu_bypass: bool = True
    mul_bypass: bool = True
    relu_bypass: bool = True
    shift: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputConvertor:
    """SDP's output convertor.

    Attributes:
        offset: subtracted from each element; `scale` multiplied with it.
        shift: bits of the right shift behind that.
    """

    offset: int = 0
    scale: int = 1
    shift: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sdp:
    """A layer on the fly from the convolution to memory.

    Attributes:
        precision: name of the number format of the processing.
        out_precision: name of the number format of the output.
        channels: extents of the cube; `height` and `width` likewise.
        destination: where it writes.
        nan_to_zero: FP16 NaN become +0.
        winograd: the convolution before it is one by Winograd's method.
        batches: cubes that it writes.
        batch_stride_bytes: from one of them to the next.
        x1: its first operator.
        convertor: its output convertor.
        count_saturation: whether saturated outputs are counted.
        count_nan: whether NaN are to be counted; those of the output always are.
    """

    precision: str
    out_precision: str
    channels: int
    height: int
    width: int
    destination: Side
    nan_to_zero: bool = False
    winograd: bool = False
    batches: int = 1
    batch_stride_bytes: int = 0
    x1: X1 = X1()
    convertor: OutputConvertor = OutputConvertor()
    count_saturation: bool = True
    count_nan: bool = True

    def need_known(self) -> None:
        """Make sure that it can be computed.

        Raises:
            ValueError: a precision is a reserved value, or the part makes nothing settled of the two.
        """
        names = self.precision, self.out_precision
        if not set(names) <= set(ELEMENT_BYTES):
            raise ValueError(f"precision {' to '.join(names)} is reserved")
        if self.out_precision not in FLYING_OUT[self.precision]:
            raise ValueError(f"SDP makes no {self.out_precision} of {self.precision} on the fly")
        if self.writes_twins and (self.winograd or self.batches > 1):
            raise ValueError(f"SDP makes no {self.out_precision} of {self.precision} of tiles or of batches")

    @property
    def writes_twins(self) -> bool:
        """An atom that comes in is written as two, into surfaces side by side."""
        return ELEMENT_BYTES[self.out_precision] > ELEMENT_BYTES[self.precision]

    @property
    def sides(self) -> tuple[Side, ...]:
        """What it writes."""
        return (self.destination,)

    def layout(self, config: HwConfig, batch: int = 0) -> FeatureCube:
        """Where the elements of the output lie, those that fill up the last atom of the processing among them.

        Args:
            config: the hardware configuration.
            batch: of which batch.

        Raises:
            ValueError: a precision is a reserved value.
        """
        self.need_known()
        processed = config.atom_bytes // ELEMENT_BYTES[self.precision]
        channels = ceil_div(self.channels, processed) * processed
        element_bytes = ELEMENT_BYTES[self.out_precision]
        side = replace(self.destination, address=self.destination.address + batch * self.batch_stride_bytes)
        if self.height == self.width == self.batches == 1:  # the part packs a single pixel, whatever the stride
            side = replace(side, surface_stride_bytes=config.atom_bytes)
        return FeatureCube(side, config.atom_bytes, channels, self.height, self.width, element_bytes)

    def layouts(self, config: HwConfig) -> list[FeatureCube]:
        """Where all batches lie."""
        return [self.layout(config, batch) for batch in range(self.batches)]

    def reads(self, config: HwConfig) -> tuple[Footprint, ...]:  # noqa: ARG002 - operands are not there yet
        """Nothing."""
        return ()

    def writes(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What the layer writes, a footprint for each batch: whole atoms.

        Raises:
            ValueError: a reserved value, a memory that is not there, or too much.
        """
        port, axi_id = config.port(self.destination.ram).name, config.write_ids[UNIT]
        layouts = self.layouts(config)
        need_room(layouts, "writes")
        labels = [OUTPUT, *(f"{OUTPUT} of batch {batch}" for batch in range(1, self.batches))]
        return tuple(
            Footprint(port, axi_id, layout.addresses, config.atom_bytes, label, layout)
            for label, layout in zip(labels, layouts, strict=True)
        )

    def encode(self, registers: RegisterMap, config: HwConfig) -> tuple[BlockProgram, ...]:
        """The registers of its block.

        Raises:
            ValueError: a field cannot hold what it must, or the configuration lacks the unit or the memory.
        """
        config.need_unit(UNIT)
        words, block = encode_rows(registers, ROWS, FIXED, self)[UNIT], registers.blocks[UNIT]
        words |= DESTINATION.encode(self.destination)
        words["D_DST_DMA_CFG"] = block.D_DST_DMA_CFG.encode(**DESTINATION.encode_ram(self.destination, config))
        return (BlockProgram(UNIT, (block.in_address_order(words),)),)

    def explain(self) -> tuple[str, ...]:
        """The configuration, in one line."""
        relu = "" if self.x1.bypass else f", X1 shift {self.x1.shift}" + ("" if self.x1.relu_bypass else " and ReLU")
        convert = self.convertor
        mode = " behind Winograd" if self.winograd else ""
        batches = f" in {self.batches} batches {self.batch_stride_bytes} bytes apart" if self.batches > 1 else ""
        return (
            f"layer: SDP {self.precision} to {self.out_precision}, {self.channels}x{self.height}x{self.width} "
            f"(C x H x W){batches}{mode}{relu}, offset {convert.offset} scale {convert.scale} shift {convert.shift}, "
            f"-> {self.destination}",
        )


def decode_sdp(registers: RegisterMap, values: Mapping[str, int], config: HwConfig) -> Sdp:
    """The layer that a group's registers describe.

    Raises:
        ValueError: they describe what cannot be computed yet.
    """
    if what := not_there_yet(registers, FIXED, UNIT, values):
        raise ValueError(f"{what} is not there yet")
    decoded = decode_rows(registers, ROWS, {UNIT: values})
    x1 = X1(**decoded["x1"])
    if not x1.bypass and not (x1.alu_bypass and x1.mul_bypass):
        raise ValueError("an operand of SDP's operator X1 is not there yet")
    return Sdp(
        **decoded[""],
        destination=DESTINATION.decode(registers.blocks[UNIT], values, config),
        x1=x1,
        convertor=OutputConvertor(**decoded["convertor"]),
    )
