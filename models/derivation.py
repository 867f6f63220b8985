"""The derivation of an element: how the value came about that a failure shows, or that somebody asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

Index = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One value of a derivation.

    Attributes:
        unit: where it stands.
        what: it is, with its address where it was read from memory.
        value: as text.
    """

    unit: str
    what: str
    value: str


class Derivation(Protocol):
    """How a layer came to what it writes or hands on; it computes single elements when it is asked."""

    def written(self, stream: int, address: int) -> Iterator[Step]:
        """The derivation of the element that a byte belongs to; nothing where no element of the layer is there.

        Args:
            stream: number of the layer's write stream.
            address: of the byte.
        """

    def handed(self, index: Index) -> Iterator[Step]:
        """The derivation of an element of what the layer hands to the next stage.

        Args:
            index: its place in the values of the flow.
        """


def derivation_lines(steps: Sequence[Step]) -> tuple[str, ...]:
    """Steps as the lines of a table, in the order in which they happen."""
    units = max((len(step.unit) for step in steps), default=0)
    whats = max((len(step.what) for step in steps), default=0)
    return tuple(f"{step.unit:<{units}}  {step.what:<{whats}}  {step.value}" for step in steps)
