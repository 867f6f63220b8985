"""CACC's places for results: it reports as many to CSC as have become free."""

from __future__ import annotations

import numpy as np

from models.nvdla.config import HwConfig
from tb.borders.carriers.wrong import Inside, Wrong
from tb.nvdla.borders.links.sizes import tile_sums

GIVER, TAKER, TAP = "CACC", "CSC", "cacc_csc"
OF_KERNEL = 4
"""Places of CACC for each kernel of the MAC array: two of the longest stripes."""


def places(inside: Inside, config: HwConfig) -> list[Wrong]:
    """What is wrong with the places."""
    taps = inside.taps
    if any(name not in taps for name in (TAP, "cacc_sdp", "cacc_csc_taken")) or tile_sums(config) > 1:
        return []  # with Winograd several results make a place free
    reports, given = inside.taps[TAP], inside.taps["cacc_sdp"]
    most = OF_KERNEL * config.mac_cells
    so_far = np.cumsum(reports.numbers(0, reports.payload_bits).astype(np.int64))
    free = most + np.searchsorted(given.time, reports.time)
    wrong = so_far > free
    if wrong.any():
        at = int(np.argmax(wrong))
        what = f"it told {TAKER} of {int(so_far[at]):,} places, when {int(free[at]):,} had become free"
        return [Wrong(GIVER, what, float(reports.time[at]))]
    left = most + len(given.time) - (int(so_far[-1]) if len(so_far) else 0)
    if left <= 0 or reports.held_up:
        return []
    what = f"{left:,} place(s) for results are free, and it does not tell {TAKER} of them"
    return [Wrong(GIVER, what, float(given.time[-1]) if len(given.time) else 0.0, missing=True)]
