"""Pairs many data beats with their requests at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tb.memory.hdl.log.files import Records, column
from tb.memory.pins.outstanding import Burst
from tb.memory.transfers import Transfers

Integers = NDArray[np.int64]
Addresses = NDArray[np.uint64]
Times = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Bursts:
    """Requests in order; those that were accepted before what is looked at have the time 0.

    Attributes:
        times_ps: when each was accepted, uint64 [n].
        ids: int64 [n].
        beats: how many each says, int64 [n].
        done: how many had been transferred before what is looked at, int64 [n].
        addresses: as they stood on the pins, uint64 [n].
    """

    times_ps: Times
    ids: Integers
    beats: Integers
    done: Integers
    addresses: Addresses

    @classmethod
    def of(cls, before: Iterable[Burst], records: Records) -> Bursts:
        """Requests that are unfinished from before, then logged ones."""
        logged = cls(
            column(records, "time_ps"),
            records["axi_id"].astype(np.int64),
            records["length"].astype(np.int64) + 1,
            np.zeros(len(records), np.int64),
            column(records, "address"),
        )
        old = list(before)
        if not old:
            return logged
        waiting = cls(
            np.zeros(len(old), np.uint64),
            np.array([burst.axi_id for burst in old]),
            np.array([burst.beats for burst in old]),
            np.array([burst.done for burst in old]),
            np.array([burst.address for burst in old], np.uint64),
        )
        return waiting + logged

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, chosen: slice | NDArray[np.bool_] | NDArray[np.intp]) -> Bursts:
        """Some of them."""
        return Bursts(*(getattr(self, field.name)[chosen] for field in fields(self)))

    def __add__(self, others: Bursts) -> Bursts:
        """These, then others."""
        pairs = ((getattr(self, field.name), getattr(others, field.name)) for field in fields(self))
        return Bursts(*map(np.concatenate, pairs))

    def objects(self) -> list[Burst]:
        """Them one by one, for a tracker."""
        columns = (self.ids.tolist(), self.addresses.tolist(), self.beats.tolist(), self.done.tolist())
        return [Burst(*row) for row in zip(*columns, strict=True)]


@dataclass(frozen=True, slots=True)
class PairedBeats:
    """Data beats, in order, with their requests.

    Attributes:
        owner: the index of each beat's request, int64 [n]; or a slice, where each beat has the next request.
        ends: whether the beat is its request's last, bool [n].
        addresses: aligned to the beat, uint64 [n].
        left: the requests that are unfinished now, with what is done of them.
    """

    owner: Integers | slice
    ends: NDArray[np.bool_]
    addresses: Addresses
    left: Bursts

    def __len__(self) -> int:
        return len(self.addresses)

    def transfers(
        self, bursts: Bursts, times_ps: Times, strobe_words: NDArray[np.uint64], data: NDArray[np.uint8]
    ) -> Transfers:
        """The beats with what they carry; `bursts` are the requests among which they have theirs."""
        ids, beats = bursts.ids[self.owner], bursts.beats[self.owner]
        return Transfers(times_ps, ids, beats, self.ends, self.addresses, strobe_words, data)


def pair(bursts: Bursts, beats: int, data_bytes: int) -> PairedBeats:
    """Pair beats in the order of the requests; there may be more beats than requests, or fewer."""
    due = bursts.beats - bursts.done
    firsts = bursts.addresses // np.uint64(data_bytes) * np.uint64(data_bytes)
    if (due == 1).all():
        return _pair_single(bursts, firsts, beats, data_bytes)
    behind = np.cumsum(due)
    owner = np.repeat(np.arange(len(bursts)), due)[:beats]
    index = np.arange(len(owner)) - (behind - bursts.beats)[owner]  # counts from the request's first beat on
    ends = index + 1 == bursts.beats[owner]
    addresses = firsts[owner] + index.astype(np.uint64) * np.uint64(data_bytes)
    finished = int(np.count_nonzero(ends))
    left = bursts[finished:]
    if len(left) and len(owner):
        begun = len(owner) - (int(behind[finished - 1]) if finished else 0)
        done = left.done.copy()
        done[0] += begun
        left = replace(left, done=done)
    return PairedBeats(owner, ends, addresses, left)


def _pair_single(bursts: Bursts, firsts: Addresses, beats: int, data_bytes: int) -> PairedBeats:
    """The same where every request lacks one beat: each beat is the last one of the next request."""
    count = min(beats, len(bursts))
    addresses = firsts[:count] + bursts.done[:count].astype(np.uint64) * np.uint64(data_bytes)
    return PairedBeats(slice(count), np.ones(count, np.bool_), addresses, bursts[count:])


def ids_present(ids: NDArray[np.integer[Any]]) -> list[int]:
    """The ids that occur, in ascending order."""
    return np.flatnonzero(np.bincount(ids)).tolist() if len(ids) else []
