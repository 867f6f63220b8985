"""Wires: what a unit gives is what the one at the other end takes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.nvdla.config.names import RAM_TYPES, WRITE_STREAMS
from tb.nvdla.borders.carriers.wrong import Inside, Wrong
from tb.nvdla.borders.conv.csc import HALVES
from tb.taps import Tap


@dataclass(frozen=True, slots=True)
class Wire:
    """A link that is tapped at both ends.

    Attributes:
        tap: of who gives.
        giver: the unit.
        taker: the unit at the other end.
        end: the tap there; empty: that of the name with ``_taken``.
        some: more may come at the other end.
    """

    tap: str
    giver: str
    taker: str
    end: str = ""
    some: bool = False

    @property
    def taken(self) -> str:
        """The tap of who takes."""
        return self.end or f"{self.tap}_taken"


STREAMS = ("data", "weights")
WIRES = (
    *(Wire(f"cdma_cbuf_{of}", "CDMA", "CBUF", some=True) for of in STREAMS),
    *(Wire(f"cdma_csc_{of}", "CDMA", "CSC") for of in STREAMS),
    *(Wire("csc_cmac_data", "CSC", f"CMAC_{of}", f"csc_cmac_data_taken_{of.lower()}") for of in HALVES),
    *(Wire(f"csc_cmac_weights_{of.lower()}", "CSC", f"CMAC_{of}") for of in HALVES),
    *(Wire(f"cmac_cacc_{of.lower()}", f"CMAC_{of}", "CACC") for of in HALVES),
    Wire("cacc_csc", "CACC", "CSC"),
    Wire("cacc_sdp", "CACC", "SDP"),
    Wire("rdma_sdp", "SDP_RDMA", "SDP"),
    *(Wire(f"rdma_operand_{of}", "SDP_RDMA", "SDP") for of in ("x1", "x2", "y")),
    Wire("sdp_pdp_given", "SDP", "PDP", "sdp_pdp"),
    Wire("rdma_atom_pdp", "PDP_RDMA", "PDP"),
    Wire("rdma_cdp_cube", "CDP_RDMA", "CDP"),
    Wire("rdma_cdp", "CDP_RDMA", "CDP"),
)


def wires(inside: Inside) -> list[Wrong]:
    """Where both ends do not see the same."""
    found = []
    for wire in WIRES:
        if wire.tap in inside.taps and wire.taken in inside.taps:
            found += _differing(wire, inside.taps[wire.tap], inside.taps[wire.taken])
    return found + _to_memory(inside)


def _to_memory(inside: Inside) -> list[Wrong]:
    """The words of units that write, at the unit and at the memory interfaces."""
    found = list[Wrong]()
    for number, (stream, block) in enumerate(WRITE_STREAMS.items()):
        names = [f"memory_write_words_{ram * len(WRITE_STREAMS) + number}" for ram, _ in enumerate(RAM_TYPES)]
        ends = [inside.taps[name] for name in names if name in inside.taps]
        given = inside.taps.get(f"{stream.lower()}_write")
        if given is None or len(ends) != len(inside.config.ports):
            continue
        times = np.concatenate([tap.time for tap in ends])
        order = np.argsort(times, kind="stable")
        payload = np.concatenate([tap.payload for tap in ends])[order]
        wire = Wire(given.name, block, "the memory interface")
        found += _compared(wire, given, times[order], payload)
    return found


def _differing(wire: Wire, given: Tap, taken: Tap) -> list[Wrong]:
    times, payload = taken.time, taken.payload
    if wire.some:
        rows = np.isin(times, given.time)
        times, payload = times[rows], payload[rows]
    return _compared(wire, given, times, payload)


def _compared(wire: Wire, given: Tap, times: NDArray[np.uint64], payload: NDArray[np.uint8]) -> list[Wrong]:
    """What is wrong with a wire: what moves at both ends at once is the same there."""
    count = min(len(times), len(given.time))
    differs = (given.payload[:count] != payload[:count]).any(axis=1)
    at = int(np.argmax(differs)) if differs.any() else count
    if at < count and given.time[at] == times[at]:
        what = f"transfer {at} of {wire.tap} is given as {_hex(given.payload[at])} and taken as {_hex(payload[at])}"
        return [Wrong(f"the top, in the wires between {wire.giver} and {wire.taker}", what, float(times[at]))]
    if at < len(given.time) - (at == count) and (at == len(times) or given.time[at] < times[at]):  # one is under way
        what = f"it does not see transfer {at} of {wire.tap}, which {wire.giver} gives"
        return [Wrong(wire.taker, what, float(given.time[at]))]
    if at < len(times):
        what = f"{wire.taker} takes transfer {at} of {wire.tap}, of which it does not know"
        return [Wrong(wire.giver, what, float(times[at]))]
    return []


def _hex(payload: NDArray[np.uint8]) -> str:
    """A payload, the highest byte first."""
    return f"0x{payload[::-1].tobytes().hex()}"
