"""The borders between CDMA and the convolution buffer: entries by their content and order, wherever the rings stand."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.layer import Claim, Layer
from models.memory.footprint import Fetched
from models.nvdla.config import HwConfig
from models.nvdla.conv.inputs import ConvImage
from models.nvdla.conv.slices import slices_of
from models.nvdla.conv.streams import streams_of
from models.nvdla.conv.view import WINOGRAD
from models.nvdla.conv.way import ConvWay
from models.nvdla.conv.weights import MASK, SIZES, WEIGHTS
from tb.nvdla.borders.border import Border, Element, Passing, elements
from tb.scoreboard.rows import occurrences
from tb.taps import Tap

UNIT, BUFFER = "CDMA", "CBUF"
STREAMS = (WEIGHTS, MASK, SIZES)
Entries = tuple[NDArray[np.uint8], Flags]
"""Bytes of entries, [entries, bytes], and which of them are known."""


def entry_elements(config: HwConfig) -> list[Element]:
    """The bytes of an entry."""
    return elements("byte {}", 0, 8, config.cbuf_entry_bytes)


def _claim(layer: Layer) -> Claim:
    return next(claim for claim in layer.claims if claim.block == UNIT)


def _parted(layer: Layer) -> tuple[list[Fetched], list[Fetched]]:
    """What was fetched as data, and as weights."""
    fetched = _claim(layer).fetched
    data = [item for item in fetched if item.where.label not in STREAMS]
    return data, [item for item in fetched if item.where.label in STREAMS]


def data(layer: Layer, config: HwConfig) -> Passing | None:
    """The entries of the lines that are fetched."""
    way, (fetched, _) = layer.way, _parted(layer)
    if not isinstance(way, ConvWay) or not fetched:
        return None
    slices = slices_of(way.conv, config, fetched)
    if isinstance(way.conv.input, ConvImage):
        entries = _image_entries(slices.codes[0], slices.known[0], config)
    else:
        make = _extended_entries if way.conv.mode == WINOGRAD else _feature_entries
        parts = [make(codes, known, config) for codes, known in zip(slices.codes, slices.known, strict=True)]
        lines = slices.lines
        entries = _by_line([part[0] for part in parts], lines), _by_line([part[1] for part in parts], lines)
    each = len(entries[0]) // (slices.lines * len(slices.codes))

    def name(row: int) -> str:
        line, batch = divmod(row // each, len(slices.codes))
        several = f", batch {batch}" if len(slices.codes) > 1 else ""
        return f"entry {row % each} of fetched slice {line}{several}"

    return Passing(*entries, name)


def weights(layer: Layer, config: HwConfig) -> Passing | None:
    """The entries of the weights, and behind them those of the mask."""
    way, (_, fetched) = layer.way, _parted(layer)
    if not isinstance(way, ConvWay) or not fetched:
        return None
    streams = streams_of(way.conv, fetched)
    parts = [item for item in (streams.weights, streams.mask) if item is not None]
    found = [_filled(item.data, item.known, config) for item in parts]
    count = len(found[0][0])
    values, known = (np.concatenate(column) for column in zip(*found, strict=True))
    return Passing(values, known, lambda row: f"entry {row} of weights" if row < count else f"of mask {row - count}")


def _filled(values: NDArray[np.uint8], known: Flags, config: HwConfig) -> Entries:
    size = config.cbuf_entry_bytes
    whole, sure = np.zeros(-(-len(values) // size) * size, np.uint8), np.zeros(-(-len(values) // size) * size, np.bool_)
    whole[: len(values)], sure[: len(values)] = values, known
    return whole.reshape(-1, size), sure.reshape(-1, size)


def _by_line(parts: list[NDArray[Any]], lines: int) -> NDArray[Any]:
    """Entries of batches, each line by line, as a ring has them: the batches of a line one behind the other."""
    stacked = np.stack([part.reshape(lines, -1, part.shape[-1]) for part in parts], axis=1)
    return stacked.reshape(-1, parts[0].shape[-1])


def _atoms(codes: NDArray[Any], known: Flags, config: HwConfig) -> Entries:
    """Elements [channels, lines, columns] as atoms, [lines, atoms of a pixel, columns, atom bytes]."""
    channels, lines, columns = codes.shape
    lanes = config.atom_bytes // codes.itemsize
    count = -(-channels // lanes)
    whole, sure = np.zeros((count * lanes, lines, columns), codes.dtype), np.zeros((count * lanes, lines, columns), bool)
    whole[:channels], sure[:channels] = codes, known
    parts = [part.reshape(count, lanes, lines, columns).transpose(2, 0, 3, 1) for part in (whole, sure)]
    values = np.ascontiguousarray(parts[0]).view(np.uint8)
    return values, np.repeat(parts[1], codes.itemsize, axis=-1)


def _feature_entries(codes: NDArray[Any], known: Flags, config: HwConfig) -> Entries:
    """Whole entries of a pixel each, then pixels that share entries (docs/nvdla/units.md, 'Convolution buffer')."""
    atoms = _atoms(codes, known, config)
    many = config.cbuf_entry_bytes // config.atom_bytes
    lines, count, columns, size = atoms[0].shape
    whole, rest = divmod(count, many)
    share = 1 << (rest - 1).bit_length() if rest else 0
    entries = whole * columns + -(-columns * share // many)
    found = []
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


def _extended_entries(codes: NDArray[Any], known: Flags, config: HwConfig) -> Entries:
    """Of each surface its pixels, in entries of their own."""
    many = config.cbuf_entry_bytes // config.atom_bytes
    found = []
    for part in _atoms(codes, known, config):
        lines, count, columns, size = part.shape
        whole = np.zeros((lines, count, -(-columns // many) * many, size), part.dtype)
        whole[:, :, :columns] = part
        found.append(whole.reshape(-1, config.cbuf_entry_bytes))
    return found[0], found[1]


def _image_entries(codes: NDArray[Any], known: Flags, config: HwConfig) -> Entries:
    """The components of a line's pixels one behind the other."""
    lines = np.ascontiguousarray(codes.transpose(1, 2, 0)).view(np.uint8).reshape(codes.shape[1], -1)
    sure = np.repeat(known.transpose(1, 2, 0), codes.itemsize, axis=-1).reshape(lines.shape)
    size = config.cbuf_entry_bytes
    pieces = -(-lines.shape[1] // size)
    found = []
    for part in (lines, sure):
        whole = np.zeros((len(part), pieces * size), part.dtype)
        whole[:, : part.shape[1]] = part
        found.append(whole.reshape(-1, size))
    return found[0], found[1]


def _gather_data(layer: Layer, config: HwConfig, tap: Tap, passing: Passing) -> NDArray[np.uint64]:
    way = layer.way
    assert isinstance(way, ConvWay)
    ring = way.conv.buffer.data_banks * config.cbuf_bank_entries
    return _gathered(tap, config, [(passing, 0, ring)])


def _gather_weights(layer: Layer, config: HwConfig, tap: Tap, passing: Passing) -> NDArray[np.uint64]:
    way, (_, fetched) = layer.way, _parted(layer)
    assert isinstance(way, ConvWay)
    bank, buffer = config.cbuf_bank_entries, way.conv.buffer
    rings = [(passing, buffer.data_banks * bank, buffer.weight_banks * bank)]
    if way.conv.weights.compression is not None:
        streams = streams_of(way.conv, fetched)
        count = -(-len(streams.weights.data) // config.cbuf_entry_bytes)
        last = (config.cbuf_banks - 1) * bank
        masks = Passing(passing.values[count:], passing.known[count:], passing.name)
        weights = Passing(passing.values[:count], passing.known[:count], passing.name)
        rings = [(weights, *rings[0][1:]), (masks, last, bank)]
    return _gathered(tap, config, rings)


def _gathered(tap: Tap, config: HwConfig, rings: list[tuple[Passing, int, int]]) -> NDArray[np.uint64]:
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
    found = []
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


BORDERS = (
    Border(
        tap="cdma_cbuf_data",
        text="CDMA to CBUF, data",
        block=UNIT,
        giver=UNIT,
        taker=BUFFER,
        elements=entry_elements,
        passing=data,
        gather=_gather_data,
    ),
    Border(
        tap="cdma_cbuf_weights",
        text="CDMA to CBUF, weights",
        block=UNIT,
        giver=UNIT,
        taker=BUFFER,
        elements=entry_elements,
        passing=weights,
        gather=_gather_weights,
    ),
)
