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
        given: the tap of who gives.
        taken: the tap of who takes.
        text: what it joins.
        some: more may come at the other end.
    """

    given: str
    taken: str
    text: str
    some: bool = False


def _taken(given: str, text: str) -> Wire:
    """A link whose other end is tapped under the same name."""
    return Wire(given, f"{given}_taken", text)


STREAMS = ("data", "weights")
WIRES = (
    *(Wire(f"cdma_cbuf_{of}", f"cdma_cbuf_{of}_taken", f"CDMA and CBUF, {of}", some=True) for of in STREAMS),
    *(_taken(f"cdma_csc_{of}", f"CDMA and CSC, {of}") for of in STREAMS),
    *(Wire("csc_cmac_data", f"csc_cmac_data_taken_{of.lower()}", f"CSC and CMAC_{of}, data") for of in HALVES),
    *(_taken(f"csc_cmac_weights_{of.lower()}", f"CSC and CMAC_{of}, weights") for of in HALVES),
    *(_taken(f"cmac_cacc_{of.lower()}", f"CMAC_{of} and CACC") for of in HALVES),
    _taken("cacc_csc", "CACC and CSC"),
    _taken("cacc_sdp", "CACC and SDP"),
    _taken("rdma_sdp", "SDP_RDMA and SDP, input"),
    *(_taken(f"rdma_operand_{of}", f"SDP_RDMA and SDP, {of.upper()}") for of in ("x1", "x2", "y")),
    Wire("sdp_pdp_given", "sdp_pdp", "SDP and PDP"),
    _taken("rdma_atom_pdp", "PDP_RDMA and PDP"),
    _taken("rdma_cdp_cube", "CDP_RDMA and CDP, sizes"),
    _taken("rdma_cdp", "CDP_RDMA and CDP"),
)


def wires(inside: Inside) -> list[Wrong]:
    """Where both ends do not see the same."""
    found = []
    for wire in WIRES:
        if wire.given in inside.taps and wire.taken in inside.taps:
            found += _differing(wire, inside.taps[wire.given], inside.taps[wire.taken])
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
        wire = Wire("", "", f"{block} and the memory interfaces")
        found += _compared(wire, given, times[order], payload)
    return found


def _differing(wire: Wire, given: Tap, taken: Tap) -> list[Wrong]:
    times, payload = taken.time, taken.payload
    if wire.some:
        rows = np.isin(times, given.time)
        times, payload = times[rows], payload[rows]
    return _compared(wire, given, times, payload)


def _compared(wire: Wire, given: Tap, times: NDArray[np.uint64], payload: NDArray[np.uint8]) -> list[Wrong]:
    """What is wrong with a wire."""
    unit, count = f"the top, in the wires between {wire.text}", min(len(times), len(given.time))
    differs = (given.payload[:count] != payload[:count]).any(axis=1)
    if differs.any():
        at = int(np.argmax(differs))
        what = f"transfer {at} is given as {_hex(given.payload[at])} and taken as {_hex(payload[at])}"
        return [Wrong(unit, what, float(times[at]))]
    if len(times) > len(given.time):
        return [Wrong(unit, f"transfer {count} is taken and was never given", float(times[count]))]
    if len(given.time) > len(times) + 1:  # one may be under way
        return [Wrong(unit, f"transfer {count} is given and does not come", float(given.time[count]))]
    return []


def _hex(payload: NDArray[np.uint8]) -> str:
    """A payload, the highest byte first."""
    return f"0x{payload[::-1].tobytes().hex()}"
