"""What is outstanding on each port: never more beats than software allowed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.events import DeviceEvent, RegisterAccess
from models.reference import ReferenceDevice
from tb.findings import Findings
from tb.memory.traffic import Traffic, TrafficKind
from tb.memory.transfers import Transfers

Beats = tuple[Transfers, int]
"""Transfers, and how many beats they stand for."""


@dataclass(slots=True)
class Outstanding:
    """One direction of a port.

    Attributes:
        what: what is counted, for messages.
        most: beats that may be outstanding.
        now: beats that are.
        highest: the most that were, since the limit was last set at rest, where that came near the limit.
        reported: the most that was reported.
    """

    what: str
    most: int
    now: int = 0
    highest: int = 0
    reported: int = 0

    def allow(self, beats: int, *, idle: bool) -> None:
        """So many are allowed; what is under way may have been granted before, so a lower limit counts from rest on."""
        if idle and beats != self.most:
            self.highest = 0
        self.most = beats if idle else max(self.most, beats)

    def follow(self, asked: Beats, answered: Beats) -> tuple[int, int]:
        """Take what happened; returns the count that is higher than any before and when it was reached, in ps, or 0."""
        highest, when = 0, 0
        if self.now + asked[1] > self.most and not self._seen_before(asked, answered):
            times_ps = np.concatenate([answered[0].times_ps, asked[0].times_ps])
            order = np.argsort(times_ps, kind="stable")  # of one time, answers came first
            levels = self.now + np.cumsum(np.concatenate([-_steps(answered), _steps(asked)])[order])
            at = int(np.argmax(levels))
            highest, when = int(levels[at]), int(times_ps[order[at]])
            self.highest = max(self.highest, highest)
        self.now += asked[1] - answered[1]
        return highest, when

    def _seen_before(self, asked: Beats, answered: Beats) -> bool:
        """Whether the count is never higher than it once was: for most batches that is found without sorting.

        It is not if each request finds enough beats answered by then to leave no more than that outstanding.
        """
        if self.now > self.highest or not asked[1]:
            return self.now <= self.highest
        due = self.now - self.highest + np.cumsum(_steps(asked))
        first = int(np.searchsorted(due, 1))
        answered_ps = answered[0].times_ps
        if answered[1] != len(answered_ps):
            answered_ps = np.repeat(answered_ps, _steps(answered))
        if int(due[-1]) > len(answered_ps):
            return False
        return bool((answered_ps[due[first:] - 1] <= asked[0].times_ps[first:]).all())


class OutstandingChecker:
    """Counts what is outstanding against what the reference says was allowed. It listens to a checker.

    Args:
        device: the reference.
        findings: where what is wrong goes.

    Attributes:
        reads: what is outstanding of reads, by port; `writes` likewise.
    """

    def __init__(self, device: ReferenceDevice, findings: Findings) -> None:
        self._device, self._findings = device, findings
        self.clear()

    def clear(self) -> None:
        """Nothing is outstanding; the limits are the reference's."""
        limits = self._device.outstanding_limits
        self.reads = {port: Outstanding("read", limit.reads) for port, limit in limits.items()}
        self.writes = {port: Outstanding("write", limit.writes) for port, limit in limits.items()}

    def notify(self, event: DeviceEvent | Traffic) -> None:
        """Take what a checker publishes."""
        if isinstance(event, Traffic):
            self._count(event)
        elif isinstance(event, RegisterAccess) and event.write:
            self._update()

    def _update(self) -> None:
        """A register was written: it may have been a limit."""
        idle = not self._device.layers_in_flight and not self._device.claims_waiting
        for port, limit in self._device.outstanding_limits.items():
            self.reads[port].allow(limit.reads, idle=idle)
            self.writes[port].allow(limit.writes, idle=idle)

    def _count(self, traffic: Traffic) -> None:
        kinds, port = traffic.kinds, traffic.port
        if port not in self.reads:
            return
        asked, data = kinds[TrafficKind.READ_REQUEST], kinds[TrafficKind.READ]
        self._check(port, self.reads[port], (asked, int(asked.beats.sum())), (data, len(data)))
        # A write counts once its data are there too: its request alone is not in the traffic.
        written, responses = kinds[TrafficKind.WRITE], kinds[TrafficKind.RESPONSE]
        self._check(port, self.writes[port], (written, len(written)), (responses, int(responses.beats.sum())))

    def _check(self, port: str, use: Outstanding, asked: Beats, answered: Beats) -> None:
        highest, time_ps = use.follow(asked, answered)
        if highest > max(use.most, use.reported):
            use.reported = highest
            text = f"{port}: {highest} {use.what} beats are outstanding, software allowed {use.most}"
            self._findings.error("outstanding-limit", text, time_ps / 1000, about=port)


def _steps(beats: Beats) -> NDArray[np.int64]:
    """The beats of each: those of its burst where it stands for one, else one."""
    transfers, total = beats
    single = np.ones(len(transfers), np.int64)
    return single if total == len(transfers) else transfers.beats.astype(np.int64)
