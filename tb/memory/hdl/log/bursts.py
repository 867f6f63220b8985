"""Pairs many data beats with their requests at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tb.memory.axi import EXCLUSIVE_BIT, KIND_AT, WHOLE_BIT, Response, shape_of
from tb.memory.hdl.log.files import Records, column
from tb.memory.lanes import Codes, all_whole, places
from tb.memory.pins.outstanding import Burst
from tb.memory.transfers import Transfers, with_defaults

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
        shapes: codes of their `BurstShape`, uint8 [n]; None: all ask for whole beats, as on a reduced port.
        outcomes: of writes what the memory has decided to answer, a `Response` each, uint8 [n]; None: OKAY.
    """

    times_ps: Times
    ids: Integers
    beats: Integers
    done: Integers
    addresses: Addresses
    shapes: Codes | None
    outcomes: Codes | None

    @classmethod
    def of(cls, before: Iterable[Burst], records: Records, *, sized: bool = False) -> Bursts:
        """Requests that are unfinished from before, then logged ones; `sized`: their channel has a size."""
        logged = cls(
            column(records, "time_ps"),
            records["axi_id"].astype(np.int64),
            records["length"].astype(np.int64) + 1,
            np.zeros(len(records), np.int64),
            column(records, "address"),
            *_shapes(records, sized),
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
            None if logged.shapes is None else np.array([burst.shape.code for burst in old], np.uint8),
            None if logged.outcomes is None else np.array([burst.outcome for burst in old], np.uint8),
        )
        return waiting + logged

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, chosen: slice | NDArray[np.bool_] | NDArray[np.intp]) -> Bursts:
        """Some of them."""
        columns = (getattr(self, field.name) for field in fields(self))
        some: Iterable[Any] = (None if column is None else column[chosen] for column in columns)
        return Bursts(*some)

    def __add__(self, others: Bursts) -> Bursts:
        """These, then others."""
        pairs = ((getattr(self, field.name), getattr(others, field.name)) for field in fields(self))
        columns: Iterable[Any] = (None if one is None else np.concatenate((one, other)) for one, other in pairs)
        return Bursts(*columns)

    def objects(self) -> list[Burst]:
        """Them one by one, for a tracker."""
        numbers = (self.ids.tolist(), self.addresses.tolist(), self.beats.tolist(), self.done.tolist())
        if self.shapes is None or self.outcomes is None:
            return [Burst(*row) for row in zip(*numbers, strict=True)]
        shapes, outcomes = map(shape_of, self.shapes.tolist()), map(Response, self.outcomes.tolist())
        return [Burst(*row) for row in zip(*numbers, shapes, outcomes, strict=True)]

    def all_whole(self, data_bytes: int) -> bool:
        """Whether all ask for runs of whole words of the bus."""
        return self.shapes is None or all_whole(self.addresses, self.shapes, data_bytes)


@dataclass(frozen=True, slots=True)
class PairedBeats:
    """Data beats, in order, with their requests.

    Attributes:
        owner: the index of each beat's request, int64 [n]; or a slice, where each beat has the next request.
        ends: whether the beat is its request's last, bool [n].
        addresses: of the word of the bus that the beat lies in, uint64 [n].
        lanes: the bytes of the bus on which each moves, as of strobes; None: all, in every beat.
        left: the requests that are unfinished now, with what is done of them.
    """

    owner: Integers | slice
    ends: NDArray[np.bool_]
    addresses: Addresses
    lanes: NDArray[np.uint64] | None
    left: Bursts

    def __len__(self) -> int:
        return len(self.addresses)

    def transfers(
        self,
        bursts: Bursts,
        times_ps: Times,
        strobe_words: NDArray[np.uint64],
        data: NDArray[np.uint8],
        resps: Codes | None,
    ) -> Transfers:
        """The beats with what they carry; `bursts` are the requests among which they have theirs."""
        ids, beats = bursts.ids[self.owner], bursts.beats[self.owner]
        shapes = None if bursts.shapes is None else bursts.shapes[self.owner]
        shapes, resps = with_defaults(shapes, resps, len(times_ps))
        return Transfers(times_ps, ids, beats, self.ends, self.addresses, strobe_words, data, shapes, resps)


def _shapes(records: Records, sized: bool) -> tuple[Codes, Codes] | tuple[None, None]:
    """Shapes and outcomes of logged requests; those of reduced ports say none."""
    if "size" not in (records.dtype.names or ()):
        return None, None
    sizes = column(records, "size") if sized else np.full(len(records), WHOLE_BIT, np.uint8)
    codes: Codes = sizes | column(records, "burst") << np.uint8(KIND_AT)
    codes |= column(records, "lock") * np.uint8(EXCLUSIVE_BIT)
    return codes, column(records, "outcome")


def pair(bursts: Bursts, beats: int, data_bytes: int) -> PairedBeats:
    """Pair beats in the order of the requests; there may be more beats than requests, or fewer."""
    due = bursts.beats - bursts.done
    whole = bursts.all_whole(data_bytes)
    firsts = bursts.addresses // np.uint64(data_bytes) * np.uint64(data_bytes)
    if whole and (due == 1).all():
        return _pair_single(bursts, firsts, beats, data_bytes)
    behind = np.cumsum(due)
    owner = np.repeat(np.arange(len(bursts)), due)[:beats]
    index = np.arange(len(owner)) - (behind - bursts.beats)[owner]  # counts from the request's first beat on
    ends = index + 1 == bursts.beats[owner]
    if bursts.shapes is None or whole:
        addresses, lanes = firsts[owner] + index.astype(np.uint64) * np.uint64(data_bytes), None
    else:
        at = places(bursts.addresses[owner], bursts.shapes[owner], index, data_bytes)
        addresses, lanes = at.addresses, at.lanes
    finished = int(np.count_nonzero(ends))
    left = bursts[finished:]
    if len(left) and len(owner):
        begun = len(owner) - (int(behind[finished - 1]) if finished else 0)
        done = left.done.copy()
        done[0] += begun
        left = replace(left, done=done)
    return PairedBeats(owner, ends, addresses, lanes, left)


def _pair_single(bursts: Bursts, firsts: Addresses, beats: int, data_bytes: int) -> PairedBeats:
    """The same where every request lacks one beat: each beat is the last one of the next request."""
    count = min(beats, len(bursts))
    addresses = firsts[:count] + bursts.done[:count].astype(np.uint64) * np.uint64(data_bytes)
    return PairedBeats(slice(count), np.ones(count, np.bool_), addresses, None, bursts[count:])


def ids_present(ids: NDArray[np.integer[Any]]) -> list[int]:
    """The ids that occur, in ascending order."""
    return np.flatnonzero(np.bincount(ids)).tolist() if len(ids) else []
