"""Holding what passed a border against what must pass it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from tb.borders.comparison.border import Border
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.borders.payload import Element, Payload, bits_of, elements_of
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


def look(border: Border, layer: Layer, taps: Mapping[str, Tap], lacking: Collection[str] = ()) -> Look | None:
    """Look at a border of a layer; None if nothing is known of what must pass it.

    Args:
        border: where.
        layer: the layer.
        taps: what passed of the layers of its block, by the names of links; the border's is among them.
        lacking: members of the payload that nobody can see.
    """
    expected, tap = border.due(layer, taps), taps[border.tap]
    if expected is None:
        return None
    for member in lacking:
        expected = _unseen(expected, border.payload, member)
    passed = border.passed(layer, tap, expected)
    due, count = len(expected), len(passed)
    both = min(due, count)
    differs = (expected.values[:both] != passed[:both]) & expected.known[:both]
    rows = np.flatnonzero(differs.any(axis=1))
    if not len(rows):
        difference = f"{count - due:,} transfer(s) more than the {due:,} that must pass" if count > due else ""
        return Look(border, layer, count, due, difference, tap.held_up)
    row = int(rows[0])
    column = int(np.argmax(differs[row]))
    difference = _difference(expected, passed, (row, column), elements_of(border.payload)[column])
    if (more := int(differs.sum()) - 1) > 0:
        difference += f"; {more:,} more element(s) in {len(rows):,} transfer(s)"
    place = expected.place(row, column) if expected.place else None
    return Look(border, layer, count, due, difference, tap.held_up, place)


def _unseen(expected: ExpectedTransfers, payload: Payload, member: str) -> ExpectedTransfers:
    """What must pass, less a member."""
    bits, known = bits_of(payload, member), expected.known.copy()
    known[:, [element.low in bits for element in elements_of(payload)]] = False
    return replace(expected, known=known)


def _difference(expected: ExpectedTransfers, passed: NDArray[Any], at: tuple[int, int], element: Element) -> str:
    """An element that differs, as words."""
    row, column = at
    name = expected.name_element(row, column) if expected.name_element else element.name
    digits = -(-element.width // 4) + len("0x")
    numbers = f"expected {int(expected.values[row, column]):#0{digits}x}, got {int(passed[row, column]):#0{digits}x}"
    return f"transfer {row} ({expected.name(row)}), {name}: {numbers}"
