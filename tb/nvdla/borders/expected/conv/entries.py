"""The entries of the convolution buffer as CDMA fills them (docs/nvdla/units.md, 'Convolution buffer').

Bytes and the flags of which of them are known take the same way: each function serves both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.slices import Slices
from tb.borders.payload import member_numbers
from tb.nvdla.borders.links.conv_payloads import entry
from tb.scoreboard.rows import occurrences
from tb.taps import Tap

Entries = tuple[NDArray[np.uint8], Flags]
"""Bytes of entries, [entries, bytes], and which of them are known."""


def in_bytes(slices: Slices) -> tuple[NDArray[np.uint8], Flags]:
    """Elements as bytes, and which are known, [batches, channels, lines, columns, bytes of an element]."""
    shape = *slices.codes.shape, slices.codes.itemsize
    values = np.ascontiguousarray(slices.codes).view(np.uint8).reshape(shape)
    return values, np.broadcast_to(slices.known[..., None], shape)


def filled(part: NDArray[Any], config: HwConfig) -> NDArray[Any]:
    """Streams [..., bytes] as whole entries, [entries, bytes]; 0 fills up the last one of each stream."""
    return _filled_up(part, part.ndim - 1, config.cbuf_entry_bytes).reshape(-1, config.cbuf_entry_bytes)


def by_line(parts: Sequence[NDArray[Any]], lines: int) -> NDArray[Any]:
    """Entries of batches, each line by line, as a ring has them: the batches of a line one behind the other."""
    stacked = np.stack([part.reshape(lines, -1, part.shape[-1]) for part in parts], axis=1)
    return stacked.reshape(-1, parts[0].shape[-1])


def feature_entries(part: NDArray[Any], config: HwConfig) -> NDArray[Any]:
    """Whole entries of a pixel each, then pixels that share entries.

    Args:
        part: [channels, lines, columns, bytes of an element].
        config: the hardware configuration.

    Returns:
        [entries, bytes].
    """
    atoms, many = _atoms(part, config), config.cbuf_entry_bytes // config.atom_bytes
    lines, count, columns, size = atoms.shape
    whole, rest = divmod(count, many)
    share = 1 << (rest - 1).bit_length() if rest else 0
    alone = whole * columns * many
    slices = np.zeros((lines, alone + -(-columns * share // many) * many, size), part.dtype)
    groups = atoms[:, : whole * many].reshape(lines, whole, many, columns, size).swapaxes(2, 3)
    slices[:, :alone] = groups.reshape(lines, -1, size)
    if rest:
        pixels = np.zeros((lines, columns, share, size), part.dtype)
        pixels[:, :, :rest] = atoms[:, whole * many :].swapaxes(1, 2)
        slices[:, alone : alone + columns * share] = pixels.reshape(lines, -1, size)
    return slices.reshape(-1, config.cbuf_entry_bytes)


def extended_entries(part: NDArray[Any], config: HwConfig) -> NDArray[Any]:
    """Of each surface its pixels, in entries of their own; arrays as of `feature_entries`."""
    many = config.cbuf_entry_bytes // config.atom_bytes
    return _filled_up(_atoms(part, config), 2, many).reshape(-1, config.cbuf_entry_bytes)


def image_entries(part: NDArray[Any], config: HwConfig) -> NDArray[Any]:
    """The components of a line's pixels one behind the other; arrays as of `feature_entries`."""
    return filled(part.transpose(1, 2, 0, 3).reshape(part.shape[1], -1), config)


def _atoms(part: NDArray[Any], config: HwConfig) -> NDArray[Any]:
    """Elements as of `feature_entries` as atoms, [lines, atoms of a pixel, columns, atom bytes]."""
    lanes = config.atom_bytes // part.shape[-1]
    whole = _filled_up(part, 0, lanes)
    parts = whole.reshape(-1, lanes, *part.shape[1:]).transpose(2, 0, 3, 1, 4)
    return parts.reshape(*parts.shape[:3], config.atom_bytes)


def _filled_up(part: NDArray[Any], axis: int, multiple: int) -> NDArray[Any]:
    """An array with zeros behind it, so that an axis has a multiple of some length."""
    shape = list(part.shape)
    shape[axis] += -shape[axis] % multiple
    whole = np.zeros(shape, part.dtype)
    whole[tuple(map(slice, part.shape))] = part
    return whole


def gathered(tap: Tap, config: HwConfig, rings: Sequence[tuple[Flags, range]]) -> NDArray[np.uint64]:
    """The entries of rings, one behind the other, as far as they are complete.

    Args:
        tap: what passed.
        config: the hardware configuration.
        rings: which bytes of what must be in each are known, bool [entries, bytes], and the ring's entries.

    Returns:
        uint64 [entries, bytes and whether they are in their banks]. Where one is lacking, that is what was written
        elsewhere first.
    """
    payload, atoms = entry(config), config.cbuf_entry_bytes // config.atom_bytes
    numbers, masks = (member_numbers(tap, payload, name).astype(np.int64) for name in ("entry", "atoms"))
    content = tap.payload[:, : config.cbuf_entry_bytes].reshape(-1, atoms, config.atom_bytes)
    found: list[NDArray[Any]] = []
    strays = ~np.logical_or.reduce([(numbers >= ring.start) & (numbers < ring.stop) for _, ring in rings])
    for known, ring in rings:
        mine = (numbers >= ring.start) & (numbers < ring.stop)
        rows, places = np.nonzero((masks[mine, None] >> np.arange(atoms)) & 1)
        entries = numbers[mine]
        start = entries[0] if len(entries) else ring.start
        within = (entries[rows] - start) % len(ring)
        positions = within + occurrences(within * atoms + places) * len(ring)
        inside = positions < len(known)
        values = np.zeros((len(known), atoms, config.atom_bytes), np.uint64)
        there = np.zeros((len(known), atoms), np.bool_)
        values[positions[inside], places[inside]] = content[mine][rows, places][inside]
        there[positions[inside], places[inside]] = True
        due = known.reshape(len(known), atoms, -1).any(axis=2)
        lacking = np.flatnonzero((due & ~there).any(axis=1))
        end = int(lacking[0]) if len(lacking) else len(known)
        found.append(in_banks(values.reshape(len(known), -1)[:end]))
        if end < len(known):
            found += [_astray(content, masks, strays & (numbers == number)) for number in numbers[strays][:1]]
            break
    return np.concatenate(found)


def _astray(content: NDArray[Any], masks: NDArray[np.int64], writes: Flags) -> NDArray[np.uint64]:
    """The entry that some writes made outside its banks, [1, bytes and 0]."""
    row = np.zeros((1, content.shape[1], content.shape[2]), np.uint64)
    for data, mask in zip(content[writes], masks[writes], strict=True):
        some = (mask >> np.arange(len(data)) & 1).astype(np.bool_)
        row[0, some] = data[some]
    return np.hstack([row.reshape(1, -1), np.zeros((1, 1), np.uint64)])


def in_banks(values: NDArray[Any]) -> NDArray[Any]:
    """Bytes of entries, and behind them that these are in their banks, [entries, bytes and 1]; flags likewise."""
    return np.hstack([values, np.ones((len(values), 1), values.dtype)])
