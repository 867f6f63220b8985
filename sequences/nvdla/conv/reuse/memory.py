"""Memory of rows of layers that go on from each other."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from models.nvdla.conv.descriptor import Conv
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.mapping.describe import cube_at_zero
from sequences.nvdla.conv.mapping.parts import describe_part
from sequences.nvdla.conv.mapping.placed import PlacedConv
from sequences.nvdla.conv.reuse.row import Row, RowLayer
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.elements.elements import bytes_of
from sequences.nvdla.tensors.elements.values import draw_class, draw_values
from sequences.nvdla.tensors.images import ImageTensor
from sequences.nvdla.tensors.kernel_orders import DIRECT_ORDER, ForImage
from sequences.nvdla.tensors.kernels import KernelTensor
from sequences.nvdla.tensors.tensor import Tensor

ZEROS = 0.6
"""Part of compressed weights that is zero, besides those that are anyway."""


@dataclass(frozen=True, slots=True)
class RowInput:
    """Where an input lies.

    Attributes:
        sides: of a cube, or of the planes of an image.
        batch_stride_bytes: from one cube of several batches to the next.
    """

    sides: tuple[Side, ...]
    batch_stride_bytes: int = 0


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
        self._tensors: list[Tensor | TensorBatch | ImageTensor | KernelTensor] = []
        cubes = [self._input(row.reader(number)) for number in range(len(row.cubes))]
        users = {item.kernels: item.shape for item in reversed(row.layers)}
        kernels = {number: self._kernels(shape) for number, shape in users.items()}
        self.layers = [self._layer(item, cubes[item.cube], kernels[item.kernels]) for item in row.layers]

    def free(self) -> None:
        """Nobody needs any of it any more."""
        self._bench.free(*self._tensors)
        self._pool.free()

    def _layer(self, item: RowLayer, cube: RowInput, kernels: KernelTensor) -> tuple[Conv, Sdp]:
        """A layer, and memory for what it gives."""
        streams, (source, *second) = kernels.streams, cube.sides
        side, stride = self._output(item.shape)
        placed = PlacedConv(
            shape=item.shape,
            source=source,
            weights=kernels.side,
            destination=side,
            second=second[0] if second else None,
            batch_strides=(cube.batch_stride_bytes, stride),
            weight_bytes=streams.weights.size_bytes if streams else None,
            compression=streams.compression if streams else None,
        )
        return describe_part(placed, self._bench.config, item)

    def _output(self, shape: ConvShape) -> tuple[Side, int]:
        """Memory for what a layer gives, and from one batch to the next."""
        size, ram = (shape.kernels, shape.out_height, shape.out_width), shape.destination.ram
        if shape.batches > 1:
            batch = self._bench.empty_batch((shape.batches, *size), shape.out_precision, ram=ram)
            self._tensors.append(batch)
            return batch.side, batch.stride_bytes
        tensor = self._bench.empty(size, shape.out_precision, ram=ram)
        self._tensors.append(tensor)
        return tensor.side, 0

    def _input(self, shape: ConvShape) -> RowInput:
        """An input that holds values of any class; of a single cube the channels that the last atom lacks too."""
        if shape.image is not None:
            return RowInput(self._image(shape))
        if shape.batches > 1:
            return self._batches(shape)
        rng, config, element_bytes = self._bench.rng, self._bench.config, ELEMENT_BYTES[shape.in_precision]
        side = cube_at_zero(shape.source, shape.height, shape.width, config)
        elements = config.atom_bytes // element_bytes
        channels = ceil_div(shape.channels, elements) * elements
        layout = FeatureCube(side, config.atom_bytes, channels, shape.height, shape.width, element_bytes)
        values = draw_class(rng, shape.in_precision)
        drawn = draw_values(rng, values, shape.in_precision, (channels, shape.height, shape.width))
        surface = self._pool.source(layout, config.atom_bytes, layout.pack(bytes_of(drawn), 0))
        return RowInput((replace(side, address=surface.address),))

    def _batches(self, shape: ConvShape) -> RowInput:
        """Cubes of several batches."""
        rng, size = self._bench.rng, (shape.batches, shape.channels, shape.height, shape.width)
        values = draw_values(rng, draw_class(rng, shape.in_precision), shape.in_precision, size)
        ram, gaps = shape.source.ram, shape.source.gaps
        batch = self._bench.batch(values, shape.in_precision, ram=ram, gaps=gaps, apart=int(rng.integers(0, 3)))
        self._tensors.append(batch)
        return RowInput((batch.side,), batch.stride_bytes)

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
            np.zeros_like(values),
            pixel.name,
            ram=shape.source.ram,
            x_offset=image.x_offset,
            gaps=shape.source.gaps,
        )
        tensor.put(values)
        self._tensors.append(tensor)
        return tensor.sides

    def _kernels(self, shape: ConvShape) -> KernelTensor:
        """Kernels of values of any class; of compressed ones most are zero."""
        rng = self._bench.rng
        values = draw_values(rng, draw_class(rng, shape.precision), shape.precision, shape.kernel_shape)
        if shape.compressed:
            values = np.where(rng.random(values.shape) < ZEROS, values.dtype.type(0), values)
            values.flat[0] = 1  # rule `conv-compressed-empty`
        order = DIRECT_ORDER if shape.image is None else ForImage(shape.post_extension)
        tensor = self._bench.kernels(
            values, shape.precision, ram=shape.weight_ram, order=order, compressed=shape.compressed
        )
        self._tensors.append(tensor)
        return tensor
