"""Turns a piece of a log in which everything is as it should be into traffic, by whole arrays."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.ports import MemoryPort
from tb.memory.config import MemoryAgentConfig
from tb.memory.log_bursts import Addresses, Bursts, PairedBeats, Times, pair
from tb.memory.log_files import LogPiece, Records
from tb.memory.log_replay import data_beat
from tb.memory.log_rules import NotPlainError, PlainRules
from tb.memory.outstanding import Burst, OutstandingTransfers
from tb.memory.traffic import Traffic, TrafficByKind, TrafficKind, traffic_dtype

_WORD_BITS = 64
_ALL_BITS = np.uint64((1 << _WORD_BITS) - 1)


class LogArrays:
    """Converts pieces of one port's log, as `LogReplay` would, only faster.

    Args:
        config: the port and its rules.
    """

    def __init__(self, config: MemoryAgentConfig) -> None:
        self._port: MemoryPort = config.port
        self._dtype = traffic_dtype(config.port.data_bytes)
        self._rules = PlainRules(config)

    def convert(self, piece: LogPiece, outstanding: OutstandingTransfers) -> Traffic:
        """The traffic in a piece; what is unfinished is brought up to date.

        Raises:
            NotPlainError: something breaks a rule; nothing was changed.
        """
        if len(piece.faults):
            raise NotPlainError
        channels = piece.channels
        self._rules.check(channels)
        commits: list[Callable[[], None]] = []
        writes, complete = self._writes(channels, outstanding, commits)
        responses = self._responses(channels, complete, outstanding, commits)
        reads, requests = self._reads(channels, outstanding, commits)
        for commit in commits:
            commit()
        kinds = {  # answers belong to requests of earlier edges
            TrafficKind.RESPONSE: responses,
            TrafficKind.READ: reads,
            TrafficKind.WRITE: writes,
            TrafficKind.READ_REQUEST: requests,
        }
        return TrafficByKind(self._port.name, kinds)

    def _writes(
        self, channels: dict[str, Records], outstanding: OutstandingTransfers, commits: list[Callable[[], None]]
    ) -> tuple[NDArray[np.void], Bursts]:
        """The complete write beats, and the requests that are complete with them, with the time of that."""
        bursts = Bursts.of(outstanding.addresses, channels["aw"])
        beats = _with_early(outstanding, channels["w"])
        pairs = pair(bursts, len(beats), self._port.data_bytes)
        owner, taken = bursts[pairs.owner], beats[: len(pairs)]
        if ((taken["last"] != 0) != pairs.ends).any():
            raise NotPlainError
        times = np.maximum(owner.times_ps, taken["time_ps"])
        complete = owner[pairs.ends]
        complete = Bursts(times[pairs.ends], complete.ids, complete.beats, complete.beats, complete.addresses)
        early = [data_beat(record) for record in beats[len(pairs) :]]

        def commit() -> None:
            outstanding.addresses.clear()
            outstanding.addresses.extend(pairs.left.objects())
            outstanding.early_data.clear()
            outstanding.early_data.extend(early)

        commits.append(commit)
        rows = self._array(TrafficKind.WRITE, times, owner, pairs.addresses, pairs.ends)
        rows["strobe"] = self._strobes(taken["strobe"])
        rows["data"] = taken["data"]
        return rows, complete

    def _strobes(self, words: NDArray[np.uint64]) -> NDArray[np.uint8] | bool:
        """A strobe a byte; most often all are set."""
        if self._port.data_bytes == _WORD_BITS and (words == _ALL_BITS).all():
            return True
        packed = np.ascontiguousarray(words).view(np.uint8)
        return np.unpackbits(packed, axis=1, count=self._port.data_bytes, bitorder="little")

    def _responses(
        self,
        channels: dict[str, Records],
        complete: Bursts,
        outstanding: OutstandingTransfers,
        commits: list[Callable[[], None]],
    ) -> NDArray[np.void]:
        """The responses, with the requests that they answer: those of one id in order."""
        records = channels["b"]
        before = [burst for queue in outstanding.unanswered.values() for burst in queue]
        waiting = _concatenate(Bursts.of(before, channels["aw"][:0]), complete)
        answered = np.empty(len(records), np.intp)
        unanswered = np.ones(len(waiting), np.bool_)
        for axi_id in _present(records["axi_id"]):
            rows, candidates = np.flatnonzero(records["axi_id"] == axi_id), np.flatnonzero(waiting.ids == axi_id)
            if len(candidates) < len(rows):
                raise NotPlainError
            answered[rows] = candidates[: len(rows)]
        unanswered[answered] = False
        bursts = waiting[answered]
        if (bursts.times_ps >= records["time_ps"]).any():
            raise NotPlainError
        commits.append(lambda: _queue(outstanding.unanswered, waiting[unanswered]))
        return self._array(TrafficKind.RESPONSE, records["time_ps"], bursts, bursts.addresses, True)

    def _reads(
        self, channels: dict[str, Records], outstanding: OutstandingTransfers, commits: list[Callable[[], None]]
    ) -> tuple[NDArray[np.void], NDArray[np.void]]:
        """The read data beats, those of one id in the order of its requests; and the requests."""
        requests, beats = channels["ar"], channels["r"]
        before = [burst for queue in outstanding.reads.values() for burst in queue]
        bursts = Bursts.of(before, requests)
        owner, ends = np.empty(len(beats), np.int64), np.empty(len(beats), np.bool_)
        addresses = np.empty(len(beats), np.uint64)
        left: list[Bursts] = []
        for axi_id in _present(bursts.ids):
            mine, rows = np.flatnonzero(bursts.ids == axi_id), np.flatnonzero(beats["axi_id"] == axi_id)
            pairs: PairedBeats = pair(bursts[mine], len(rows), self._port.data_bytes)
            if len(pairs) < len(rows):
                raise NotPlainError
            owner[rows], ends[rows], addresses[rows] = mine[pairs.owner], pairs.ends, pairs.addresses
            left.append(pairs.left)
        if not set(_present(beats["axi_id"])) <= set(_present(bursts.ids)):
            raise NotPlainError
        owners = bursts[owner]
        if (owners.times_ps >= beats["time_ps"]).any() or ((beats["last"] != 0) != ends).any():
            raise NotPlainError
        commits.append(lambda: _queue(outstanding.reads, *left))
        logged = bursts[len(before) :]
        data = self._array(TrafficKind.READ, beats["time_ps"], owners, addresses, ends)
        data["strobe"], data["data"] = True, beats["data"]
        return data, self._array(TrafficKind.READ_REQUEST, logged.times_ps, logged, logged.addresses, True)

    def _array(
        self,
        kind: TrafficKind,
        times_ps: Times,
        bursts: Bursts,
        addresses: Addresses,
        last: NDArray[np.bool_] | bool,
    ) -> NDArray[np.void]:
        """Transfers of one kind; no byte moves yet."""
        transfers = np.zeros(len(times_ps), self._dtype)
        transfers["time_ps"] = times_ps
        transfers["kind"] = kind
        transfers["axi_id"] = bursts.ids
        transfers["beats"] = bursts.beats
        transfers["last"] = last
        transfers["address"] = addresses
        return transfers


def _present(ids: NDArray[np.integer[Any]]) -> list[int]:
    """The ids that occur."""
    return np.flatnonzero(np.bincount(ids)).tolist() if len(ids) else []


def _with_early(outstanding: OutstandingTransfers, records: Records) -> Records:
    """Write data that wait for their request from before, then logged ones."""
    if not outstanding.early_data:
        return records
    early = np.zeros(len(outstanding.early_data), records.dtype)
    for record, beat in zip(early, outstanding.early_data, strict=True):
        record["last"] = beat.last
        record["strobe"] = np.frombuffer(beat.strobe.to_bytes(8 * len(record["strobe"]), "little"), np.uint64)
        record["data"] = np.frombuffer(beat.data, np.uint8)
    return np.concatenate([early, records])


def _concatenate(one: Bursts, other: Bursts) -> Bursts:
    return Bursts(
        np.concatenate([one.times_ps, other.times_ps]),
        np.concatenate([one.ids, other.ids]),
        np.concatenate([one.beats, other.beats]),
        np.concatenate([one.done, other.done]),
        np.concatenate([one.addresses, other.addresses]),
    )


def _queue(queues: dict[int, deque[Burst]], *left: Bursts) -> None:
    """Make requests the ones that wait, by id, in order."""
    queues.clear()
    for bursts in left:
        for burst in bursts.objects():
            queues.setdefault(burst.axi_id, deque()).append(burst)
