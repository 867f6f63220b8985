"""How a memory behaves in time: knobs that every responder understands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

import numpy as np

from sequences.arguments import need_kind
from tb.memory.axi import Response

CycleRange = tuple[int, int]
STALLS = ("aw_stall", "w_stall", "ar_stall", "b_gap", "r_gap")
"""The knobs of a memory that are stalls, in the order in which an HDL memory is told of them."""
LATE_ID_LIMIT = 32
"""An HDL memory has a bit for each id below."""


ERROR_RANGES = 8
"""An HDL memory has room for so many."""


class WriteOrder(StrEnum):
    """Which of write request and write data a memory takes first."""

    ANY = "any"  # each when it comes
    ADDRESS_FIRST = "address first"  # no data before its request
    DATA_FIRST = "data first"  # no request before its first data beat
    MIXED = "mixed"  # drawn anew with each burst


@dataclass(frozen=True, slots=True)
class Stall:
    """When a channel pauses: ready low on AW, W, AR; valid withheld on B and R.

    Attributes:
        probability: that a pause begins, in each cycle without one.
        cycles: shortest and longest pause.
    """

    probability: float = 0.0
    cycles: CycleRange = (1, 1)

    def __post_init__(self) -> None:
        # A pause that always begins anew never ends.
        _check_probability("probability of a stall", self.probability, highest=0.99)
        _check_range("cycles", self.cycles, lowest=1)


@dataclass(frozen=True, slots=True)
class ErrorRange:
    """Addresses at which a memory answers with an error.

    Attributes:
        first: the lowest.
        limit: the first behind them.
        response: SLVERR or DECERR.
    """

    first: int
    limit: int
    response: Response = Response.DECERR

    def __post_init__(self) -> None:
        if not 0 <= self.first < self.limit:
            raise ValueError(f"error range from {self.first:#x} to {self.limit:#x}: expected 0 <= first < limit")
        if self.response not in (Response.SLVERR, Response.DECERR):
            raise ValueError(
                f"error range with response {self.response!r}, expected Response.SLVERR or Response.DECERR"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryProfile:
    """Knobs of a memory's timing and errors, each independent of the others.

    The default is as fast as the pins allow, and without errors.

    Attributes:
        read_latency: cycles between a request's acceptance and its first data, shortest and longest; 0 is the next
            cycle.
        response_latency: the same from a write's last data beat to its response.
        aw_stall: back-pressure on write requests; `w_stall`, `ar_stall` likewise.
        b_gap: pauses between responses; `r_gap` between data beats.
        read_reorder: probability that a read is served out of turn, where reads of several ids wait. Within an id
            request order is always kept.
        read_interleave: probability that another id's data come between two beats of a burst, where some wait.
        response_reorder: probability that a response is given out of turn, within an id too.
        late_ids: ids whose data and responses come `late_cycles` later than their latency says; with the probabilities
            above at 1 those of other ids overtake them. Below `LATE_ID_LIMIT`.
        late_cycles: how much later.
        write_order: which of request and data is taken first.
        order_patience: cycles after which `write_order` gives in: a master may wait for the one before it offers the
            other.
        error_rate: probability that a write, or a beat of a read, is answered with SLVERR. Nothing of a write that is
            answered with an error is stored, and read data with one are 0.
        error_ranges: requests whose address is in one of these are answered with its error; of several, the first
            counts.
    """

    read_latency: CycleRange = (0, 0)
    response_latency: CycleRange = (0, 0)
    aw_stall: Stall = field(default_factory=Stall)
    w_stall: Stall = field(default_factory=Stall)
    ar_stall: Stall = field(default_factory=Stall)
    b_gap: Stall = field(default_factory=Stall)
    r_gap: Stall = field(default_factory=Stall)
    read_reorder: float = 0.0
    read_interleave: float = 0.0
    response_reorder: float = 0.0
    late_ids: frozenset[int] = frozenset()
    late_cycles: int = 0
    write_order: WriteOrder = WriteOrder.ANY
    order_patience: int = 32
    error_rate: float = 0.0
    error_ranges: tuple[ErrorRange, ...] = ()

    def __post_init__(self) -> None:
        for name in ("read_reorder", "read_interleave", "response_reorder", "error_rate"):
            _check_probability(name, getattr(self, name), highest=1.0)
        for name in ("read_latency", "response_latency"):
            _check_range(name, getattr(self, name), lowest=0)
        wanted = "Stall(probability, (shortest, longest)), such as Stall(0.2, (1, 8))"
        for name in STALLS:
            need_kind(name, getattr(self, name), Stall, wanted)
        need_kind("write_order", self.write_order, WriteOrder, "WriteOrder.ADDRESS_FIRST or another one of WriteOrder")
        if wrong := sorted(axi_id for axi_id in self.late_ids if not 0 <= axi_id < LATE_ID_LIMIT):
            raise ValueError(f"late_ids has {wrong[0]}, expected 0 to {LATE_ID_LIMIT - 1}")
        if self.late_cycles < 0:
            raise ValueError(f"late_cycles is {self.late_cycles}, expected at least 0")
        if self.order_patience < 1:
            raise ValueError(f"order_patience is {self.order_patience}, expected at least 1 cycle")
        for item in self.error_ranges:
            need_kind("error_ranges", item, ErrorRange, "ErrorRange(first, limit, response)")
        if len(self.error_ranges) > ERROR_RANGES:
            raise ValueError(f"error_ranges has {len(self.error_ranges)}, expected at most {ERROR_RANGES}")

    @property
    def errors(self) -> bool:
        """Whether it answers anything with an error."""
        return bool(self.error_rate or self.error_ranges)

    def answer_at(self, address: int) -> Response:
        """How requests to an address are answered: with an error, or OKAY."""
        ranges = (item.response for item in self.error_ranges if item.first <= address < item.limit)
        return next(ranges, Response.OKAY)

    def late(self, axi_id: int) -> int:
        """Cycles that the answers of an id take beyond the latency."""
        return self.late_cycles if axi_id in self.late_ids else 0


def _check_probability(name: str, value: object, highest: float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise ValueError(f"{name} is {value!r}, expected a number from 0 to {highest}")
    if not 0 <= value <= highest:
        raise ValueError(f"{name} is {value}, expected 0 to {highest}")


def _check_range(name: str, value: object, lowest: int) -> None:
    if _is_whole(value):
        raise ValueError(f"{name} is {value}, expected (shortest, longest), such as ({value}, {value})")
    ends = [item for item in value if _is_whole(item)] if isinstance(value, tuple | list) and len(value) == 2 else []
    if len(ends) != 2 or not lowest <= ends[0] <= ends[1]:
        raise ValueError(f"{name} is {value!r}, expected (shortest, longest) with {lowest} <= shortest <= longest")


def _is_whole(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


FAST = MemoryProfile()
"""As fast as the pins allow."""
TYPICAL = MemoryProfile(
    read_latency=(10, 30),
    response_latency=(5, 15),
    aw_stall=Stall(0.05, (1, 3)),
    w_stall=Stall(0.05, (1, 3)),
    ar_stall=Stall(0.05, (1, 3)),
    b_gap=Stall(0.05, (1, 2)),
    r_gap=Stall(0.05, (1, 2)),
    read_reorder=0.1,
)
"""Short latencies, few pauses, and now and then a read out of turn."""
SLOW = MemoryProfile(
    read_latency=(100, 300),
    response_latency=(50, 150),
    aw_stall=Stall(0.3, (1, 20)),
    w_stall=Stall(0.3, (1, 20)),
    ar_stall=Stall(0.3, (1, 20)),
    b_gap=Stall(0.3, (1, 20)),
    r_gap=Stall(0.3, (1, 20)),
)
"""Long latencies and long pauses, everything in order."""
HARSH = MemoryProfile(
    read_latency=(0, 150),
    response_latency=(0, 150),
    aw_stall=Stall(0.2, (1, 30)),
    w_stall=Stall(0.2, (1, 30)),
    ar_stall=Stall(0.2, (1, 30)),
    b_gap=Stall(0.2, (1, 15)),
    r_gap=Stall(0.2, (1, 15)),
    read_reorder=0.7,
    read_interleave=0.7,
    response_reorder=0.7,
    write_order=WriteOrder.MIXED,
)
"""Latencies that vary widely, many pauses, and most answers out of turn or interleaved."""

PROFILES: Mapping[str, MemoryProfile] = MappingProxyType(
    {"fast": FAST, "typical": TYPICAL, "slow": SLOW, "harsh": HARSH}
)
