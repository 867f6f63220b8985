"""The payload of a link: its members, and the numbers that each of them is compared by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tb.taps import Tap

WIDEST_BITS = 32
"""Of an element: numbers that are wider are cut."""


@dataclass(frozen=True, slots=True)
class Element:
    """A number in each transfer of a link.

    Attributes:
        name: what it is, such as ``lane 3``.
        low: its lowest bit in the payload.
        width: its bits, at most `WIDEST_BITS`.
    """

    name: str
    low: int
    width: int


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a payload's type, and the elements side by side in it, the first one lowest.

    Attributes:
        name: the member's, as in the type.
        bits: its width.
        elements: their names; none: it is not compared.
        element_bits: width of each; the last one has what is left.
    """

    name: str
    bits: int
    elements: tuple[str, ...] = ()
    element_bits: int = WIDEST_BITS


Payload = Sequence[Member]
"""The members of a packed type, the highest first."""


def array(name: str, element: str, width: int, count: int) -> Member:
    """A member of equal elements; ``{}`` in their name is their number."""
    return Member(name, width * count, tuple(element.format(number) for number in range(count)), width)


def flags(name: str, element: str, count: int) -> Member:
    """A member of bits that are compared together, `WIDEST_BITS` at a time."""
    return Member(name, count, tuple(f"{element} from {first} on" for first in range(0, count, WIDEST_BITS)))


def widths_of(payload: Payload) -> dict[str, int]:
    """The bits of each member."""
    return {member.name: member.bits for member in payload}


def elements_of(payload: Payload) -> list[Element]:
    """The elements of all members, the lowest first."""
    found, low = list[Element](), 0
    for member in reversed(payload):
        for number, name in enumerate(member.elements):
            first = number * member.element_bits
            found.append(Element(name, low + first, min(member.element_bits, member.bits - first)))
        low += member.bits
    return found


def bits_of(payload: Payload, name: str) -> range:
    """Where in the payload a member stands."""
    names = [member.name for member in payload]
    at = names.index(name)
    low = sum(member.bits for member in payload[at + 1 :])
    return range(low, low + payload[at].bits)


def member_numbers(tap: Tap, payload: Payload, name: str) -> NDArray[np.uint64]:
    """A member of each transfer as a number, uint64 [transfers]."""
    bits = bits_of(payload, name)
    return tap.numbers(bits.start, len(bits))
