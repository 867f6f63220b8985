"""Members of descriptors, however deep, and the general ways to make one simpler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from typing import Any

import numpy as np

from sequences.shrink.shrinking import AnyShrinking, LayerChange, Layers, Place

STEPS = (4, 16, 28)
"""How far on the way from the lowest value to the present one numbers are tried, in parts of it."""
PARTS = 32
NEAR = 1024
"""So close to the lowest value the very next number is tried too."""


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a descriptor.

    Attributes:
        place: where it stands.
        value: what it is.
        default: what it is where nothing is said; `MISSING`: it has no default.
    """

    place: Place
    value: Any
    default: Any = MISSING


def members_of(layers: Layers) -> Iterator[Member]:
    """All members, the outer ones before those in them."""
    for number, layer in enumerate(layers):
        yield from _within((number,), layer)


def put(layers: Layers, place: Place, value: object) -> Layers:
    """Layers with another value of a member.

    Raises:
        ValueError: the member's class refuses it.
    """
    made: Layers = _put(layers, place, value)
    return made


def defaults(shrinking: AnyShrinking, layers: Layers) -> Iterator[tuple[str, Sequence[LayerChange]]]:
    """Everything that is not as it is where nothing is said, set to that."""
    for member in members_of(layers):
        if (
            member.default is not MISSING
            and not _is_kept(shrinking, member)
            and not _same(member.value, member.default)
        ):
            yield f"default {member.place}", [setter(shrinking, member.place, member.default)]


def numbers_of(shrinking: AnyShrinking, layers: Layers) -> Iterator[Member]:
    """The members that are numbers and larger than they need be."""
    for member in members_of(layers):
        value = member.value
        if isinstance(value, bool) or not isinstance(value, int) or _is_kept(shrinking, member):
            continue
        if value != shrinking.lowest(member.place, member.default):
            yield member


def numbers_below(value: int, low: int) -> tuple[list[int], list[int]]:
    """The numbers to try in a number's place, simplest first, and those of which one helps if others shall be tried.

    These are the lowest, the same without its sign, some on the way, the same without its highest bit, the next one.
    """
    way = value - low
    step = 1 if way > 0 else -1
    next_one = value - step * (1 if abs(way) <= NEAR else abs(way) // PARTS)
    shorter = low + step * (abs(way) - (1 << abs(way).bit_length() >> 1))
    opposite = [-value] if value < 0 <= low else []
    between = sorted(
        {shorter, *(low + int(way * part / PARTS) for part in STEPS)}, key=lambda number: abs(number - low)
    )
    tried = [number for number in dict.fromkeys((low, *opposite, *between, next_one)) if number != value]
    return tried, [number for number in (shorter, next_one) if number != low]


def fewer(shrinking: AnyShrinking, layers: Layers) -> Iterator[tuple[str, Sequence[LayerChange]]]:
    """Members that are several: without each of them."""
    for member in members_of(layers):
        if isinstance(member.value, tuple) and len(member.value) > 1 and not _is_kept(shrinking, member):
            for number in reversed(range(len(member.value))):
                left = (*member.value[:number], *member.value[number + 1 :])
                yield f"fewer {member.place} {number}", [setter(shrinking, member.place, left)]


def _within(place: Place, value: object) -> Iterator[Member]:
    if isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from _within((*place, number), item)
    elif is_dataclass(value):
        for item in fields(value):
            member = Member((*place, item.name), getattr(value, item.name), _default(item))
            yield member
            yield from _within(member.place, member.value)


def _default(item: Field[Any]) -> Any:  # noqa: ANN401 - of any member
    if item.default_factory is not MISSING:
        return item.default_factory()
    return item.default


def _is_kept(shrinking: AnyShrinking, member: Member) -> bool:
    return any(name in shrinking.kept for name in member.place if isinstance(name, str))


def _same(one: object, other: object) -> bool:
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return one is other
    return one == other and type(one) is type(other)


def setter(shrinking: AnyShrinking, place: Place, value: object) -> LayerChange:
    """What sets a member and works out again what follows from it."""

    def change(layers: Layers) -> Layers | None:
        try:
            return shrinking.repaired(put(layers, place, value))
        except (ValueError, LookupError, TypeError, AttributeError, AssertionError, ZeroDivisionError):
            return None  # another change has taken the member away, or made what cannot be

    return change


def _put(value: Any, place: Place, new: object) -> Any:  # noqa: ANN401 - any member
    if not place:
        return new
    first, *rest = place
    if isinstance(first, int):
        return (*value[:first], _put(value[first], tuple(rest), new), *value[first + 1 :])
    return replace(value, **{first: _put(getattr(value, first), tuple(rest), new)})
