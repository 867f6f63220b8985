"""Pairs the write data in a piece of a log with their requests, by whole arrays."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

import numpy as np

from tb.memory.hdl.log.bursts import Bursts, pair
from tb.memory.hdl.log.files import Records, column
from tb.memory.hdl.log.replay import data_beat
from tb.memory.hdl.log.rules import NotPlainError
from tb.memory.pins.outstanding import DataBeat, OutstandingTransfers
from tb.memory.transfers import Transfers

_WORD_BYTES = 8


@dataclass(frozen=True, slots=True)
class PairedWrites:
    """The writes of a piece.

    Attributes:
        beats: data beats whose request is known.
        complete: requests that are complete with them; their times are when that was.
        left: requests that lack data.
        early: data beats that lack their request.
    """

    beats: Transfers
    complete: Bursts
    left: Bursts
    early: list[DataBeat]


def pair_writes(
    outstanding: OutstandingTransfers, requests: Records, logged: Records, data_bytes: int, *, sized: bool = False
) -> PairedWrites:
    """Pair what is outstanding and what was logged since; `sized`: write requests have a size.

    Raises:
        NotPlainError: a beat is marked as its request's last one and is not, or the other way round; or it writes
            bytes on which it does not move.
    """
    bursts = Bursts.of(outstanding.addresses, requests, sized=sized)
    records = _with_early(outstanding.early_data, logged)
    pairs = pair(bursts, len(records), data_bytes)
    taken = records[: len(pairs)]
    if ((taken["last"] != 0) != pairs.ends).any():
        raise NotPlainError
    times_ps = np.maximum(bursts.times_ps[pairs.owner], column(taken, "time_ps"))
    strobes = column(taken, "strobe")
    if pairs.lanes is not None and (strobes & ~pairs.lanes).any():
        raise NotPlainError
    outcomes = None if bursts.outcomes is None else bursts.outcomes[pairs.owner]
    beats = pairs.transfers(bursts, times_ps, strobes, taken["data"], outcomes)
    finished = bursts[: len(bursts) - len(pairs.left)]
    complete = replace(finished, times_ps=times_ps[pairs.ends])
    return PairedWrites(beats, complete, pairs.left, [data_beat(record) for record in records[len(pairs) :]])


def _with_early(early_data: deque[DataBeat], records: Records) -> Records:
    """Write data that wait for their request from before, then logged ones."""
    if not early_data:
        return records
    early = np.zeros(len(early_data), records.dtype)
    for record, beat in zip(early, early_data, strict=True):
        record["last"] = beat.last
        record["strobe"] = np.frombuffer(beat.strobe.to_bytes(_WORD_BYTES * len(record["strobe"]), "little"), np.uint64)
        record["data"] = np.frombuffer(beat.data, np.uint8)
    return np.concatenate([early, records])
