"""How long the checker waits, and how strict it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from tb.findings import Severity
from tb.scoreboard.beats import Waits
from tb.scoreboard.peek import Peek


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceLimits:
    """How long the checker waits for a design, and what follows from what the design is.

    Attributes:
        granule_bytes: what units write whole; the chunks of all writes are multiples of it.
        end_cycles: cycles from what allows an end of a layer until it has come for certain.
        window_cycles: longest way from a change of a status or mask bit to the pin.
        rereads: how often a claim may read what it owns: what is to be read more often comes in several layers.
        spare_beats: beats that any claim may read beyond that.
        chained: claims follow from memory's answers, too, and not from register writes alone: what is read behind such
            an answer is checked when the claim is made, and what an error changes, before anything else comes of it.
        waits: says how long requests waited; None: no register of the device tells.
        peek: looks into memories that no pin shows; None: nobody can.
    """

    granule_bytes: int
    end_cycles: int
    window_cycles: int
    rereads: int
    spare_beats: int
    chained: bool = False
    waits: Waits | None = None
    peek: Peek | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckerConfig:
    """What a bench tells its checker.

    Attributes:
        limits: what it gives the design.
        clock_ns: period of the slowest clock on the way from a layer's end to the interrupt pin.
        beat_bytes: beat size of each port.
        uninitialised: what a read of bytes that nothing ever wrote is: a warning suits memory that begins as 0.
        leave_interrupt: a test may end with an interrupt that is set and not cleared.
        counter_clock_ns: period of the clock that the device's own counters count; None: `clock_ns`.
        announced: names of rules that the program may break; None: it may break any.
        errata: ids of faults of a part that registers would show, by ``BLOCK.REGISTER``, where these are errors.
    """

    limits: DeviceLimits
    clock_ns: float
    beat_bytes: Mapping[str, int]
    uninitialised: Severity = Severity.ERROR
    leave_interrupt: bool = False
    counter_clock_ns: float | None = None
    announced: Collection[str] | None = None
    errata: Mapping[str, Sequence[str]] = field(default_factory=dict)
