"""How a layer can go on from the one before it."""

from __future__ import annotations

from enum import Enum


class Link(Enum):
    """What a layer takes over: data and weights each as a whole, lines as the last ones of the layer before."""

    FRESH = "fresh"
    """Nothing, and banks may change."""
    WASTED = "wasted"
    """Nothing, though the layer before leaves something."""
    DATA = "data"
    WEIGHTS = "weights"
    BOTH = "data and weights"
    LINES = "lines"
    LINES_AND_WEIGHTS = "lines and weights"

    @property
    def data(self) -> bool:
        """Whether all data are used again."""
        return self in (Link.DATA, Link.BOTH)

    @property
    def lines(self) -> bool:
        """Whether some lines are."""
        return self in (Link.LINES, Link.LINES_AND_WEIGHTS)

    @property
    def weights(self) -> bool:
        """Whether weights are."""
        return self in (Link.WEIGHTS, Link.BOTH, Link.LINES_AND_WEIGHTS)
