"""A small legal convolution, which the mutators of the rules then change (`fetch_mutants` and so on)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.nvdla.config import HwConfig
from models.nvdla.conv import cbuf
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.inputs import ConvInput
from models.nvdla.conv.parts import Buffer, ConvOutput, Kernel, Padding
from models.nvdla.conv.sections import ConvCase
from models.nvdla.conv.view import DIRECT, view_of
from models.nvdla.conv.weights import ConvWeights
from models.nvdla.surfaces.layout import ELEMENT_BYTES, ceil_div
from models.nvdla.surfaces.side import Side

INPUT_AT, WEIGHTS_AT = 1 << 28, 1 << 29
KERNEL, PADDING = Kernel(height=2, width=3), Padding(left=1, right=1, top=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallConv:
    """What there is to choose of a small layer; all else follows from it.

    Attributes:
        precision: name of the number format of input and multiplication.
        input_ram: name of the input's memory; `weight_ram` that of the weights.
        channels: extents of the input; `height` and `width` likewise.
        kernels: how many there are.
        kernel: how they move over the input.
        padding: what lies around the input.
        line_gap_bytes: what a line stride is longer than a line; `surface_gap_bytes` likewise.
    """

    precision: str
    input_ram: str
    weight_ram: str
    channels: int
    height: int = 4
    width: int = 6
    kernels: int = 5
    kernel: Kernel = KERNEL
    padding: Padding = PADDING
    line_gap_bytes: int = 0
    surface_gap_bytes: int = 0

    def layer(self, config: HwConfig) -> Conv:
        """The layer, strides without gaps but those chosen, with all weights in the buffer if they fit."""
        kernel, element_bytes = self.kernel, ELEMENT_BYTES[self.precision]
        entries = cbuf.entries_per_slice(config, self.channels, self.width, self.height, element_bytes)
        data_banks = cbuf.data_banks(config, entries, self.height)
        kernel_bytes = kernel.height * kernel.width * self.channels * element_bytes
        output, cube = self._output(), self._input(config)
        return Conv(
            precision=self.precision,
            input=cube,
            weights=ConvWeights(
                ram=self.weight_ram,
                address=WEIGHTS_AT,
                size_bytes=cbuf.weight_bytes(config, self.kernels, kernel_bytes),
                kernels=self.kernels,
                kernel_bytes=kernel_bytes,
            ),
            kernel=kernel,
            view=view_of(DIRECT, cube, kernel, self.padding, config),
            padding=self.padding,
            buffer=Buffer(
                entries=entries,
                data_banks=data_banks,
                weight_banks=config.cbuf_banks - data_banks,
                release_slices=self.height,
            ),
            output=output,
            atomics=output.height * output.width,
        )

    def _input(self, config: HwConfig) -> ConvInput:
        line_bytes = self.width * config.atom_bytes
        line_stride = line_bytes + self.line_gap_bytes
        return ConvInput(
            precision=self.precision,
            channels=self.channels,
            height=self.height,
            width=self.width,
            side=Side(
                ram=self.input_ram,
                address=INPUT_AT,
                line_stride_bytes=line_stride,
                surface_stride_bytes=self.height * line_stride + self.surface_gap_bytes,
            ),
            line_packed=not self.line_gap_bytes,
            surface_packed=not self.surface_gap_bytes,
        )

    def _output(self) -> ConvOutput:
        kernel, pad = self.kernel, self.padding
        width = cbuf.output_extent(self.width, pad.left, pad.right, kernel.reach_x, kernel.stride_x)
        height = cbuf.output_extent(self.height, pad.top, pad.bottom, kernel.reach_y, kernel.stride_y)
        point = width == height == 1
        return ConvOutput(height=height, width=width, line_packed=point, surface_packed=point)


def small(case: ConvCase) -> SmallConv:
    """The choices for a small layer of a legal one's precision and memories, with two surfaces of input."""
    conv = case.subject
    elements = case.context.config.atom_bytes // ELEMENT_BYTES[conv.precision]
    return SmallConv(
        precision=conv.precision,
        input_ram=conv.input.side.ram,
        weight_ram=conv.weights.ram,
        channels=elements + 1,
    )


def wide(case: ConvCase) -> SmallConv:
    """The same, with so many channels that a group of kernels takes more than a bank."""
    config, choice = case.context.config, small(case)
    kernels = cbuf.group_kernels(config, choice.precision)
    row_bytes = kernels * choice.kernel.height * choice.kernel.width * ELEMENT_BYTES[choice.precision]
    return replace(choice, kernels=kernels, channels=ceil_div(cbuf.bank_bytes(config), row_bytes))


def changed(case: ConvCase, conv: Conv) -> ConvCase:
    """The case with another layer."""
    return replace(case, subject=conv)
