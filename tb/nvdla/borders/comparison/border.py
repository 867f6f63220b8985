"""A border between two units: a tapped link, and what must pass it for a layer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.nvdla.config import HwConfig
from tb.nvdla.borders.comparison.transfers import ExpectedTransfers
from tb.nvdla.borders.links.payload import Payload, elements_of
from tb.taps import Tap

Gather = Callable[[Layer, HwConfig, Tap, ExpectedTransfers], NDArray[Any]]
"""Makes rows such as `ExpectedTransfers.values` has of what passed, never more than there must be."""


@dataclass(frozen=True, slots=True)
class Border:
    """A tapped link between two units.

    Attributes:
        tap: the link's name.
        text: what it is called: ``CMAC_A to CACC``.
        expected: what must pass for a layer; None: nothing is known of it, as where the layer does not use the link.
        block: whose layers the tap counts.
        giver: the unit that is wrong if this border is the first that differs.
        taker: the unit that takes what passes.
        payload: what each transfer consists of.
        behind: the taps of what the giver takes itself.
        waits_for: what else it may wait for, where no tap looks; empty: for nothing.
        beside: a unit through which the giver takes what is `behind`; where nobody looks at it, it is named too.
        gather: makes rows of what passed, where these are not the transfers one by one.
    """

    tap: str
    text: str
    expected: Callable[[Layer, HwConfig], ExpectedTransfers | None]
    _: KW_ONLY
    block: str
    giver: str
    taker: str
    payload: Callable[[HwConfig], Payload]
    behind: tuple[str, ...] = ()
    waits_for: str = ""
    beside: str = ""
    gather: Gather | None = None

    def passed(self, layer: Layer, config: HwConfig, tap: Tap, expected: ExpectedTransfers) -> NDArray[Any]:
        """The elements that passed, as `ExpectedTransfers.values` has them, [transfers, elements]."""
        if self.gather is not None:
            return self.gather(layer, config, tap, expected)
        parts = elements_of(self.payload(config))
        found = np.zeros((len(tap.payload), len(parts)), np.uint64)
        for number, part in enumerate(parts):
            found[:, number] = tap.numbers(part.low, part.width)
        return found
