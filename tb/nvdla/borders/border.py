"""A border between two units: a tapped link, and what must pass it for a layer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.layer import Layer
from models.nvdla.config import HwConfig
from tb.taps import Tap

WIDEST_BITS = 32
"""Of an element: numbers that are wider are cut."""


@dataclass(frozen=True, slots=True)
class Element:
    """A number in each transfer of a link.

    Attributes:
        name: what it is, such as ``lane 3``.
        low: its lowest bit in the payload.
        width: its bits, at most as many as `Tap.numbers` takes.
    """

    name: str
    low: int
    width: int


def elements(name: str, low: int, width: int, count: int) -> list[Element]:
    """So many of them side by side, the first lowest; ``{}`` in the name is their number."""
    return [Element(name.format(number), low + number * width, width) for number in range(count)]


def flags(name: str, low: int, count: int) -> list[Element]:
    """Bits that are looked at together, some at a time."""
    firsts = range(0, count, WIDEST_BITS)
    return [Element(f"{name} from {first} on", low + first, min(count - first, WIDEST_BITS)) for first in firsts]


@dataclass(frozen=True, slots=True)
class Passing:
    """What must pass a link for a layer, in order.

    Attributes:
        values: the elements of each transfer as unsigned numbers, [transfers, elements].
        known: which of them are known, of the same shape.
        name: says what a transfer is, given its number.
        name_element: says what an element of a transfer is, better than its own name; None: nobody can.
        place: says at which port and address an element lies that goes to memory; None: none of them does.
    """

    values: NDArray[Any]
    known: Flags
    name: Callable[[int], str]
    name_element: Callable[[int, int], str] | None = None
    place: Callable[[int, int], tuple[str, int]] | None = None

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Border:
    """A tapped link between two units.

    Attributes:
        tap: the link's name.
        text: what it is called: ``CMAC_A to CACC``.
        block: whose layers the tap counts.
        giver: the unit that is wrong if this border is the first that differs.
        taker: the unit that takes what passes.
        behind: the taps of what the giver takes itself.
        waits_for: what else it may wait for, where no tap looks; empty: for nothing.
        beside: a unit through which the giver takes what is `behind`; where nobody looks at it, it is named too.
        elements: what each transfer consists of.
        members: what its payload consists of.
        passing: what must pass for a layer; None: nothing is known of it, as where the layer does not use the link.
        gather: makes rows such as `passing` has of what passed, where these are not the transfers one by one.
    """

    tap: str
    text: str
    block: str
    giver: str
    taker: str
    behind: tuple[str, ...] = ()
    waits_for: str = ""
    beside: str = ""
    elements: Callable[[HwConfig], list[Element]]
    members: Callable[[HwConfig], Mapping[str, int]]
    passing: Callable[[Layer, HwConfig], Passing | None]
    gather: Callable[[Layer, HwConfig, Tap, Passing], NDArray[np.uint64]] | None = None

    def passed(self, layer: Layer, config: HwConfig, tap: Tap, passing: Passing) -> NDArray[np.uint64]:
        """The elements that passed, as `Passing.values` has them; a border that gathers them sees none too many."""
        if self.gather is not None:
            return self.gather(layer, config, tap, passing)
        parts = self.elements(config)
        found = np.zeros((len(tap.payload), len(parts)), np.uint64)
        for number, part in enumerate(parts):
            found[:, number] = tap.numbers(part.low, part.width)
        return found
