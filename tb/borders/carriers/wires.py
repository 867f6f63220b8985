"""Wires: what a unit gives is what the one at the other end takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tb.borders.carriers.wrong import Inside, Wrong
from tb.taps import Tap


@dataclass(frozen=True, slots=True)
class Wire:
    """A link that is tapped at both ends.

    Attributes:
        link: what messages call it.
        giver: the unit that gives.
        taker: the unit at the other end.
        given: the taps at the giver's end: one, or several of which each sees a part of what passes.
        taken: those at the taker's end.
        some: more may come at the other end.
        registers: there may be registers in between, as on RTL of others: what comes later all the time and is the
            same is right.
    """

    link: str
    giver: str
    taker: str
    given: tuple[str, ...]
    taken: tuple[str, ...]
    some: bool = False
    registers: bool = False


def wires(inside: Inside, links: Iterable[Wire]) -> list[Wrong]:
    """Where both ends do not see the same.

    Args:
        inside: what is known of the design.
        links: all that there are; those that are not tapped at both ends are not looked at.
    """
    found = list[Wrong]()
    for wire in links:
        if all(name in inside.taps for name in (*wire.given, *wire.taken)):
            given, taken = (_merged(names, inside.taps) for names in (wire.given, wire.taken))
            found += _compared(wire, given, _some(taken, np.isin(taken.time, given.time)) if wire.some else taken)
    return found


def _merged(names: tuple[str, ...], taps: Mapping[str, Tap]) -> Tap:
    """What passed several taps, in its order."""
    if len(names) == 1:
        return taps[names[0]]
    some = [taps[name] for name in names]
    times, payload = (np.concatenate([getattr(tap, of) for tap in some]) for of in ("time", "payload"))
    return _some(replace(some[0], time=times, payload=payload), np.argsort(times, kind="stable"))


def _some(tap: Tap, rows: NDArray[Any]) -> Tap:
    """Some of the transfers, without their layers."""
    return replace(tap, time=tap.time[rows], payload=tap.payload[rows])


def _compared(wire: Wire, given: Tap, taken: Tap) -> Iterator[Wrong]:
    """What is wrong with a wire: what moves at both ends at once is the same there."""
    count = min(len(taken.time), len(given.time))
    differs = (given.payload[:count] != taken.payload[:count]).any(axis=1)
    if wire.registers and count and not differs.any() and (given.time[:count] < taken.time[:count]).all():
        return
    at = int(np.argmax(differs)) if differs.any() else count
    if at < count and given.time[at] == taken.time[at]:
        what = f"given as {_hex(given.payload[at])} and taken as {_hex(taken.payload[at])}"
        unit = f"the top, in the wires between {wire.giver} and {wire.taker}"
        yield Wrong(unit, f"transfer {at} of {wire.link} is {what}", float(taken.time[at]))
        return
    under_way = at == count and at + 1 == len(given.time)
    if at < len(given.time) and not under_way and (at == len(taken.time) or given.time[at] < taken.time[at]):
        what = f"it does not see transfer {at} of {wire.link}, which {wire.giver} gives"
        yield Wrong(wire.taker, what, float(given.time[at]))
    elif at < len(taken.time):
        what = f"{wire.taker} takes transfer {at} of {wire.link}, of which it does not know"
        yield Wrong(wire.giver, what, float(taken.time[at]))


def _hex(payload: NDArray[np.uint8]) -> str:
    """A payload, the highest byte first."""
    return f"0x{payload[::-1].tobytes().hex()}"
