"""One convolution as its registers describe it (docs/nvdla/convolution.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from models.memory.footprint import Footprint
from models.nvdla.config import HwConfig
from models.nvdla.conv.parts import Buffer, ConvInput, ConvOutput, ConvWeights, Kernel, Padding
from models.nvdla.conv.registers import FIXED, ROWS, SOURCE
from models.nvdla.conv.weights import kernel_layout
from models.nvdla.field_table import encode_rows
from models.nvdla.programming import BlockProgram
from models.nvdla.surfaces.kernels import KernelLayout, KernelShape
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.nvdla.surfaces.side import Side, split_address
from models.registers import RegisterMap

BLOCKS = ("CDMA", "CSC", "CMAC_A", "CMAC_B", "CACC")
CLIP_TRUNCATE_AT_MOST = 16
"""Fraction bits that CACC keeps of an integer sum."""
CONVERTED: Mapping[str, tuple[str, ...]] = MappingProxyType({"INT8": ("INT8",), "INT16": ("INT16", "FP16"), "FP16": ()})
"""What the convertor makes of features, by what they are in memory: elements keep their size."""


def multiplied_as(source: str, *, converted: bool) -> tuple[str, ...]:
    """The precisions in which features of one can be multiplied, through the convertor or without it."""
    return CONVERTED[source] if converted else (source,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conv:
    """A direct convolution of feature data.

    Attributes:
        precision: name of the number format of the multiplication.
        input: the input cube.
        weights: the kernels.
        kernel: how they move over the input.
        padding: what lies around the input.
        buffer: how the convolution buffer is used.
        output: what comes out.
        atomics: pixels of the output, as the sequencer is told.
        clip_truncate: bits that an integer sum is shifted right at the end.
    """

    precision: str
    input: ConvInput
    weights: ConvWeights
    kernel: Kernel
    padding: Padding = field(default_factory=Padding)
    buffer: Buffer
    output: ConvOutput
    atomics: int
    clip_truncate: int = 0

    def need_known(self) -> None:
        """Make sure that it can be computed.

        Raises:
            ValueError: a precision is a reserved value, or the two need a conversion that there is not.
        """
        source, made = self.input.precision, self.precision
        if not {source, made} <= set(ELEMENT_BYTES):
            raise ValueError(f"precision {source} to {made} is reserved")
        # FP16 passes the convertor as it is: that is against a rule, but known.
        if made not in (source, *multiplied_as(source, converted=self.input.convertor.enabled)):
            raise ValueError(f"CDMA does not make {made} of {source} here")

    @property
    def kernel_shape(self) -> KernelShape:
        """Kernels, channels, rows, columns."""
        return self.weights.kernels, self.input.channels, self.kernel.height, self.kernel.width

    def kernel_layout(self, config: HwConfig) -> KernelLayout:
        """Where the weights lie."""
        return kernel_layout(self.weights.side, self.kernel_shape, self.precision, config)

    @property
    def sides(self) -> tuple[Side, ...]:
        """What it reads."""
        return self.input.side, self.weights.side

    def reads(self, config: HwConfig) -> tuple[Footprint, ...]:
        """What the layer owns as input."""
        return self.input.footprint(config), self.weights.footprint(config)

    def writes(self, config: HwConfig) -> tuple[Footprint, ...]:  # noqa: ARG002 - SDP writes what comes out
        """Nothing."""
        return ()

    def encode(self, registers: RegisterMap, config: HwConfig) -> tuple[BlockProgram, ...]:
        """The registers of its blocks, in pipeline order.

        Raises:
            ValueError: a field cannot hold what it must, or the configuration lacks the units or a memory.
        """
        config.need_unit("CDMA")
        words = encode_rows(registers, ROWS, FIXED, self)
        low, high = split_address(self.weights.address)
        cdma = registers.CDMA
        words["CDMA"] |= SOURCE.encode(self.input.side) | {
            "D_DAIN_RAM_TYPE": cdma.D_DAIN_RAM_TYPE.encode(**SOURCE.encode_ram(self.input.side, config)),
            "D_WEIGHT_RAM_TYPE": cdma.D_WEIGHT_RAM_TYPE.encode(WEIGHT_RAM_TYPE=config.ram_type(self.weights.ram)),
            "D_WEIGHT_ADDR_LOW": low,
            "D_WEIGHT_ADDR_HIGH": high,
        }
        blocks = (registers.blocks[name] for name in BLOCKS)
        return tuple(BlockProgram(block.name, (block.in_address_order(words[block.name]),)) for block in blocks)

    def explain(self) -> tuple[str, ...]:
        """The configuration, a line for each part."""
        cube, kernel, pad = self.input, self.kernel, self.padding
        extent = f"{cube.channels}x{cube.height}x{cube.width}"
        taps = f"{self.weights.kernels} kernels of {cube.channels}x{kernel.height}x{kernel.width} (C x R x S)"
        return (
            f"layer: direct convolution {self.precision}, {taps}, "
            f"input {cube.precision} {extent} (C x H x W) {cube.side}",
            f"stride {kernel.stride_x}x{kernel.stride_y}, dilation {kernel.dilation_x}x{kernel.dilation_y} (x, y), "
            f"padding left {pad.left} right {pad.right} top {pad.top} bottom {pad.bottom} with {pad.value}, "
            f"output {self.output.height}x{self.output.width}, CLIP_TRUNCATE {self.clip_truncate}",
            f"weights {self.weights.size_bytes} bytes at {self.weights.ram} {self.weights.address:#x}, banks: "
            f"{self.buffer.data_banks} data, {self.buffer.weight_banks} weights; {self.buffer.entries} entries a slice",
        )
