"""Turns a piece of a log in which everything is as it should be into traffic, by whole arrays."""

from __future__ import annotations

from collections import deque

from tb.memory.config import MemoryAgentConfig
from tb.memory.hdl.log.answers import in_queues, pair_reads, pair_responses
from tb.memory.hdl.log.bursts import Bursts
from tb.memory.hdl.log.files import LogPiece
from tb.memory.hdl.log.rules import NotPlainError, PlainRules
from tb.memory.hdl.log.writes import pair_writes
from tb.memory.pins.outstanding import Burst, OutstandingTransfers
from tb.memory.traffic import Traffic, TrafficKind
from tb.memory.transfers import Transfers


class LogArrays:
    """Converts pieces of one port's log, as `LogReplay` would, only faster.

    Args:
        config: the port and its rules.
    """

    def __init__(self, config: MemoryAgentConfig) -> None:
        self._port = config.port
        self._rules = PlainRules(config)

    def convert(self, piece: LogPiece, outstanding: OutstandingTransfers) -> Traffic:
        """The traffic in a piece; what is unfinished is brought up to date. Its data are views of the piece.

        Raises:
            NotPlainError: something breaks a rule; nothing was changed.
        """
        if len(piece.faults):
            raise NotPlainError
        channels, data_bytes = piece.channels, self._port.data_bytes
        self._rules.check(channels)
        writes_sized, reads_sized = ("awsize" in self._port.signals, "arsize" in self._port.signals)
        writes = pair_writes(outstanding, channels["aw"], channels["w"], data_bytes, sized=writes_sized)
        complete = Bursts.of(in_queues(outstanding.unanswered), channels["aw"][:0]) + writes.complete
        responses = pair_responses(complete, channels["b"], data_bytes)
        requests = Bursts.of((), channels["ar"], sized=reads_sized)
        asked = (requests.times_ps, requests.ids, requests.beats, requests.addresses)
        waiting = Bursts.of(in_queues(outstanding.reads), channels["ar"], sized=reads_sized)
        reads = pair_reads(waiting, channels["r"], data_bytes)

        outstanding.addresses = deque(writes.left.objects())
        outstanding.early_data = deque(writes.early)
        outstanding.unanswered = _queues(responses.left)
        outstanding.reads = _queues(reads.left)
        kinds = {
            TrafficKind.RESPONSE: responses.answers,
            TrafficKind.READ: reads.answers,
            TrafficKind.WRITE: writes.beats,
            TrafficKind.READ_REQUEST: Transfers.without_bytes(*asked, data_bytes, shapes=requests.shapes),
        }
        return Traffic(self._port.name, kinds, {name: records["waited"] for name, records in channels.items()})


def _queues(waiting: Bursts) -> dict[int, deque[Burst]]:
    """Requests that wait, by id, in order."""
    queues: dict[int, deque[Burst]] = {}
    for burst in waiting.objects():
        queues.setdefault(burst.axi_id, deque()).append(burst)
    return queues
