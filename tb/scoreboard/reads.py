"""Every read of the device under test: it stays within what claims in flight own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from models.arrays.distinct import distinct, without_repeats
from models.layer import Cause, Claim, End
from models.memory.footprint import Footprint
from models.memory.overlap import pieces
from models.memory.sparse import Addresses, Flags
from tb.findings import Findings
from tb.memory.traffic import Traffic, TrafficKind
from tb.memory.transfers import Transfers
from tb.scoreboard.chunks import by_id
from tb.scoreboard.rows import joined, run_of

Stream = tuple[str, int]  # port, AXI id

REREADS = 16
"""How often a claim may read what it owns. A unit reads a beat again for each chunk in it, and for each kernel or line
that needs it; what is to be read more often comes in several layers."""
SPARE_BEATS = 4096
"""Beats that any claim may read beyond that."""


@dataclass(slots=True)
class OwnedBeats:
    """What a claim may read on one stream.

    Attributes:
        claim: the claim.
        addresses: of the beats, uint64 [n], sorted.
        labels: what the stream carries for the claim.
        unseen: which beats have not been read yet, bool [n], where an end of the claim waits for that; else None.
        end_ps: when the claim's layer ended; None while it runs.
        wanted: how many reads it takes, one a beat or a chunk.
        read: beats that were read.
    """

    claim: Claim
    addresses: Addresses
    labels: frozenset[str]
    unseen: Flags | None = None
    end_ps: float | None = None
    wanted: int = 0
    read: int = 0

    @property
    def most(self) -> int:
        """More than the part could ever read."""
        return REREADS * self.wanted + SPARE_BEATS

    def count(self, beats: int) -> int:
        """Beats were read; returns how many of them count as progress: as many as it takes, whichever they are."""
        before = min(self.read, self.wanted)
        self.read += beats
        return min(self.read, self.wanted) - before

    def owns(self, addresses: Addresses) -> Flags:
        """Which beats are among them, bool [n]."""
        # Where one request ends inside a beat, the next one reads that beat again.
        run = run_of(without_repeats(addresses), self.addresses)
        if run is not None:
            if self.unseen is not None:
                self.unseen[run] = False
            return np.ones(len(addresses), np.bool_)
        rows = np.minimum(np.searchsorted(self.addresses, addresses), len(self.addresses) - 1)
        mine: Flags = self.addresses[rows] == addresses
        if self.unseen is not None:
            self.unseen[rows[mine]] = False
        return mine


class ReadChecker:
    """The beats that claims in flight may read, by port and id.

    The bus fetches whole beats: what lies beside an owned chunk in the same beat is fetched with it. Ports report one
    after the other: the last reads of a layer may be reported after the responses that ended it on another port.

    Attributes:
        progress: grows with reads that claims need; what they read again and again does not count.
    """

    def __init__(self, findings: Findings, counters: Counter[str], beat_bytes: Mapping[str, int]) -> None:
        self._findings, self._counters, self._beat_bytes = findings, counters, beat_bytes
        self._owned: dict[Stream, list[OwnedBeats]] = {}
        self.progress = 0

    def clear(self) -> None:
        """Nothing may be read."""
        self._owned.clear()

    def expect(self, claim: Claim) -> int:
        """A claim was made; returns how many beats it has to read."""
        count, streams = 0, dict[Stream, list[Footprint]]()
        for read in claim.reads:
            streams.setdefault(read.stream, []).append(read)
        for stream, reads in streams.items():
            beats = distinct(joined([_beats(read, self._beat_bytes[read.port]) for read in reads]))
            labels = frozenset(read.label for read in reads)
            unseen = np.ones(len(beats), np.bool_) if self._watched(claim) else None
            chunks = sum(len(read.addresses) for read in reads)
            owned = OwnedBeats(claim, beats, labels, unseen, wanted=max(chunks, len(beats)))
            self._owned.setdefault(stream, []).append(owned)
            count += len(beats)
        return count

    def all_seen(self, end: End) -> bool:
        """Whether all was read that an end waits for: what its claim reads, or its layer if the claim reads nothing."""
        claims = {end.claim} if end.claim.fetched else set(end.claim.layer.claims if end.claim.layer else ())
        mine = [item for items in self._owned.values() for item in items if item.claim in claims]
        watched = [item for item in mine if not end.streams or item.labels & set(end.streams)]
        return bool(claims) and not any(item.unseen is not None and item.unseen.any() for item in watched)

    def done(self, claims: Iterable[Claim], time_ns: float) -> None:
        """A layer ended: from now on its claims own nothing any more."""
        ended = set(claims)
        for owned in self._owned.values():
            for item in owned:
                if item.claim in ended and item.end_ps is None:
                    item.end_ps = time_ns * 1000

    def observe(self, traffic: Traffic) -> Iterator[tuple[Claim, float]]:
        """Check the read beats of a batch of traffic; yields claims that may now have read what an end waits for."""
        beats = traffic.kinds[TrafficKind.READ]
        self._counters["read beats"] += len(beats)
        for axi_id, mine in by_id(beats):
            stream = (traffic.port, axi_id)
            self._check(stream, mine)
            for item in self._owned.get(stream, ()):
                if item.unseen is not None and not item.unseen.any():
                    item.unseen = None
                    yield item.claim, float(mine.times_ps[-1]) / 1000

    @staticmethod
    def _watched(claim: Claim) -> bool:
        """Whether an end may wait for a claim's reads: one of its own, or one of a partner that is not there yet."""
        claims = claim.layer.claims if claim.layer else (claim,)
        return claim.layer is None or any(end.cause is Cause.FETCHED for one in claims for end in one.ends)

    def _check(self, stream: Stream, beats: Transfers) -> None:
        times_ps, addresses = beats.times_ps, beats.addresses
        owned = self._owned.get(stream, [])
        owned[:] = [item for item in owned if item.end_ps is None or item.end_ps >= times_ps[0]]
        allowed = np.zeros(len(beats), np.bool_)
        for item in owned:
            mine = item.owns(addresses)
            allowed |= mine if item.end_ps is None else mine & (times_ps <= item.end_ps)
            self.progress += item.count(int(np.count_nonzero(mine)))
            if item.read > item.most:
                self._endless(stream, item, float(times_ps[-1]) / 1000)
        if not allowed.all():
            self._stray(stream, beats[~allowed])

    def _stray(self, stream: Stream, beats: Transfers) -> None:
        """Beats that no layer in flight reads on this stream."""
        readers = [str(item.claim.layer or item.claim) for item in self._owned.get(stream, ()) if item.end_ps is None]
        why = f"no layer in flight owns it; this id reads for {' and '.join(readers) or 'none'}"
        for at, address in enumerate(beats.addresses):
            text = f"{stream[0]} id {stream[1]}: stray read of {int(address):#x}: {why}"
            self._findings.error("stray-read", text, beats.time_ns(at))

    def _endless(self, stream: Stream, item: OwnedBeats, time_ns: float) -> None:
        """A claim reads without end."""
        claim = item.claim
        text = f"{stream[0]} id {stream[1]}: {claim.layer or claim} has read {item.read:,} beats, though its input is "
        details = claim.layer.explanation if claim.layer else ()
        self._findings.fatal("livelock", f"{text}{len(item.addresses):,}: it reads without end", time_ns, details)


def _beats(read: Footprint, beat_bytes: int) -> Addresses:
    """The beats that a footprint lies in."""
    if read.chunk_bytes > beat_bytes:
        return pieces(read, beat_bytes)
    starts = read.addresses // np.uint64(beat_bytes)
    starts *= np.uint64(beat_bytes)
    return starts
