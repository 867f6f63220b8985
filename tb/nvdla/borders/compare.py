"""Holding what passed a border against what must pass it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.nvdla.config import HwConfig
from tb.nvdla.borders.border import Border, Passing
from tb.nvdla.borders.members import bits_of
from tb.taps import Tap


@dataclass(frozen=True, slots=True)
class Look:
    """What a look at a border found.

    Attributes:
        border: where it looked.
        layer: at which layer.
        passed: so many transfers.
        due: so many must pass.
        difference: the first transfer that differs, as words; empty: none of them.
        held_up: what came last was offered and not taken.
    """

    border: Border
    layer: Layer
    passed: int
    due: int
    difference: str
    held_up: bool

    @property
    def short(self) -> bool:
        """Transfers are missing."""
        return self.passed < self.due

    @property
    def count(self) -> str:
        """How many of them passed."""
        return f"{self.passed:,} of {self.due:,} transfer(s) passed"


def look(border: Border, layer: Layer, config: HwConfig, tap: Tap, lacking: Collection[str] = ()) -> Look | None:
    """Look at a border of a layer; None if nothing is known of what must pass it.

    Args:
        border: where.
        layer: the layer.
        config: the hardware configuration.
        tap: what passed of it.
        lacking: members of the payload that nobody can see.
    """
    passing = border.passing(layer, config)
    if passing is None:
        return None
    for member in lacking:
        passing = _unseen(passing, border, config, member)
    passed = border.passed(layer, config, tap, passing)
    difference = _difference(border, config, passing, passed)
    if not difference and len(passed) > len(passing):
        difference = f"{len(passed) - len(passing):,} transfer(s) more than the {len(passing):,} that must pass"
    return Look(border, layer, len(passed), len(passing), difference, tap.held_up)


def _unseen(passing: Passing, border: Border, config: HwConfig, member: str) -> Passing:
    """What must pass, less a member."""
    bits, known = bits_of(border.members(config), member), passing.known.copy()
    known[:, [element.low in bits for element in border.elements(config)]] = False
    return replace(passing, known=known)


def _difference(border: Border, config: HwConfig, passing: Passing, passed: NDArray[Any]) -> str:
    """The first element that differs, as words."""
    count = min(len(passing), len(passed))
    differs = (passing.values[:count] != passed[:count]) & passing.known[:count]
    rows = np.flatnonzero(differs.any(axis=1))
    if not len(rows):
        return ""
    row = int(rows[0])
    at = int(np.argmax(differs[row]))
    element = border.elements(config)[at]
    name = passing.name_element(row, at) if passing.name_element else element.name
    digits = -(-element.width // 4)
    numbers = f"expected {int(passing.values[row, at]):#0{digits + 2}x}, got {int(passed[row, at]):#0{digits + 2}x}"
    more = f"; {int(differs.sum()) - 1:,} more element(s) in {len(rows):,} transfer(s)" if differs.sum() > 1 else ""
    return f"transfer {row} ({passing.name(row)}), {name}: {numbers}{more}"
