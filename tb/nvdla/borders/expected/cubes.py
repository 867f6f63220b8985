"""Cubes that pass atom by atom, a pixel of a surface each: what units hand on, and what readers fetch for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.memory.footprint import Fetched
from tb.borders.comparison.memory_words import words_of
from tb.borders.comparison.transfers import ExpectedTransfers

TILE = 2
"""Lines and columns of a tile of Winograd."""
WORD_MASK = 0xFFFF_FFFF


def pixel_order(batches: int, height: int, width: int, *, tiles: bool = False) -> NDArray[np.int64]:
    """The order in which the pixels of a cube pass between units (nvdla_link_pkg, `cacc_sdp_t`).

    Args:
        batches: the batches of a pixel come one after another.
        height: lines; `width` columns.
        width: columns.
        tiles: tile by tile along two lines, each in row-major order; else line by line.

    Returns:
        Their numbers among the pixels [batches, height, width], int64 [pixels].
    """
    numbers = np.arange(batches * height * width).reshape(batches, height, width)
    if tiles:
        parts = numbers.reshape(batches, height // TILE, TILE, width // TILE, TILE)
        return parts.transpose(1, 3, 2, 4, 0).reshape(-1)
    return numbers.transpose(1, 2, 0).reshape(-1)


def in_order(cube: NDArray[Any], lanes: int, *, tiles: bool = False) -> NDArray[Any]:
    """A cube as the transfers that bring it.

    Args:
        cube: [batches, channels, height, width]; the channels are a multiple of the lanes.
        lanes: channels of a transfer.
        tiles: as of `pixel_order`.

    Returns:
        [transfers, lanes].
    """
    batches, channels, height, width = cube.shape
    parts = cube.reshape(batches, channels // lanes, lanes, height * width)
    pixels = parts.transpose(1, 0, 3, 2).reshape(channels // lanes, batches * height * width, lanes)
    return pixels[:, pixel_order(batches, height, width, tiles=tiles)].reshape(-1, lanes)


def ended(
    values: NDArray[Any], known: Flags, name: Callable[[int], str], name_element: Callable[[int, int], str]
) -> ExpectedTransfers:
    """Transfers with the mark of the last one behind their elements.

    Args:
        values: unsigned [transfers, elements].
        known: which are known, of the same shape.
        name: says what a transfer is.
        name_element: says what an element of a transfer is, but for the mark.
    """
    last, end = np.zeros((len(values), 1), values.dtype), values.shape[1]
    last[-1] = 1

    def named(row: int, at: int) -> str:
        return "layer_end" if at == end else name_element(row, at)

    sure = np.ones((len(values), 1), np.bool_)
    return ExpectedTransfers(np.hstack([values, last]), np.hstack([known, sure]), name, named)


def atoms_of(streams: Sequence[tuple[Fetched, NDArray[np.int64]]]) -> ExpectedTransfers:
    """Atoms as they lie in memory.

    Args:
        streams: one behind the other, each with the numbers of its atoms in their order, int64 [atoms].
    """
    words = words_of([(item, order.reshape(-1, 1)) for item, order in streams])
    assert words.name_element is not None
    return ended(words.values, words.known, words.name, words.name_element)


def cube_of_codes(codes: NDArray[Any], known: Flags, lanes: int) -> ExpectedTransfers:
    """A cube whose transfers are the bytes of atoms.

    Args:
        codes: [channels, height, width], whole atoms.
        known: which are known, of the same shape.
        lanes: elements of an atom.
    """
    rows = np.ascontiguousarray(in_order(codes[None], lanes))
    sure = np.repeat(in_order(known[None], lanes), codes.itemsize, axis=1)
    pixels, width = codes[0].size, codes.shape[2]

    def place(row: int) -> str:
        line, column = divmod(row % pixels, width)
        return f"h {line}, w {column}"

    def name(row: int) -> str:
        return f"c {row // pixels * lanes} on, {place(row)}"

    def name_element(row: int, byte: int) -> str:
        return f"[c {row // pixels * lanes + byte // codes.itemsize}, {place(row)}]"

    return ended(rows.view(np.uint8), sure, name, name_element)


def cube_of_words(
    values: NDArray[Any], known: Flags, lanes: int, words: int, what: str, *, tiles: bool = False
) -> ExpectedTransfers:
    """A cube whose transfers are words of 32 bits, one for each lane; what it has too few channels for is 0.

    Args:
        values: [batches, channels, height, width], integers; their low 32 bits count.
        known: which are known, of the same shape.
        lanes: of a transfer, that are used; `words` of the link.
        words: of a transfer of the link.
        what: the channels are called.
        tiles: as of `pixel_order`.
    """
    batches, channels, height, width = values.shape
    surfaces = -(-channels // lanes)
    whole = np.zeros((batches, surfaces * lanes, height, width), np.int64)
    flags = np.ones(whole.shape, np.bool_)
    whole[:, :channels], flags[:, :channels] = values, known
    order = pixel_order(batches, height, width, tiles=tiles)
    found = np.zeros((surfaces * len(order), words), np.uint64)
    sure = np.ones(found.shape, np.bool_)
    found[:, :lanes] = in_order(whole & WORD_MASK, lanes, tiles=tiles)
    sure[:, :lanes] = in_order(flags, lanes, tiles=tiles)

    def name(row: int) -> str:
        surface, place = divmod(row, len(order))
        batch, line, column = np.unravel_index(order[place], (batches, height, width))
        several = f"batch {batch}, " if batches > 1 else ""
        return f"{several}{what} {surface * lanes} on, h {line}, w {column}"

    def name_element(row: int, at: int) -> str:
        return f"{what} {row // len(order) * lanes + at}"

    return ended(found, sure, name, name_element)
