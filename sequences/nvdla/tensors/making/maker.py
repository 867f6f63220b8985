"""Making tensors of all kinds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from models.nvdla.conv.fetch.weights import weight_side
from models.nvdla.surfaces.direct_weights import KernelShape
from sequences.arguments import need_flag, need_kind
from sequences.nvdla.tensors.arguments import STIMULUS, array_of, need_gaps
from sequences.nvdla.tensors.elements.components import need_components, pixel_format_of
from sequences.nvdla.tensors.elements.elements import bytes_of, elements_of
from sequences.nvdla.tensors.images import ImageTensor, image_at, image_at_zero
from sequences.nvdla.tensors.kernel_orders import DIRECT_ORDER, ORDERS, KernelOrder
from sequences.nvdla.tensors.kernels import KernelTensor, StreamSurfaces, streams_of
from sequences.nvdla.tensors.making.cube_maker import CubeMaker


@dataclass(frozen=True, slots=True)
class TensorMaker(CubeMaker):
    """Makes cubes, images and kernels in memory; attributes are those of `NvdlaTarget`."""

    def image(
        self,
        values: ArrayLike,
        pixel_format: str,
        *,
        ram: str = "DBB",
        x_offset: int = 0,
        gaps: tuple[int, int] = (0, 0),
    ) -> ImageTensor:
        """An image that a convolution reads.

        Args:
            values: [components, height, width], in the order R/Y, G/U, B/V, A/X; a component of 10 bits is 0 to 1023.
            pixel_format: as the register description calls it: ``T_A8B8G8R8``.
            ram: the memory: ``DBB`` or ``CVSRAM``.
            x_offset: pixels in front of the first one in its atom.
            gaps: between lines of the first and of the second plane, in atoms.

        Raises:
            ValueError: a name that is none, an array of another shape, numbers that the format does not have, or an
                offset beyond the first atom.
        """
        pixel, array = pixel_format_of(pixel_format), array_of(values)
        need_gaps(gaps, self.config.atom_bytes)
        need_components(array, pixel)
        size = array.shape[1], array.shape[2]
        at_zero = image_at_zero(pixel, ram, size, x_offset=x_offset, gaps=gaps, config=self.config)
        port, atom = self.config.port(ram).name, self.config.atom_bytes
        surfaces = tuple(self._allocate(port, plane.size_bytes, atom, None) for plane in at_zero.planes)
        tensor = ImageTensor(image_at(at_zero, surfaces), x_offset, surfaces, self.host)
        tensor.load(array)
        return tensor

    def kernels(
        self,
        values: ArrayLike,
        precision: str,
        *,
        ram: str = "DBB",
        at: int | None = None,
        order: KernelOrder = DIRECT_ORDER,
        compressed: bool = False,
    ) -> KernelTensor:
        """Weights of a convolution.

        Args:
            values: [kernels, channels, rows, columns].
            precision: ``INT8``, ``INT16`` or ``FP16``: what the convolution multiplies in.
            ram: the memory: ``DBB`` or ``CVSRAM``.
            at: the address; None: anywhere.
            order: what they are for: `ForFeatures`, `ForImage` or `ForWinograd`.
            compressed: zeros are left out.

        Raises:
            ValueError: a name that is none, an array of another rank, values that the precision does not hold, more
                kernels or larger ones than registers hold, or an address where they cannot lie.
        """
        elements: NDArray[Any] = elements_of(values, precision)
        need_kind("bench.kernels: order", order, KernelOrder, f"{ORDERS} of {STIMULUS}")
        need_flag("bench.kernels: compressed", compressed)
        most = self._most_kernels()
        if elements.ndim != 4 or not all(1 <= size <= limit for size, limit in zip(elements.shape, most, strict=True)):
            limits = " x ".join(map(str, most))
            raise ValueError(
                f"kernels of shape {elements.shape}: kernels x channels x rows x columns, at most {limits}"
            )
        stored = order.stored(elements, precision, self.config)
        at_zero = order.layout(weight_side(ram, 0), _kernel_shape(stored), precision, self.config)
        streams = None
        if compressed:
            streams = self._compressed(ram, at, *streams_of(at_zero.pack(bytes_of(stored), 0), at_zero))
            surface = streams.weights
        else:
            surface = self._allocate(self.config.port(ram).name, at_zero.size_bytes, self.config.atom_bytes, at)
        layout = replace(at_zero, side=replace(at_zero.side, address=surface.address))
        tensor = KernelTensor(precision, layout, surface, self.host, order, _kernel_shape(elements), streams)
        if streams is None:
            tensor.load(stored)
        return tensor

    def _compressed(self, ram: str, at: int | None, *streams: NDArray[np.uint8]) -> StreamSurfaces:
        """Memory of streams that holds them."""
        port, surfaces = self.config.port(ram).name, []
        for stream, address in zip(streams, (at, None, None), strict=True):
            surface = self._allocate(port, stream.size, self.config.atom_bytes, address)
            self.host.load(port, surface.address, stream)
            surfaces.append(surface)
        return StreamSurfaces(*surfaces)

    def _most_kernels(self) -> KernelShape:
        """The most kernels, channels, rows and columns that registers hold."""
        size, extent = self.registers.CSC.D_WEIGHT_SIZE_EXT_1, self.registers.CSC.D_WEIGHT_SIZE_EXT_0
        fields = size.WEIGHT_KERNEL, size.WEIGHT_CHANNEL_EXT, extent.WEIGHT_HEIGHT_EXT, extent.WEIGHT_WIDTH_EXT
        kernels, channels, rows, columns = (field.limit + 1 for field in fields)
        return kernels, channels, rows, columns


def _kernel_shape(kernels: NDArray[Any]) -> KernelShape:
    count, channels, rows, columns = kernels.shape
    return count, channels, rows, columns
