"""Compressed weights: zeros are left out, and a bit for each element says which (docs/nvdla/layouts.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags, all_set, every
from models.memory.sparse import Bytes
from models.nvdla.surfaces.surface_layout import ceil_div

SIZE_TYPE = np.dtype("<u4")
"""Of the sizes of kernel groups."""


@dataclass(frozen=True, slots=True)
class Compressed:
    """Kernels without their zeros; each stream is padded with zeros to whole entries of the buffer.

    Attributes:
        mask: WMB, a bit for each element, the first one lowest: whether it is there.
        weights: the elements that are.
        sizes: WGS, how many bytes of them each kernel group has.
    """

    mask: Bytes
    weights: Bytes
    sizes: Bytes


@dataclass(frozen=True, slots=True)
class ByteStream:
    """Bytes one behind the other.

    Attributes:
        data: uint8 [bytes].
        known: which of them are known, bool of the same shape.
    """

    data: Bytes
    known: Flags


@dataclass(frozen=True, slots=True)
class Decompressed:
    """Kernels with their zeros.

    Attributes:
        elements: bytes of the elements, [elements, element bytes].
        known: which elements are known.
        group_elements: of each kernel group.
        group_bytes: for each kernel group, how many bytes it has by the mask.
    """

    elements: Bytes
    known: Flags
    group_elements: tuple[int, ...]
    group_bytes: NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class CompressedStreams:
    """Compressed weights of a layer.

    Attributes:
        found: what the mask says of them.
        sizes: bytes of the group sizes.
        mask_bytes: of the mask.
        weight_bytes: of the weights that are not zero.
        weight_banks: banks for them.
    """

    found: Decompressed
    sizes: Bytes
    mask_bytes: int
    weight_bytes: int
    weight_banks: int


def compress(elements: Bytes, groups: Sequence[int], entry_bytes: int) -> Compressed:
    """Leave the zeros out.

    Args:
        elements: bytes of the elements as they lie in memory, [elements, element bytes].
        groups: elements of each kernel group.
        entry_bytes: size of an entry of the buffer.
    """
    there: Flags = np.logical_or.reduce(elements, axis=1)
    sizes = _sums(there, groups) * elements.shape[1]
    streams = np.packbits(there, bitorder="little"), elements[there].ravel(), sizes.astype(SIZE_TYPE).view(np.uint8)
    return Compressed(*(_whole(stream, entry_bytes) for stream in streams))


def decompress(mask: ByteStream, weights: ByteStream, groups: Sequence[int], element_bytes: int) -> Decompressed:
    """Put the zeros back, as far as the streams say where they were.

    Behind a bit of the mask that is unknown only the zeros are known; what the streams lack is unknown.

    Args:
        mask: WMB, as much as there is.
        weights: likewise.
        groups: elements of each kernel group.
        element_bytes: size of an element.
    """
    count = sum(groups)
    there = _fitting(np.unpackbits(mask.data, bitorder="little"), count).astype(np.bool_)
    known_mask = _fitting(mask.known.repeat(8), count)
    places = np.cumsum(there) - 1
    stored = weights.data[: len(weights.data) // element_bytes * element_bytes].reshape(-1, element_bytes)
    inside = there & (places < len(stored))
    elements = np.zeros((count, element_bytes), np.uint8)
    elements[inside] = stored[places[inside]]
    group_bytes = _sums(there, groups) * element_bytes
    if every(known_mask) and every(weights.known) and np.array_equal(inside, there):
        return Decompressed(elements, all_set((count,)), tuple(groups), group_bytes)
    whole: Flags = np.logical_and.reduce(weights.known[: stored.size].reshape(stored.shape), axis=1)
    known = inside.copy()
    known[inside] = whole[places[inside]]
    placed = np.logical_and.accumulate(known_mask)
    return Decompressed(elements, known_mask & (~there | placed & known), tuple(groups), group_bytes)


def disagreement(found: Decompressed, sizes: Bytes, mask_bytes: int, weight_bytes: int) -> str:
    """In what the streams of compressed weights do not agree; empty if they do.

    Args:
        found: what the mask and the weights say.
        sizes: WGS.
        mask_bytes: size of WMB.
        weight_bytes: size of the weights.
    """
    groups, bits = len(found.group_bytes), len(found.elements)
    total, listed = int(found.group_bytes.sum()), sizes[: groups * SIZE_TYPE.itemsize]
    if mask_bytes < ceil_div(bits, 8):
        return f"WMB has {mask_bytes} bytes, {bits} elements need {ceil_div(bits, 8)}"
    if weight_bytes < total:
        return f"there are {weight_bytes} bytes of weights, WMB needs {total}"
    if len(listed) < groups * SIZE_TYPE.itemsize:
        return f"WGS has {len(listed)} bytes, {groups} kernel groups need {groups * SIZE_TYPE.itemsize}"
    listed = np.ascontiguousarray(listed).view(SIZE_TYPE)
    wrong = np.flatnonzero(listed != found.group_bytes)
    if wrong.size:
        first = int(wrong[0])
        return f"WGS says {listed[first]} bytes of kernel group {first}, WMB says {found.group_bytes[first]}"
    return ""


@dataclass(frozen=True, slots=True)
class GroupUpdates:
    """When CDMA reports kernel groups to CSC.

    Attributes:
        never: the first group that it never reports, for which the layer waits forever; None: it reports all.
        early: which groups it reports when not all of their weights need be there, bool [groups].
    """

    never: int | None
    early: Flags


def group_updates(
    found: Decompressed, sizes: Bytes, mask_bytes: int, weight_bytes: int, entry_bytes: int
) -> GroupUpdates:
    """How CDMA takes WGS: for all groups but the last one, which it reports when everything is there.

    Args:
        found: what the mask and the weights say.
        sizes: WGS, with a size for each group.
        mask_bytes: size of WMB.
        weight_bytes: size of the weights.
        entry_bytes: size of an entry of the buffer: CDMA counts whole ones.
    """
    listed = sizes[: len(found.group_bytes) * SIZE_TYPE.itemsize].view(SIZE_TYPE).astype(np.int64)
    reported, needed = np.cumsum(listed), np.cumsum(found.group_bytes)
    mask_needed = np.cumsum(found.group_elements)
    reported[-1], mask_needed[-1] = weight_bytes, 8 * mask_bytes
    never = np.flatnonzero((reported > weight_bytes) | (mask_needed > 8 * mask_bytes))
    entries: NDArray[np.int64] = -(-reported // entry_bytes) * entry_bytes
    early: Flags = needed > entries
    return GroupUpdates(int(never[0]) if never.size else None, early)


def _sums(there: Flags, groups: Sequence[int]) -> NDArray[np.int64]:
    """How many elements of each group there are."""
    ends = np.cumsum([0, *groups])
    counts = np.concatenate([[0], np.cumsum(there, dtype=np.int64)])
    sums: NDArray[np.int64] = np.diff(counts[ends])
    return sums


def _fitting(values: NDArray[Any], count: int) -> NDArray[Any]:
    """As many values, zeros behind the last one."""
    if len(values) >= count:
        return values[:count]
    whole = np.zeros(count, values.dtype)
    whole[: len(values)] = values
    return whole


def _whole(stream: Bytes, entry_bytes: int) -> Bytes:
    """Bytes as whole entries."""
    return _fitting(stream, ceil_div(len(stream), entry_bytes) * entry_bytes)
