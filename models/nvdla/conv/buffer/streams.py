"""Weights as they stand in the convolution buffer, streams of bytes, and the kernels that CSC makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.memory.footprint import Fetched
from models.memory.sparse import Bytes
from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.slices import CODES, whole
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.compression import (
    ByteStream,
    CompressedStreams,
    Decompressed,
    GroupUpdates,
    decompress,
    group_updates,
)
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.conv.fetch.weights import kernel_layout
from models.nvdla.conv.parts import WINOGRAD
from models.nvdla.numbers.floats import half_nan_to_zero
from models.nvdla.surfaces.direct_weights import KernelLayout
from models.nvdla.surfaces.image_and_winograd_weights import TILE, ImageKernels, WinogradKernels
from models.nvdla.surfaces.surface_layout import Stream


@dataclass(frozen=True, slots=True)
class WeightStreams:
    """Weights in the buffer.

    Attributes:
        kernels: how many there are.
        weights: all of them, or those that are not zero.
        mask: where those lie; None: all are there.
        sizes: bytes of each group of kernels, which CDMA keeps.
    """

    kernels: int
    weights: ByteStream
    mask: ByteStream | None = None
    sizes: ByteStream | None = None

    @property
    def empty(self) -> bool:
        """Whether no weight of compressed ones is other than 0: CSC then reads none."""
        return self.mask is not None and not self.mask.data.any()

    def forgotten(self) -> WeightStreams:
        """The same weights, of which nothing is known."""
        return replace(self, weights=replace(self.weights, known=np.zeros(self.weights.known.shape, np.bool_)))


@dataclass(frozen=True, slots=True)
class Kernels:
    """What data are multiplied by.

    Attributes:
        codes: [kernels, channels, rows, columns].
        known: which of them are known, bool of the same shape.
    """

    codes: NDArray[Any]
    known: Flags


def streams_of(conv: Conv, fetched: Sequence[Fetched]) -> WeightStreams:
    """What CDMA puts into the buffer; NaN are flushed on the way."""
    weights, *others = (_cut(item) for item in fetched)
    if conv.input.nan_to_zero and conv.precision == "FP16":  # of weights too, seen on the part
        weights = replace(weights, data=half_nan_to_zero(weights.data.view(np.uint16)).view(np.uint8))
    return WeightStreams(conv.weights.kernels, weights, *others)


def _cut(fetched: Fetched) -> ByteStream:
    """The bytes of a stream, without what its last atom has too many."""
    layout = fetched.where.layout
    assert isinstance(layout, Stream)
    return ByteStream(fetched.data.reshape(-1)[: layout.size], fetched.known.reshape(-1)[: layout.size])


def stored_layout(conv: Conv, config: HwConfig) -> KernelLayout:
    """Where weights lie that are not compressed."""
    side, taps, kernels, precision = conv.weights.side, conv.taps, conv.weights.kernels, conv.precision
    if conv.mode == WINOGRAD:
        return kernel_layout(side, (kernels, conv.view.depth, TILE, TILE), precision, config, WinogradKernels)
    shape = kernels, conv.input.channels, taps.height, taps.width
    if isinstance(conv.input, ConvImage):
        return kernel_layout(side, shape, precision, config, partial(ImageKernels, step_rows=conv.post_extension))
    return kernel_layout(side, shape, precision, config)


def kernels_of(conv: Conv, config: HwConfig, streams: WeightStreams) -> Kernels:
    """The kernels in weights that stand in the buffer; those that do not are unknown."""
    layout = stored_layout(conv, config)
    if (conv.weights.compression is None) != (streams.mask is None):  # left by a layer of the other kind
        streams = WeightStreams(streams.kernels, streams.weights).forgotten()
    data, known = streams.weights.data, streams.weights.known
    if streams.mask is not None:
        found = decompressed(conv, config, streams)
        data, known = found.elements.reshape(-1), found.known.repeat(layout.element_bytes)
    codes = layout.unpack(_filled(data, layout, 0))
    return Kernels(
        np.ascontiguousarray(codes).view(CODES[conv.precision])[..., 0],
        whole(layout.unpack(_filled(known, layout, False))),
    )


def without_groups(kernels: Kernels, early: Flags, size: int) -> Kernels:
    """Kernels of which some groups are unknown.

    Args:
        kernels: all.
        early: which groups.
        size: of a group.
    """
    known = kernels.known & ~early.repeat(size)[: len(kernels.known), None, None, None]
    return replace(kernels, known=known)


def decompressed(conv: Conv, config: HwConfig, streams: WeightStreams) -> Decompressed:
    """Compressed weights with their zeros."""
    layout, weights, mask = stored_layout(conv, config), streams.weights, streams.mask
    assert mask is not None
    return decompress(mask, weights, layout.group_elements, layout.element_bytes)


def updates_of(conv: Conv, config: HwConfig, streams: WeightStreams) -> GroupUpdates | None:
    """When CDMA reports groups of compressed kernels; None if they are not, or nobody knows."""
    found = _sized_groups(conv, config, streams)
    if found is None:
        return None
    groups, sizes = found
    assert streams.mask is not None
    return group_updates(groups, sizes, streams.mask.data.size, streams.weights.data.size, config.cbuf_entry_bytes)


def compressed_streams(conv: Conv, config: HwConfig, streams: WeightStreams) -> CompressedStreams | None:
    """The streams of compressed weights that rules look at; None if they are not compressed, or nobody knows."""
    found = _sized_groups(conv, config, streams)
    if found is None:
        return None
    groups, sizes = found
    assert streams.mask is not None
    return CompressedStreams(
        found=groups,
        sizes=sizes,
        mask_bytes=streams.mask.data.size,
        weight_bytes=streams.weights.data.size,
        weight_banks=conv.buffer.weight_banks,
    )


def _sized_groups(conv: Conv, config: HwConfig, streams: WeightStreams) -> tuple[Decompressed, Bytes] | None:
    if streams.mask is None or streams.sizes is None:
        return None
    known = streams.mask.known.all() and streams.sizes.known.all()
    return (decompressed(conv, config, streams), streams.sizes.data) if known else None


def _filled(values: NDArray[Any], layout: KernelLayout, rest: int | bool) -> NDArray[Any]:
    """As many atoms as the kernels take, where there are fewer bytes or more."""
    needed = layout.line_bytes
    if len(values) < needed:
        filled = np.full(needed, rest, values.dtype)
        filled[: len(values)] = values
        values = filled
    return values[:needed].reshape(-1, layout.atom_bytes)
