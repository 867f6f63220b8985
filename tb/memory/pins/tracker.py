"""Turns what a port's channels transfer into traffic and checks it, whoever saw it and however late it is told."""

from __future__ import annotations

from tb.memory.pins.outstanding import Burst, DataBeat, OutstandingTransfers, WriteBeat
from tb.memory.pins.protocol import AxiChecks
from tb.memory.pins.recorder import TrafficRecorder
from tb.memory.rules import AxiRule
from tb.memory.traffic import TrafficKind


class TransferTracker:
    """Pairs transfers, checks them against each other and records them.

    Of one clock edge, answers come first: they belong to requests of earlier edges.

    Attributes:
        outstanding: what is unfinished.
        recorder: the traffic so far.
        time_ps: when what is told happened.
    """

    def __init__(self, checks: AxiChecks, recorder: TrafficRecorder) -> None:
        self.outstanding = OutstandingTransfers()
        self.recorder = recorder
        self.time_ps = 0
        self._checks = checks

    def forget(self) -> None:
        """What is unfinished stays so."""
        self.outstanding = OutstandingTransfers()

    def check_idle(self) -> None:
        """Report what is unfinished, once."""
        self._checks.idle(self.outstanding)
        self.forget()

    def response(self, axi_id: int, response: int = 0) -> None:
        """A write response was taken."""
        if response:
            self._checks.error("b", axi_id, response)
        burst = self.outstanding.respond(axi_id)
        if burst is None:
            message = f"b: response with bid {axi_id}, but no write of this id waits for one"
            self._checks.report(AxiRule.UNREQUESTED_RESPONSE, message)
            return
        self.recorder.control(self.time_ps, TrafficKind.RESPONSE, burst, response)

    def read_data(self, axi_id: int, last: bool, data: bytes, response: int = 0) -> None:
        """A read data beat was taken."""
        if response:
            self._checks.error("r", axi_id, response)
        burst = self.outstanding.read_beat(axi_id)
        if burst is None:
            message = f"r: data with rid {axi_id}, but no read of this id waits for any"
            self._checks.report(AxiRule.UNREQUESTED_DATA, message)
            return
        self._checks.read_beat(burst, last)
        self.recorder.read(self.time_ps, burst, data, response)

    def write_request(self, burst: Burst) -> None:
        """A write request was taken."""
        self._checks.write_request(burst)
        self.outstanding.addresses.append(burst)

    def write_data(self, beat: DataBeat) -> None:
        """A write data beat was taken."""
        self._checks.write_data(beat)
        self.outstanding.early_data.append(beat)

    def complete_writes(self) -> list[WriteBeat]:
        """The write data beats that are complete now: taken, and so is their request."""
        writes = self.outstanding.pair_writes()
        for written in writes:
            self._checks.write_beat(written)
            self.recorder.write(self.time_ps, written)
        return writes

    def read_request(self, burst: Burst) -> None:
        """A read request was taken."""
        self._checks.read_request(burst)
        self.outstanding.add_read(burst)
        self.recorder.control(self.time_ps, TrafficKind.READ_REQUEST, burst)
