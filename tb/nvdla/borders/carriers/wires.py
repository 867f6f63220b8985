"""Wires: what a unit gives is what the one at the other end takes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.config.names import RAM_TYPES, READ_STREAMS, WRITE_STREAMS
from tb.nvdla.borders.carriers.wrong import Inside, Wrong
from tb.nvdla.borders.pipeline import BORDERS, HALVES, MEMORY
from tb.taps import Tap


@dataclass(frozen=True, slots=True)
class Wire:
    """A link that is tapped at both ends.

    Attributes:
        tap: of who gives.
        giver: the unit.
        taker: the unit at the other end.
        end: the tap there; empty: there are several.
        some: more may come at the other end.
    """

    tap: str
    giver: str
    taker: str
    end: str = ""
    some: bool = False


WIRES = (
    *(Wire(of.tap, of.giver, of.taker, f"{of.tap}_taken", some=of.taker == "CBUF") for of in BORDERS),
    *(Wire("csc_cmac_data", "CSC", f"CMAC_{half}", f"csc_cmac_data_taken_{half.lower()}") for half in HALVES),
    Wire("cacc_csc", "CACC", "CSC", "cacc_csc_taken"),
    Wire("sdp_pdp_given", "SDP", "PDP", "sdp_pdp"),
)
"""Of the borders those, too, that are tapped at one end: these are not looked at."""


def wires(inside: Inside) -> list[Wrong]:
    """Where both ends do not see the same."""
    found = list[Wrong]()
    for wire in WIRES:
        if wire.tap in inside.taps and wire.end in inside.taps:
            given, taken = inside.taps[wire.tap], inside.taps[wire.end]
            found += _compared(wire, given, _some(taken, np.isin(taken.time, given.time)) if wire.some else taken)
    return found + _of_memory(inside)


def _of_memory(inside: Inside) -> list[Wrong]:
    """The words of units, at the unit and at the memory interfaces."""
    found = list[Wrong]()
    for does, streams in (("read", READ_STREAMS), ("write", WRITE_STREAMS)):
        for number, (stream, block) in enumerate(streams.items()):
            names = [f"memory_{does}_words_{ram * len(streams) + number}" for ram, _ in enumerate(RAM_TYPES)]
            ends = [inside.taps[name] for name in names if name in inside.taps]
            at_unit = inside.taps.get(f"{stream.lower()}_{does}")
            if at_unit is not None and len(ends) == len(inside.config.ports):
                sides = (MEMORY, _merged(ends)), (block, at_unit)
                (giver, given), (taker, taken) = sides if does == "read" else sides[::-1]
                found += _compared(Wire(at_unit.name, giver, taker), given, taken)
    return found


def _merged(taps: list[Tap]) -> Tap:
    """What passed several taps, in its order."""
    times, payload = (np.concatenate([getattr(tap, of) for tap in taps]) for of in ("time", "payload"))
    return _some(replace(taps[0], time=times, payload=payload), np.argsort(times, kind="stable"))


def _some(tap: Tap, rows: NDArray[Any]) -> Tap:
    """Some of the transfers, without their layers."""
    return replace(tap, time=tap.time[rows], payload=tap.payload[rows])


def _compared(wire: Wire, given: Tap, taken: Tap) -> list[Wrong]:
    """What is wrong with a wire: what moves at both ends at once is the same there."""
    count = min(len(taken.time), len(given.time))
    differs = (given.payload[:count] != taken.payload[:count]).any(axis=1)
    at = int(np.argmax(differs)) if differs.any() else count
    if at < count and given.time[at] == taken.time[at]:
        what = f"given as {_hex(given.payload[at])} and taken as {_hex(taken.payload[at])}"
        unit = f"the top, in the wires between {wire.giver} and {wire.taker}"
        return [Wrong(unit, f"transfer {at} of {wire.tap} is {what}", float(taken.time[at]))]
    under_way = at == count and at + 1 == len(given.time)
    if at < len(given.time) and not under_way and (at == len(taken.time) or given.time[at] < taken.time[at]):
        what = f"it does not see transfer {at} of {wire.tap}, which {wire.giver} gives"
        return [Wrong(wire.taker, what, float(given.time[at]))]
    if at < len(taken.time):
        what = f"{wire.taker} takes transfer {at} of {wire.tap}, of which it does not know"
        return [Wrong(wire.giver, what, float(taken.time[at]))]
    return []


def _hex(payload: NDArray[np.uint8]) -> str:
    """A payload, the highest byte first."""
    return f"0x{payload[::-1].tobytes().hex()}"
