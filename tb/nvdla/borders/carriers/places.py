"""CACC's places for results, which it tells CSC: as many as there are, and CSC uses no more than it was told of."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.nvdla.config import HwConfig
from tb.nvdla.borders.carriers.wrong import Inside, Wrong
from tb.nvdla.borders.links.sizes import tile_sums

GIVER, TAKER, TAP = "CACC", "CSC", "cacc_csc"
OF_KERNEL = 4
"""Places of CACC for each kernel of the MAC array: two of the longest stripes."""


def places(inside: Inside) -> list[Wrong]:
    """What is wrong with the places."""
    taps = inside.taps
    if any(name not in taps for name in (TAP, "cacc_sdp", "cacc_csc_taken")) or tile_sums(inside.config) > 1:
        return []  # with Winograd several results make a place free
    return [*_told(inside)]


def most_places(config: HwConfig) -> int:
    """So many results CACC can keep."""
    return OF_KERNEL * config.mac_kernels


def _told(inside: Inside) -> Iterator[Wrong]:
    """CACC: what it tells is what is free."""
    told, given = inside.taps[TAP], inside.taps["cacc_sdp"]
    so_far = np.cumsum(told.numbers(0, told.payload_bits).astype(np.int64))
    free = most_places(inside.config) + np.searchsorted(given.time, told.time)
    wrong = so_far > free
    if wrong.any():
        at = int(np.argmax(wrong))
        what = f"it told {TAKER} of {int(so_far[at]):,} places, when {int(free[at]):,} had become free"
        yield Wrong(GIVER, what, float(told.time[at]))
        return
    there, all_told = most_places(inside.config) + len(given.time), int(so_far[-1]) if len(so_far) else 0
    if all_told < there and not told.held_up:
        what = f"{there - all_told:,} place(s) for results are free, and it does not tell {TAKER} of them"
        yield Wrong(GIVER, what, float(given.time[-1]) if len(given.time) else 0.0, missing=True)
