"""Weights: arrays of kernels in the accelerator's memory, whole or without their zeros."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import all_set
from models.nvdla.conv.fetch.compression import ByteStream, compress, decompress
from models.nvdla.conv.fetch.weights import Compression
from models.nvdla.surfaces.direct_weights import KernelLayout, KernelShape
from models.nvdla.surfaces.side import Side
from sequences.host import Host
from sequences.memory_plan import Surface
from sequences.nvdla.tensors.atoms import get_atoms, put_atoms
from sequences.nvdla.tensors.elements.elements import DTYPES, bytes_of, elements_of
from sequences.nvdla.tensors.kernel_orders import DIRECT_ORDER, KernelOrder

Streams = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]
"""Weights that are not zero, the mask of where they are, the sizes of kernel groups."""


@dataclass(frozen=True, slots=True)
class StreamSurfaces:
    """The memory of compressed kernels.

    Attributes:
        weights: of those that are not zero.
        mask: of where these are; `sizes` of the sizes of kernel groups.
    """

    weights: Surface
    mask: Surface
    sizes: Surface

    @property
    def compression(self) -> Compression:
        """What tells of the weights, as descriptors have it."""
        return Compression(
            mask_address=self.mask.address, mask_bytes=self.mask.size_bytes, sizes_address=self.sizes.address
        )


@dataclass(frozen=True, slots=True)
class KernelTensor:
    """Kernels in a memory.

    Attributes:
        precision: name of the number format.
        layout: where each stored element lies; of compressed kernels where it would.
        surface: the memory that is its own; of compressed kernels that of the weights.
        host: reaches the memory.
        order: what they are stored for.
        given: kernels, channels, rows, columns as the user has them; None: as they are stored.
        streams: the memory of compressed kernels; None: all weights are there.
    """

    precision: str
    layout: KernelLayout
    surface: Surface
    host: Host
    order: KernelOrder = DIRECT_ORDER
    given: KernelShape | None = None
    streams: StreamSurfaces | None = None

    @property
    def shape(self) -> KernelShape:
        """Kernels, channels, rows, columns."""
        return self.given or (self.layout.kernels, self.layout.channels, self.layout.rows, self.layout.columns)

    @property
    def side(self) -> Side:
        """Its memory and address."""
        return self.layout.side

    @property
    def surfaces(self) -> tuple[Surface, ...]:
        """All its memory."""
        return (self.surface,) if self.streams is None else (self.surface, self.streams.mask, self.streams.sizes)

    def numpy(self) -> NDArray[Any]:
        """What memory holds now, [kernels, channels, rows, columns] as they are stored."""
        atoms = get_atoms(self.host, self.surface.port, self.layout) if self.streams is None else self._decompressed()
        values = self.layout.unpack(atoms)
        return np.ascontiguousarray(values).view(DTYPES[self.precision])[..., 0]

    def load(self, values: NDArray[Any]) -> None:
        """Put stored kernels into memory through the back door; the padding behind them is 0.

        Args:
            values: [kernels, channels, rows, columns] as `numpy` gives them.

        Raises:
            ValueError: another shape, values that the precision does not hold, or kernels that are compressed.
        """
        if self.streams is not None:
            raise ValueError("compressed kernels take as much memory as their values need: make new ones")
        elements, layout = elements_of(values, self.precision), self.layout
        shape = layout.kernels, layout.channels, layout.rows, layout.columns
        if elements.shape != shape:
            raise ValueError(f"kernels of shape {elements.shape} for some of {shape}")
        put_atoms(self.host, self.surface.port, layout, layout.pack(bytes_of(elements), 0))

    def _decompressed(self) -> NDArray[np.uint8]:
        streams, layout = self.streams, self.layout
        assert streams is not None
        mask, weights = (_stream(self.host, surface) for surface in (streams.mask, streams.weights))
        found = decompress(mask, weights, layout.group_elements, layout.element_bytes)
        line = np.zeros(layout.line_bytes, np.uint8)
        line[: found.elements.size] = found.elements.reshape(-1)
        return line.reshape(-1, layout.atom_bytes)


def streams_of(atoms: NDArray[np.uint8], layout: KernelLayout) -> Streams:
    """Packed kernels without their zeros: an entry of weights is fetched even where all of them are zero."""
    elements = atoms.reshape(-1)[: layout.element_count * layout.element_bytes].reshape(-1, layout.element_bytes)
    found = compress(elements, layout.group_elements, layout.entry_bytes)
    weights = found.weights if found.weights.size else np.zeros(layout.entry_bytes, np.uint8)
    return weights, found.mask, found.sizes


def _stream(host: Host, surface: Surface) -> ByteStream:
    data = host.dump(surface.port, surface.address, surface.size_bytes)
    return ByteStream(data, all_set(data.shape))
