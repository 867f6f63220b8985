"""Every read of the device under test: it stays within what claims in flight own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.distinct import distinct, without_repeats
from models.layer import Cause, Claim, End
from models.memory.footprint import Footprint, StreamId
from models.memory.overlap import pieces
from models.memory.sparse import Addresses, Flags
from tb.findings import Findings
from tb.memory.traffic import Traffic, TrafficKind
from tb.memory.transfers import Transfers
from tb.scoreboard.chunks import by_stream
from tb.scoreboard.limits import CheckerConfig
from tb.scoreboard.rows import joined, run_of

Times = NDArray[np.uint64]


@dataclass(slots=True)
class OwnedBeats:
    """What a claim may read on one stream.

    Attributes:
        claim: the claim.
        addresses: of the beats, uint64 [n], sorted.
        reads: what the stream carries for the claim.
        unseen: which beats have not been read yet, bool [n], where an end of the claim waits for that; else None.
        seen_ps: when the last of them was read that had not been; 0 while some have not.
        end_ps: when the claim's layer ended; None while it runs.
        wanted: how many reads it takes, one a beat or a chunk.
        most: more beats than a device could ever read.
        read: beats that were read.
    """

    claim: Claim
    addresses: Addresses
    reads: tuple[Footprint, ...]
    unseen: Flags | None = None
    seen_ps: int = 0
    end_ps: float | None = None
    wanted: int = 0
    most: int = 0
    read: int = 0

    @property
    def reads_on(self) -> bool:
        """Whether some are known not to have been read yet."""
        return self.unseen is not None and bool(self.unseen.any())

    @property
    def labels(self) -> frozenset[str]:
        """What it reads, by name."""
        return frozenset(read.label for read in self.reads)

    def changed(self, reads: Sequence[Footprint]) -> bool:
        """Whether the claim does not read the same any more."""
        return [*map(id, reads)] != [*map(id, self.reads)]

    def become(self, other: OwnedBeats) -> None:
        """Others are owned; those of them that were read have been."""
        if other.unseen is not None:
            seen = self.addresses if self.unseen is None else self.addresses[~self.unseen]
            other.unseen &= ~np.isin(other.addresses, seen)
        self.addresses, self.reads, self.unseen = other.addresses, other.reads, other.unseen
        self.wanted, self.most = other.wanted, other.most

    def count(self, beats: int) -> int:
        """Beats were read; returns how many of them count as progress: as many as it takes, whichever they are."""
        before = min(self.read, self.wanted)
        self.read += beats
        return min(self.read, self.wanted) - before

    def owns(self, addresses: Addresses, times_ps: Times) -> Flags:
        """Which beats are among them, bool [n]; these have been read."""
        # Where one request ends inside a beat, the next one reads that beat again.
        run = run_of(without_repeats(addresses), self.addresses)
        if run is not None and self.unseen is None:
            return np.ones(len(addresses), np.bool_)
        rows = np.minimum(np.searchsorted(self.addresses, addresses), len(self.addresses) - 1)
        mine: Flags = self.addresses[rows] == addresses
        if self.unseen is not None:
            self._see(rows[mine], times_ps[mine])
        return mine

    def _see(self, rows: NDArray[np.integer[Any]], times_ps: Times) -> None:
        assert self.unseen is not None
        new = self.unseen[rows]
        if not new.any():
            return
        first, at = np.unique(rows[new], return_index=True)
        self.unseen[first] = False
        if not self.unseen.any():
            self.seen_ps = int(times_ps[new][at].max())


@dataclass(slots=True)
class _Reported:
    """Beats of one stream, reported together.

    Attributes:
        stream: the stream.
        beats: what was read.
        allowed: whether a claim may read them, bool [n].
    """

    stream: StreamId
    beats: Transfers
    allowed: Flags


class ReadChecker:
    """The beats that claims in flight may read, by port and id.

    The bus fetches whole beats: what lies beside an owned chunk in the same beat is fetched with it. Ports and ids are
    reported one after the other: the last reads of a layer may come behind the responses that ended it on another port,
    and behind reads of a claim that could be made only because the layer had all that it reads.

    Args:
        findings: where what is wrong goes.
        counters: the test's.
        config: limits and strictness.
        pinless: names of memories that no pin shows: no read of them is seen.

    Attributes:
        progress: grows with reads that claims need; what they read again and again does not count.
    """

    def __init__(
        self, findings: Findings, counters: Counter[str], config: CheckerConfig, pinless: Collection[str]
    ) -> None:
        self._pinless = pinless
        self._findings, self._counters, self._beat_bytes = findings, counters, config.beat_bytes
        limits = config.limits
        self._rereads, self._spare_beats, self._chained = limits.rereads, limits.spare_beats, limits.chained
        self._owned: dict[StreamId, list[OwnedBeats]] = {}
        self._fresh: list[tuple[StreamId, OwnedBeats]] = []  # claimed since the beats of a report were looked at
        self.progress = 0

    def clear(self) -> None:
        """Nothing may be read."""
        self._owned.clear()
        self._fresh.clear()

    def expect(self, claim: Claim) -> int:
        """A claim was made; returns how many beats it has to read."""
        count = 0
        for stream, reads in self._streams(claim).items():
            owned = self._owned_by(claim, reads)
            self._owned.setdefault(stream, []).append(owned)
            self._fresh.append((stream, owned))
            count += len(owned.addresses)
        return count

    def renew(self, claim: Claim) -> None:
        """An error may have changed what a claim reads; what it has read stays read."""
        streams = self._streams(claim)
        for stream, owned in self._owned.items():
            for item in owned:
                if item.claim is claim and stream in streams and item.changed(streams[stream]):
                    item.become(self._owned_by(claim, streams[stream]))
            owned[:] = [item for item in owned if item.claim is not claim or stream in streams]

    def _streams(self, claim: Claim) -> dict[StreamId, list[Footprint]]:
        """What a claim reads that pins show."""
        streams: dict[StreamId, list[Footprint]] = {}
        for read in claim.reads:
            if read.port not in self._pinless and len(read.addresses):
                streams.setdefault(read.stream, []).append(read)
        return streams

    def _owned_by(self, claim: Claim, reads: Sequence[Footprint]) -> OwnedBeats:
        """What a claim may read on a stream."""
        beats = distinct(joined([_beats(read, self._beat_bytes[read.port]) for read in reads]))
        unseen = np.ones(len(beats), np.bool_) if self._watched(claim) else None
        wanted = max(len(beats), sum(len(read.addresses) for read in reads))
        most = self._rereads * wanted + self._spare_beats
        return OwnedBeats(claim, beats, tuple(reads), unseen, wanted=wanted, most=most)

    def all_seen(self, end: End) -> bool:
        """Whether all was read that an end waits for: what its claim reads, or its layer if the claim reads nothing."""
        claims = {end.claim} if end.claim.fetched else set(end.claim.layer.claims if end.claim.layer else ())
        mine = [item for items in self._owned.values() for item in items if item.claim in claims]
        watched = [item for item in mine if not end.streams or item.labels & set(end.streams)]
        return bool(claims) and not any(item.reads_on for item in watched)

    def done(self, claims: Iterable[Claim], time_ns: float) -> None:
        """A layer ended: from now on its claims own nothing any more."""
        ended = set(claims)
        for owned in self._owned.values():
            for item in owned:
                if item.claim in ended and item.end_ps is None:
                    item.end_ps = time_ns * 1000

    def observe(self, batches: Sequence[Traffic]) -> Iterator[tuple[Claim, float]]:
        """Check the read beats of batches that reach up to the same time; yields claims that may have all they read.

        Who takes one may make claims of it, which own what was read from then on.
        """
        reported = [
            _Reported(stream, mine, np.zeros(len(mine), np.bool_))
            for traffic in batches
            for stream, mine in by_stream(traffic, TrafficKind.READ)
        ]
        self._fresh.clear()
        for part in reported:
            self._counters["read beats"] += len(part.beats)
            owned = self._owned.get(part.stream, [])
            owned[:] = [item for item in owned if item.end_ps is None or item.end_ps >= part.beats.times_ps[0]]
            for item in owned:
                self._offer(part, item, 0)
        for part in reported:
            yield from self._complete(part, reported)
        for part in reported:
            if not part.allowed.all():
                self._stray(part.stream, part.beats[~part.allowed])

    def _complete(self, part: _Reported, reported: Sequence[_Reported]) -> Iterator[tuple[Claim, float]]:
        """The claims of a stream that are complete now, each with what is claimed because of it."""
        for item in self._owned.get(part.stream, ()):
            if item.unseen is None or item.unseen.any():
                continue
            item.unseen = None
            yield item.claim, float(part.beats.times_ps[-1]) / 1000
            since_ps = max(
                other.seen_ps for items in self._owned.values() for other in items if other.claim is item.claim
            )
            fresh, self._fresh = self._fresh, []
            again = [
                other
                for stream, claimed in fresh
                for other in reported
                if other.stream == stream and self._offer(other, claimed, since_ps)
            ]
            for other in again:
                yield from self._complete(other, reported)

    def _offer(self, part: _Reported, item: OwnedBeats, since_ps: int) -> bool:
        """Let a claim have its beats from a time on; whether there were any."""
        first = int(np.searchsorted(part.beats.times_ps, since_ps, "right")) if since_ps else 0
        beats = part.beats[first:]
        if not len(beats):
            return False
        times_ps = beats.times_ps
        mine = item.owns(beats.addresses, times_ps)
        part.allowed[first:] |= mine if item.end_ps is None else mine & (times_ps <= item.end_ps)
        count = int(np.count_nonzero(mine))
        self.progress += item.count(count)
        if item.read > item.most:
            self._endless(part.stream, item, float(times_ps[-1]) / 1000)
        return bool(count)

    def _watched(self, claim: Claim) -> bool:
        """Whether an end may wait for a claim's reads: one of its own, or one of a partner that is not there yet.

        Where claims follow from answers of memory, each may come to end with its reads.
        """
        if self._chained or claim.layer is None:
            return True
        return any(end.cause is Cause.FETCHED for one in claim.layer.claims for end in one.ends)

    def _stray(self, stream: StreamId, beats: Transfers) -> None:
        """Beats that no layer in flight reads on this stream."""
        readers = [str(item.claim.layer or item.claim) for item in self._owned.get(stream, ()) if item.end_ps is None]
        why = f"no layer in flight owns it; this id reads for {' and '.join(readers) or 'none'}"
        for at, address in enumerate(beats.addresses):
            text = f"{stream}: stray read of {int(address):#x}: {why}"
            self._findings.error("stray-read", text, beats.time_ns(at), about=str(stream))

    def _endless(self, stream: StreamId, item: OwnedBeats, time_ns: float) -> None:
        """A claim reads without end."""
        claim = item.claim
        text = f"{stream}: {claim.layer or claim} has read {item.read:,} beats, though its input is "
        details = claim.layer.explanation if claim.layer else ()
        self._findings.fatal("livelock", f"{text}{len(item.addresses):,}: it reads without end", time_ns, details)


def _beats(read: Footprint, beat_bytes: int) -> Addresses:
    """The beats that a footprint lies in."""
    if read.chunk_bytes > beat_bytes:
        return pieces(read, beat_bytes)
    starts = read.addresses // np.uint64(beat_bytes)
    starts *= np.uint64(beat_bytes)
    return starts
