"""What must pass a link for a layer, transfer by transfer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from models.arrays.flags import Flags


@dataclass(frozen=True, slots=True)
class ExpectedTransfers:
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
