"""A border between two units: a tapped link, and what must pass it for a layer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.borders.payload import Payload, elements_of
from tb.taps import Tap

Gather = Callable[[Layer, Tap, ExpectedTransfers], NDArray[Any]]
"""Makes rows such as `ExpectedTransfers.values` has of what passed, never more than there must be."""
Follow = Callable[[Layer, Mapping[str, Tap]], ExpectedTransfers | None]
"""As `Border.expected`, by what passed all links of a layer, by their names."""


@dataclass(frozen=True, slots=True)
class Between:
    """A unit between two others, which carries what passes from the one to the other.

    Attributes:
        unit: the unit.
        taps: all taps that are needed to look at it.
    """

    unit: str
    taps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Border:
    """A tapped link between two units.

    Attributes:
        tap: the link's name.
        text: what it is called, such as ``LOADER to ADDER``.
        expected: what must pass for a layer; None: nothing is known of it, as where the layer does not use the link.
        block: whose layers the tap counts.
        giver: the unit that is wrong if this border is the first that differs.
        taker: the unit that takes what passes.
        payload: what each transfer consists of.
        behind: the taps of what the giver takes itself; the graph of a family's borders.
        waits_for: what else it may wait for, where no tap looks; empty: for nothing.
        beside: a unit through which the giver takes what is `behind`; where nobody looks at it, it is named too.
        gather: makes rows of what passed, where these are not the transfers one by one.
        follows: what must pass in the order that the design has chosen, where it may choose one, by what passed its
            links for the layers of `block`; None: the order is that of `expected`.
    """

    tap: str
    text: str
    expected: Callable[[Layer], ExpectedTransfers | None]
    _: KW_ONLY
    block: str
    giver: str
    taker: str
    payload: Payload
    behind: tuple[str, ...] = ()
    waits_for: str = ""
    beside: Between | None = None
    gather: Gather | None = None
    follows: Follow | None = None

    def due(self, layer: Layer, taps: Mapping[str, Tap]) -> ExpectedTransfers | None:
        """What must pass for a layer, of which this passed the links."""
        return self.follows(layer, taps) if self.follows else self.expected(layer)

    def passed(self, layer: Layer, tap: Tap, expected: ExpectedTransfers) -> NDArray[Any]:
        """The elements that passed, as `ExpectedTransfers.values` has them, [transfers, elements]."""
        if self.gather is not None:
            return self.gather(layer, tap, expected)
        parts = elements_of(self.payload)
        found = np.zeros((len(tap.payload), len(parts)), np.uint64)
        for number, part in enumerate(parts):
            found[:, number] = tap.numbers(part.low, part.width)
        return found
