"""Links whose transfers are the words of an atom's lanes: what CACC hands to SDP, and what SDP_RDMA reads for it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.nvdla.config import HwConfig
from tb.nvdla.borders.border import Element, Passing, elements
from tb.nvdla.borders.pixels import in_order, pixel_order

RESULT_BITS = 32


def result_elements(config: HwConfig) -> list[Element]:
    """A word for each lane of INT8, and the mark of the last transfer."""
    lanes = config.atom_bytes
    return [*elements("lane {}", 0, RESULT_BITS, lanes), Element("layer_end", lanes * RESULT_BITS, 1)]


def passing_cube(
    values: NDArray[Any], known: Flags, lanes: int, words: int, what: str, *, tiles: bool = False
) -> Passing:
    """A cube of words, atom by atom; what it has too few channels for is 0.

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
    rows = in_order(whole & 0xFFFF_FFFF, lanes, tiles=tiles)
    all_known = in_order(flags, lanes, tiles=tiles)
    found = np.zeros((len(rows), words + 1), np.uint64)
    found[:, :lanes], found[-1, words] = rows, 1
    sure = np.ones(found.shape, np.bool_)
    sure[:, :lanes] = all_known
    order = pixel_order(batches, height, width, tiles=tiles)

    def name(row: int) -> str:
        surface, place = divmod(row, len(order))
        batch, line, column = np.unravel_index(order[place], (batches, height, width))
        several = f"batch {batch}, " if batches > 1 else ""
        return f"{several}{what} {surface * lanes} on, h {line}, w {column}"

    def name_element(row: int, at: int) -> str:
        return "layer_end" if at == words else f"{what} {row // len(order) * lanes + at}"

    return Passing(found, sure, name, name_element)
