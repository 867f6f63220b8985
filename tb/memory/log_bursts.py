"""Pairs many data beats with their requests at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tb.memory.log_files import Records
from tb.memory.outstanding import Burst

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
            records["time_ps"],
            records["axi_id"].astype(np.int64),
            records["length"].astype(np.int64) + 1,
            np.zeros(len(records), np.int64),
            records["address"],
        )
        old = list(before)
        if not old:
            return logged
        return cls(
            np.concatenate([np.zeros(len(old), np.uint64), logged.times_ps]),
            np.concatenate([np.array([burst.axi_id for burst in old]), logged.ids]),
            np.concatenate([np.array([burst.beats for burst in old]), logged.beats]),
            np.concatenate([np.array([burst.done for burst in old]), logged.done]),
            np.concatenate([np.array([burst.address for burst in old], np.uint64), logged.addresses]),
        )

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, chosen: slice | NDArray[np.bool_] | NDArray[np.intp]) -> Bursts:
        """Some of them."""
        return Bursts(
            self.times_ps[chosen], self.ids[chosen], self.beats[chosen], self.done[chosen], self.addresses[chosen]
        )

    def objects(self) -> list[Burst]:
        """Them one by one, for a tracker."""
        columns = (self.ids.tolist(), self.addresses.tolist(), self.beats.tolist(), self.done.tolist())
        return [Burst(*row) for row in zip(*columns, strict=True)]


@dataclass(frozen=True, slots=True)
class PairedBeats:
    """Data beats, in order, with their requests.

    Attributes:
        owner: the request of each beat, by its place, int64 [n].
        ends: whether the beat is its request's last, bool [n].
        addresses: aligned to the beat, uint64 [n].
        left: the requests that are unfinished now, with what is done of them.
    """

    owner: Integers
    ends: NDArray[np.bool_]
    addresses: Addresses
    left: Bursts

    def __len__(self) -> int:
        return len(self.owner)


def pair(bursts: Bursts, beats: int, data_bytes: int) -> PairedBeats:
    """Pair beats in the order of the requests; there may be more beats than requests, or fewer."""
    due = bursts.beats - bursts.done
    behind = np.cumsum(due)
    owner = np.repeat(np.arange(len(bursts)), due)[:beats]
    index = np.arange(len(owner)) - (behind - due)[owner] + bursts.done[owner]
    ends = index + 1 == bursts.beats[owner]
    size = np.uint64(data_bytes)
    addresses = bursts.addresses[owner] // size * size + index.astype(np.uint64) * size
    finished = int(np.count_nonzero(ends))
    left = bursts[finished:]
    if len(left) and len(owner):
        left.done[0] += len(owner) - (int(behind[finished - 1]) if finished else 0)
    return PairedBeats(owner, ends, addresses, left)
