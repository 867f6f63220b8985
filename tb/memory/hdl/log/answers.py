"""Pairs the answers in a piece of a log with their requests, by whole arrays: write responses and read data."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tb.memory.hdl.log.bursts import Bursts, PairedBeats, ids_present, pair
from tb.memory.hdl.log.files import Records, column
from tb.memory.hdl.log.rules import NotPlainError
from tb.memory.pins.outstanding import Burst
from tb.memory.transfers import Transfers, strobe_word_count, whole_strobe

Queues = Mapping[int, deque[Burst]]


@dataclass(frozen=True, slots=True)
class PairedAnswers:
    """Answers with their requests.

    Attributes:
        answers: the responses or data beats.
        left: requests that wait for an answer, those of one id in order.
    """

    answers: Transfers
    left: Bursts


def pair_responses(waiting: Bursts, records: Records, data_bytes: int) -> PairedAnswers:
    """Pair write responses with complete writes: those of one id in order.

    Raises:
        NotPlainError: a response has no write that was complete before it.
    """
    answered = np.empty(len(records), np.intp)
    unanswered = np.ones(len(waiting), np.bool_)
    times_ps, ids = column(records, "time_ps"), column(records, "axi_id")
    for axi_id in ids_present(ids):
        rows, candidates = np.flatnonzero(ids == axi_id), np.flatnonzero(waiting.ids == axi_id)
        if len(candidates) < len(rows):
            raise NotPlainError
        answered[rows] = candidates[: len(rows)]
    unanswered[answered] = False
    bursts = waiting[answered]
    if (bursts.times_ps >= times_ps).any():
        raise NotPlainError
    resps = None if bursts.shapes is None else column(records, "resp")
    answers = Transfers.without_bytes(
        times_ps, bursts.ids, bursts.beats, bursts.addresses, data_bytes, shapes=bursts.shapes, resps=resps
    )
    return PairedAnswers(answers, waiting[unanswered])


def pair_reads(bursts: Bursts, records: Records, data_bytes: int) -> PairedAnswers:
    """Pair read data with their requests: those of one id in order.

    Raises:
        NotPlainError: data have no request that was there before them, or their last beat is not marked so.
    """
    times_ps, pairs = column(records, "time_ps"), _pair_by_id(bursts, column(records, "axi_id"), data_bytes)
    if (bursts.times_ps[pairs.owner] >= times_ps).any() or ((records["last"] != 0) != pairs.ends).any():
        raise NotPlainError
    strobes = pairs.lanes
    if strobes is None:
        strobes = np.broadcast_to(whole_strobe(data_bytes), (len(records), len(whole_strobe(data_bytes))))
    resps = None if bursts.shapes is None else column(records, "resp")
    beats = pairs.transfers(bursts, times_ps, strobes, records["data"], resps)
    return PairedAnswers(beats, pairs.left)


def _pair_by_id(bursts: Bursts, ids: NDArray[np.uint16], data_bytes: int) -> PairedBeats:
    """Pair beats of these ids with the requests of their id; there must be one for each beat."""
    requested = ids_present(bursts.ids)
    if not set(ids_present(ids)) <= set(requested):
        raise NotPlainError
    if len(requested) == 1:
        return _pair_all(bursts, len(ids), data_bytes)
    owner, ends = np.empty(len(ids), np.int64), np.empty(len(ids), np.bool_)
    addresses, left = np.empty(len(ids), np.uint64), bursts[:0]
    lanes: NDArray[np.uint64] | None = None
    if not bursts.all_whole(data_bytes):
        lanes = np.broadcast_to(whole_strobe(data_bytes), (len(ids), strobe_word_count(data_bytes))).copy()
    for axi_id in requested:
        mine, rows = np.flatnonzero(bursts.ids == axi_id), np.flatnonzero(ids == axi_id)
        pairs = _pair_all(bursts[mine], len(rows), data_bytes)
        owner[rows], ends[rows], addresses[rows] = mine[pairs.owner], pairs.ends, pairs.addresses
        if lanes is not None and pairs.lanes is not None:
            lanes[rows] = pairs.lanes
        left += pairs.left
    return PairedBeats(owner, ends, addresses, lanes, left)


def _pair_all(bursts: Bursts, beats: int, data_bytes: int) -> PairedBeats:
    pairs = pair(bursts, beats, data_bytes)
    if len(pairs) < beats:
        raise NotPlainError
    return pairs


def in_queues(queues: Queues) -> Iterable[Burst]:
    """The requests that wait, those of one id in order."""
    return (burst for queue in queues.values() for burst in queue)
