"""Links whose transfers are atoms of a cube: what SDP hands to PDP, and what PDP_RDMA and CDP_RDMA read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.nvdla.config import HwConfig
from tb.nvdla.borders.border import Element, Passing, elements
from tb.nvdla.borders.pixels import in_order
from tb.nvdla.borders.words import Stream, words_of


def atom_elements(config: HwConfig) -> list[Element]:
    """The bytes of an atom, and the mark of the last transfer."""
    return [*elements("byte {}", 0, 8, config.atom_bytes), Element("layer_end", 8 * config.atom_bytes, 1)]


def passing_atoms(streams: list[tuple[Stream, NDArray[np.int64]]]) -> Passing:
    """Atoms that lie in memory.

    Args:
        streams: one behind the other, each with the numbers of its atoms in their order.
    """
    words = words_of([(stream, order.reshape(-1, 1)) for stream, order in streams])
    assert words.name_element is not None
    return _ended(words.values, words.known, words.name, words.name_element)


def passing_codes(codes: NDArray[Any], known: Flags, lanes: int) -> Passing:
    """Atoms that are handed on.

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

    return _ended(rows.view(np.uint8), sure, name, name_element)


def _ended(
    values: NDArray[Any], known: Flags, name: Callable[[int], str], name_element: Callable[[int, int], str]
) -> Passing:
    """Atoms as bytes, with the mark of the last one."""
    last, sure = np.zeros((len(values), 1), values.dtype), np.ones((len(values), 1), np.bool_)
    last[-1] = 1
    end = values.shape[1]

    def named(row: int, at: int) -> str:
        return "layer_end" if at == end else name_element(row, at)

    return Passing(np.hstack([values, last]), np.hstack([known, sure]), name, named)
