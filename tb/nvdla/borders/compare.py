"""Holding what passed a border against what must pass it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
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
        place: port and address of the first element that differs, where it goes to memory.
    """

    border: Border
    layer: Layer
    passed: int
    due: int
    difference: str
    held_up: bool
    place: tuple[str, int] | None = None

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
    first = _first_different(passing, passed)
    difference = _difference(border, config, passing, passed, first) if first else ""
    place = passing.place(*first) if first and passing.place else None
    if not difference and len(passed) > len(passing):
        difference = f"{len(passed) - len(passing):,} transfer(s) more than the {len(passing):,} that must pass"
    return Look(border, layer, len(passed), len(passing), difference, tap.held_up, place)


def _unseen(passing: Passing, border: Border, config: HwConfig, member: str) -> Passing:
    """What must pass, less a member."""
    bits, known = bits_of(border.members(config), member), passing.known.copy()
    known[:, [element.low in bits for element in border.elements(config)]] = False
    return replace(passing, known=known)


def _differing(passing: Passing, passed: NDArray[Any]) -> Flags:
    """Which elements differ, of the transfers that passed and must pass."""
    count = min(len(passing), len(passed))
    differs: Flags = (passing.values[:count] != passed[:count]) & passing.known[:count]
    return differs


def _first_different(passing: Passing, passed: NDArray[Any]) -> tuple[int, int] | None:
    """The transfer and the element that differ first."""
    differs = _differing(passing, passed)
    rows = np.flatnonzero(differs.any(axis=1))
    return (int(rows[0]), int(np.argmax(differs[rows[0]]))) if len(rows) else None


def _difference(border: Border, config: HwConfig, passing: Passing, passed: NDArray[Any], at: tuple[int, int]) -> str:
    """The first element that differs, as words."""
    (row, column), differs = at, _differing(passing, passed)
    rows = np.flatnonzero(differs.any(axis=1))
    element = border.elements(config)[column]
    name = passing.name_element(row, column) if passing.name_element else element.name
    digits = -(-element.width // 4) + len("0x")
    numbers = f"expected {int(passing.values[row, column]):#0{digits}x}, got {int(passed[row, column]):#0{digits}x}"
    more = f"; {int(differs.sum()) - 1:,} more element(s) in {len(rows):,} transfer(s)" if differs.sum() > 1 else ""
    return f"transfer {row} ({passing.name(row)}), {name}: {numbers}{more}"
