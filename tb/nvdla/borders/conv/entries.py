"""The entries of the convolution buffer as CDMA fills them (docs/nvdla/units.md, 'Convolution buffer')."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.nvdla.config import HwConfig
from tb.nvdla.borders.border import Passing
from tb.scoreboard.rows import occurrences
from tb.taps import Tap

Entries = tuple[NDArray[np.uint8], Flags]
"""Bytes of entries, [entries, bytes], and which of them are known."""


def filled(values: NDArray[np.uint8], known: Flags, config: HwConfig) -> Entries:
    """Bytes of a stream, whole entries of them."""
    size = config.cbuf_entry_bytes
    whole, sure = np.zeros(-(-len(values) // size) * size, np.uint8), np.zeros(-(-len(values) // size) * size, np.bool_)
    whole[: len(values)], sure[: len(values)] = values, known
    return whole.reshape(-1, size), sure.reshape(-1, size)


def by_line(parts: list[NDArray[Any]], lines: int) -> NDArray[Any]:
    """Entries of batches, each line by line, as a ring has them: the batches of a line one behind the other."""
    stacked = np.stack([part.reshape(lines, -1, part.shape[-1]) for part in parts], axis=1)
    return stacked.reshape(-1, parts[0].shape[-1])


def _atoms(codes: NDArray[Any], known: Flags, config: HwConfig) -> Entries:
    """Elements [channels, lines, columns] as atoms, [lines, atoms of a pixel, columns, atom bytes]."""
    channels, lines, columns = codes.shape
    lanes = config.atom_bytes // codes.itemsize
    count = -(-channels // lanes)
    whole, sure = (
        np.zeros((count * lanes, lines, columns), codes.dtype),
        np.zeros((count * lanes, lines, columns), bool),
    )
    whole[:channels], sure[:channels] = codes, known
    parts = [part.reshape(count, lanes, lines, columns).transpose(2, 0, 3, 1) for part in (whole, sure)]
    values = np.ascontiguousarray(parts[0]).view(np.uint8)
    return values, np.repeat(parts[1], codes.itemsize, axis=-1)


def feature_entries(codes: NDArray[Any], known: Flags, config: HwConfig) -> Entries:
    """Whole entries of a pixel each, then pixels that share entries (docs/nvdla/units.md, 'Convolution buffer')."""
    atoms = _atoms(codes, known, config)
    many = config.cbuf_entry_bytes // config.atom_bytes
    lines, count, columns, size = atoms[0].shape
    whole, rest = divmod(count, many)
    share = 1 << (rest - 1).bit_length() if rest else 0
    entries = whole * columns + -(-columns * share // many)
    found: list[NDArray[Any]] = []
    for part in atoms:
        slices = np.zeros((lines, entries * many, size), part.dtype)
        groups = part[:, : whole * many].reshape(lines, whole, many, columns, size).swapaxes(2, 3)
        slices[:, : whole * columns * many] = groups.reshape(lines, -1, size)
        if rest:
            pixels = np.zeros((lines, columns, share, size), part.dtype)
            pixels[:, :, :rest] = part[:, whole * many :].swapaxes(1, 2)
            first = whole * columns * many
            slices[:, first : first + columns * share] = pixels.reshape(lines, -1, size)
        found.append(slices.reshape(-1, config.cbuf_entry_bytes))
    return found[0], found[1]


def extended_entries(codes: NDArray[Any], known: Flags, config: HwConfig) -> Entries:
    """Of each surface its pixels, in entries of their own."""
    many = config.cbuf_entry_bytes // config.atom_bytes
    found: list[NDArray[Any]] = []
    for part in _atoms(codes, known, config):
        lines, count, columns, size = part.shape
        whole = np.zeros((lines, count, -(-columns // many) * many, size), part.dtype)
        whole[:, :, :columns] = part
        found.append(whole.reshape(-1, config.cbuf_entry_bytes))
    return found[0], found[1]


def image_entries(codes: NDArray[Any], known: Flags, config: HwConfig) -> Entries:
    """The components of a line's pixels one behind the other."""
    lines = np.ascontiguousarray(codes.transpose(1, 2, 0)).view(np.uint8).reshape(codes.shape[1], -1)
    sure = np.repeat(known.transpose(1, 2, 0), codes.itemsize, axis=-1).reshape(lines.shape)
    size = config.cbuf_entry_bytes
    pieces = -(-lines.shape[1] // size)
    values, flags = np.zeros((len(lines), pieces * size), np.uint8), np.zeros((len(lines), pieces * size), np.bool_)
    values[:, : lines.shape[1]], flags[:, : lines.shape[1]] = lines, sure
    return values.reshape(-1, size), flags.reshape(-1, size)


def gathered(tap: Tap, config: HwConfig, rings: list[tuple[Passing, int, int]]) -> NDArray[np.uint64]:
    """The entries of rings, one behind the other, as far as they are complete.

    Args:
        tap: what passed.
        config: the hardware configuration.
        rings: what must be in each, its first entry and its entries.
    """
    bits, atoms = 8 * config.cbuf_entry_bytes, config.cbuf_entry_bytes // config.atom_bytes
    index = (config.cbuf_banks * config.cbuf_bank_entries - 1).bit_length()
    entry, mask = tap.numbers(bits + atoms, index).astype(np.int64), tap.numbers(bits, atoms).astype(np.int64)
    content = tap.payload[:, : config.cbuf_entry_bytes].reshape(-1, atoms, config.atom_bytes)
    found: list[NDArray[Any]] = []
    for passing, first, size in rings:
        mine = (entry >= first) & (entry < first + size)
        rows, places = np.nonzero((mask[mine, None] >> np.arange(atoms)) & 1)
        numbers = entry[mine]
        start = numbers[0] if len(numbers) else first
        within = (numbers[rows] - start) % size
        turn = occurrences(within * atoms + places)
        positions = within + turn * size
        inside = positions < len(passing)
        values = np.zeros((len(passing), atoms, config.atom_bytes), np.uint64)
        there = np.zeros((len(passing), atoms), np.bool_)
        values[positions[inside], places[inside]] = content[mine][rows, places][inside]
        there[positions[inside], places[inside]] = True
        due = passing.known.reshape(len(passing), atoms, -1).any(axis=2)
        lacking = np.flatnonzero((due & ~there).any(axis=1))
        end = int(lacking[0]) if len(lacking) else len(passing)
        found.append(values.reshape(len(passing), -1)[:end])
        if end < len(passing):
            break
    return np.concatenate(found)
