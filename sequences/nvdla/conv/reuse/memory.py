"""Memory of rows of layers that go on from each other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.conv.descriptor import Conv
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.elements import FeatureCube
from models.nvdla.surfaces.layout import ELEMENT_BYTES, ceil_div
from models.nvdla.surfaces.pixels import PIXEL_FORMATS
from models.nvdla.surfaces.side import Side
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.describe import cube_at_zero
from sequences.nvdla.conv.draw.values import draw_class, draw_values
from sequences.nvdla.conv.parts import WholeConv
from sequences.nvdla.conv.reads import Beside
from sequences.nvdla.conv.reuse.chain import Row, RowLayer, describe_layer
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.surface_pool import SurfacePool
from sequences.nvdla.tensors.elements import bytes_of
from sequences.nvdla.tensors.images import ImageTensor
from sequences.nvdla.tensors.kernels import KernelTensor
from sequences.nvdla.tensors.orders import DIRECT_ORDER, ForImage

ZEROS = 0.6
"""Part of compressed weights that is zero, besides those that are anyway."""


class RowMemory:
    """Gives a row surfaces and fills them.

    Args:
        bench: where to play.
        row: the row.

    Attributes:
        layers: the descriptors of its layers.

    Raises:
        ValueError: a layer does not fit the convolution buffer.
    """

    def __init__(self, bench: NvdlaBench, row: Row) -> None:
        self._bench, self._pool = bench, SurfacePool(bench)
        self._tensors: list[ImageTensor | KernelTensor] = []
        cubes = [self._input(row.reader(number)) for number in range(len(row.cubes))]
        users = {item.kernels: item.shape for item in reversed(row.layers)}
        kernels = {number: self._kernels(shape) for number, shape in users.items()}
        self.layers = [self._layer(item, cubes[item.cube], kernels[item.kernels]) for item in row.layers]

    def free(self) -> None:
        """Nobody needs any of it any more."""
        self._bench.free(*self._tensors)
        self._pool.free()

    def _layer(self, item: RowLayer, cube: tuple[Side, ...], kernels: KernelTensor) -> tuple[Conv, Sdp]:
        """A layer, and memory for what it gives."""
        config, shape, streams = self._bench.config, item.shape, kernels.streams
        source, *second = cube
        side = cube_at_zero(shape.destination, shape.out_height, shape.out_width, config)
        beside = Beside(
            second=second[0] if second else None,
            weight_bytes=streams.weights.size_bytes if streams else None,
            compression=streams.compression if streams else None,
        )
        whole = WholeConv(shape, source, kernels.side, side, beside)
        _, sdp = describe_layer(item, config, whole)
        surface = self._pool.destination(sdp.layout(config), config.atom_bytes)
        there = replace(side, address=surface.address)
        return describe_layer(item, config, replace(whole, destination=there))

    def _input(self, shape: ConvShape) -> tuple[Side, ...]:
        """An input that holds values of any class, the channels that the last atom lacks too."""
        if shape.image is not None:
            return self._image(shape)
        rng, config, element_bytes = self._bench.rng, self._bench.config, ELEMENT_BYTES[shape.in_precision]
        side = cube_at_zero(shape.source, shape.height, shape.width, config)
        elements = config.atom_bytes // element_bytes
        channels = ceil_div(shape.channels, elements) * elements
        layout = FeatureCube(side, config.atom_bytes, channels, shape.height, shape.width, element_bytes)
        values = draw_class(rng, shape.in_precision)
        drawn = draw_values(rng, values, shape.in_precision, (channels, shape.height, shape.width))
        surface = self._pool.source(layout, config.atom_bytes, layout.pack(bytes_of(drawn), 0))
        return (replace(side, address=surface.address),)

    def _image(self, shape: ConvShape) -> tuple[Side, ...]:
        """An image of any pixels."""
        image, rng = shape.image, self._bench.rng
        assert image is not None
        pixel, size = PIXEL_FORMATS[image.pixel_format], (shape.height, shape.width)
        if pixel.precision == "FP16":
            values = draw_values(rng, draw_class(rng, "FP16"), "FP16", (pixel.channels, *size))
        else:
            values = np.stack([rng.integers(0, 1 << part.bits, size) for part in pixel.components])
        tensor = self._bench.image(
            values, pixel.name, ram=shape.source.ram, x_offset=image.x_offset, gaps=shape.source.gaps
        )
        self._tensors.append(tensor)
        return tensor.sides

    def _kernels(self, shape: ConvShape) -> KernelTensor:
        """Kernels of values of any class; of compressed ones most are zero."""
        rng = self._bench.rng
        values = draw_values(rng, draw_class(rng, shape.precision), shape.precision, shape.kernel_shape)
        if shape.compressed:
            values = np.where(rng.random(values.shape) < ZEROS, values.dtype.type(0), values)
        order = DIRECT_ORDER if shape.image is None else ForImage(shape.post_extension)
        tensor = self._bench.kernels(
            values, shape.precision, ram=shape.weight_ram, order=order, compressed=shape.compressed
        )
        self._tensors.append(tensor)
        return tensor
