"""What happens on a device, as somebody may listen to it: coverage, logs, a user's own subscriber.

A bench publishes them from the pins (with the time), a host on the model alone from the model (without).
"""

from __future__ import annotations

from dataclasses import dataclass

from models.layer import Claim, End, Layer
from models.reference import Happened
from models.rules import Violation


@dataclass(frozen=True, slots=True)
class RegisterAccess:
    """A register was written or read; a read is published with its answer."""

    address: int
    data: int
    write: bool
    time_ns: float = 0.0


@dataclass(frozen=True, slots=True)
class InterruptEdge:
    """An interrupt line changed."""

    level: int
    time_ns: float = 0.0
    line: str = ""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A block has claimed: it may fetch from now on."""

    claim: Claim
    time_ns: float = 0.0


@dataclass(frozen=True, slots=True)
class Started:
    """A layer has started; its whole result is known."""

    layer: Layer
    time_ns: float = 0.0


@dataclass(frozen=True, slots=True)
class Ended:
    """One end of a claim has come: its instance is free, or its interrupt was raised."""

    end: End
    time_ns: float = 0.0


@dataclass(frozen=True, slots=True)
class Finished:
    """A layer is through: all its ends have come and its writes are in memory."""

    layer: Layer
    time_ns: float = 0.0


@dataclass(frozen=True, slots=True)
class RuleBroken:
    """The program broke a rule."""

    violation: Violation
    time_ns: float = 0.0


@dataclass(frozen=True, slots=True)
class Reset:
    """The device was reset: whatever was in flight is gone."""

    time_ns: float = 0.0


DeviceEvent = RegisterAccess | InterruptEdge | Claimed | Started | Ended | Finished | RuleBroken | Reset


def events_of(happened: Happened, time_ns: float = 0.0) -> list[DeviceEvent]:
    """What happened in one call of a device, one by one."""
    return [
        *(RuleBroken(violation, time_ns) for violation in happened.broken),
        *(Claimed(claim, time_ns) for claim in happened.claimed),
        *(Started(layer, time_ns) for layer in happened.started),
        *(Ended(end, time_ns) for end in happened.ended),
        *(Finished(layer, time_ns) for layer in happened.finished),
    ]
