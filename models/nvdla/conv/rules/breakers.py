"""A small legal convolution, which the breakers of the rules then change (`fetch_breakers` and so on)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer import sizes
from models.nvdla.conv.buffer.sizes import all_slices, kernel_bytes, mask_bytes, slice_entries
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput
from models.nvdla.conv.fetch.weights import Compression, ConvWeights, group_kernels
from models.nvdla.conv.parts import DIRECT, TILE, WINOGRAD, Buffer, ConvOutput, Kernel, Padding
from models.nvdla.conv.rules.sections import ConvCase
from models.nvdla.conv.view import csc_kernel, extended_size, output_extent, view_of
from models.nvdla.surfaces.layout import ELEMENT_BYTES, ceil_div
from models.nvdla.surfaces.pixels import PIXEL_FORMATS
from models.nvdla.surfaces.side import Side

INPUT_AT, SECOND_AT, WEIGHTS_AT, MASK_AT, SIZES_AT = (1 << bit for bit in range(25, 30))
KERNEL, PADDING = Kernel(height=2, width=3), Padding(left=1, right=1, top=1)
FOUR_COMPONENTS = {"INT8": "T_A8B8G8R8", "INT16": "T_A16B16G16R16", "FP16": "T_A16B16G16R16_F"}
"""A pixel format by the precision of its components."""


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
        mode: of the convolution.
        pixel_format: name of that of an image; empty: the input is a feature cube.
        batches: cubes, one behind the other.
        compressed: whether weights are.
        post_extension: rows of a kernel that are multiplied at once.
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
    mode: str = DIRECT
    pixel_format: str = ""
    batches: int = 1
    compressed: bool = False
    post_extension: int = 1

    def layer(self, config: HwConfig) -> Conv:
        """The layer, strides without gaps but those chosen, with all weights in the buffer if they fit."""
        cube = self._image(config) if self.pixel_format else self._features(config)
        kernel = csc_kernel(self.mode, cube, self.kernel)
        view = view_of(self.mode, cube, self.kernel, self.padding, config)
        entries = slice_entries(self.mode, cube, view, self.padding, (config, self.precision))
        data_banks = sizes.data_banks(config, entries, all_slices(cube, view))
        output = self._output(cube)
        return Conv(
            mode=self.mode,
            precision=self.precision,
            input=cube,
            weights=self._weights(config, kernel_bytes(view, kernel, self.precision)),
            kernel=kernel,
            view=view,
            padding=self.padding,
            buffer=Buffer(
                entries=entries,
                data_banks=data_banks,
                weight_banks=config.cbuf_banks - data_banks - self.compressed,
                release_slices=view.height,
            ),
            output=output,
            atomics=output.height * output.width,
            post_extension=self.post_extension,
        )

    def _weights(self, config: HwConfig, size: int) -> ConvWeights:
        mask = mask_bytes(config, self.kernels, size, self.precision)
        compression = Compression(mask_address=MASK_AT, mask_bytes=mask, sizes_address=SIZES_AT)
        return ConvWeights(
            ram=self.weight_ram,
            address=WEIGHTS_AT,
            size_bytes=sizes.weight_bytes(config, self.kernels, size),
            kernels=self.kernels,
            kernel_bytes=size,
            compression=compression if self.compressed else None,
        )

    def _features(self, config: HwConfig) -> ConvInput:
        line_stride = self.width * config.atom_bytes + self.line_gap_bytes
        surface_stride = self.height * line_stride + self.surface_gap_bytes
        surfaces = ceil_div(self.channels * ELEMENT_BYTES[self.precision], config.atom_bytes)
        cube = ConvInput(
            precision=self.precision,
            channels=self.channels,
            height=self.height,
            width=self.width,
            side=self._side(INPUT_AT, line_stride, surface_stride),
            line_packed=not self.line_gap_bytes,
            surface_packed=not self.surface_gap_bytes,
            batches=self.batches,
            batch_stride_bytes=surfaces * surface_stride,
        )
        if self.mode != WINOGRAD:
            return cube
        width, height = extended_size(cube, self.kernel, self.padding)
        return replace(cube, extended_width=width, extended_height=height)

    def _image(self, config: HwConfig) -> ConvImage:
        planes = PIXEL_FORMATS[self.pixel_format].plane_bytes
        strides = [ceil_div(self.width * size, config.atom_bytes) * config.atom_bytes for size in planes]
        sides = [self._side(at, stride, 0) for at, stride in zip((INPUT_AT, SECOND_AT), strides, strict=False)]
        return ConvImage(
            precision=self.precision,
            pixel_format=self.pixel_format,
            channels=self.channels,
            height=self.height,
            width=self.width,
            side=sides[0],
            second=sides[1] if len(sides) > 1 else None,
            batches=self.batches,
        )

    def _side(self, address: int, line_stride: int, surface_stride: int) -> Side:
        return Side(
            ram=self.input_ram,
            address=address,
            line_stride_bytes=line_stride,
            surface_stride_bytes=surface_stride,
        )

    def _output(self, cube: ConvInput | ConvImage) -> ConvOutput:
        kernel, pad = self.kernel, self.padding
        if self.mode == WINOGRAD:
            width, height = (size - TILE for size in extended_size(cube, kernel, pad))
            return ConvOutput(height=height, width=width)
        width = output_extent(self.width, pad.left, pad.right, kernel.reach_x, kernel.stride_x)
        height = output_extent(self.height, pad.top, pad.bottom, kernel.reach_y, kernel.stride_y)
        point = width == height == 1 and self.batches == 1
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


def small_image(case: ConvCase) -> SmallConv:
    """The same of an image, pixels of four components."""
    choice = small(case)
    pixel = FOUR_COMPONENTS[choice.precision]
    return replace(choice, pixel_format=pixel, channels=PIXEL_FORMATS[pixel].channels)


def small_winograd(case: ConvCase) -> SmallConv:
    """The same by Winograd's method, whole atoms of channels."""
    choice = small(case)
    return replace(
        choice,
        mode=WINOGRAD,
        channels=choice.channels - 1,
        height=11,
        width=10,
        kernel=Kernel(height=3, width=3),
        padding=Padding(left=1, right=1, top=1),
    )


def wide(case: ConvCase) -> SmallConv:
    """The same, with so many channels that a group of kernels takes more than a bank."""
    config, choice = case.context.config, small(case)
    kernels = group_kernels(config, choice.precision)
    row_bytes = kernels * choice.kernel.height * choice.kernel.width * ELEMENT_BYTES[choice.precision]
    return replace(choice, kernels=kernels, channels=ceil_div(sizes.bank_bytes(config), row_bytes))


def changed(case: ConvCase, conv: Conv) -> ConvCase:
    """The case with another layer."""
    return replace(case, subject=conv)
