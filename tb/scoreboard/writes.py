"""Every write of the device under test, checked when it is seen: right address, right bytes, right owner."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.derivation import derivation_lines
from models.layer import Layer
from models.memory.footprint import ExpectedWrites, StreamId
from tb.findings import Findings
from tb.memory.traffic import Traffic, TrafficKind
from tb.memory.transfers import Transfers
from tb.scoreboard.chunks import WriteChunks, by_stream, cut
from tb.scoreboard.compared import Compared
from tb.scoreboard.pending_writes import Mismatch, PendingWrites

Bursts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Answered:
    """All writes of a layer on one stream have their responses.

    Attributes:
        layer: the layer.
        stream: the port and id.
        time_ns: when the last response came.
    """

    layer: Layer
    stream: StreamId
    time_ns: float


class WriteChecker:
    """Expected writes of all layers in flight, by stream, in the order in which the layers started.

    Inside a layer any order is right; across the layers of a stream the order of their start is.

    Args:
        findings: where what is wrong goes.
        compared: told what was compared.
        granule_bytes: what is written whole.
        pinless: names of memories that no pin shows: nothing written there is seen.

    Attributes:
        progress: grows with expected bytes that are written for the first time, and with answers to writes.
    """

    def __init__(self, findings: Findings, compared: Compared, granule_bytes: int, pinless: Collection[str]) -> None:
        self.progress = 0
        self._findings, self._compared = findings, compared
        self._granule_bytes, self._pinless = granule_bytes, pinless
        self.clear()

    def clear(self) -> None:
        """Expect nothing."""
        self._pending: dict[StreamId, deque[PendingWrites]] = {}
        self._unanswered: dict[StreamId, deque[PendingWrites]] = {}
        self._bursts: Counter[StreamId] = Counter()
        self._responses: Counter[StreamId] = Counter()
        self._explained: set[Layer] = set()  # whose first wrong element was explained

    def expect(self, layer: Layer) -> None:
        """A layer started."""
        streams: dict[StreamId, list[ExpectedWrites]] = {}
        for writes in layer.writes:
            if writes.where.port not in self._pinless:
                streams.setdefault(writes.where.stream, []).append(writes)
        for stream, items in streams.items():
            self._pending.setdefault(stream, deque()).append(PendingWrites(layer, items, self._granule_bytes))

    def renew(self, layer: Layer) -> None:
        """What a layer writes has changed: that is expected of what it has not written yet."""
        for stream, queue in self._pending.items():
            items = [writes for writes in layer.writes if writes.where.stream == stream]
            self._pending[stream] = deque(
                pending.renewed(items) if pending.layer is layer else pending
                for pending in queue
                if items or pending.layer is not layer
            )

    def observe(self, traffic: Traffic) -> list[Answered]:
        """Check a batch of traffic; returns the layers, in order, whose writes on a stream are now all answered."""
        for stream, writes in by_stream(traffic, TrafficKind.WRITE):
            for part in writes.parts():
                self._check(stream, part)
        answered: list[Answered] = []
        for stream, responses in by_stream(traffic, TrafficKind.RESPONSE):
            answered += self._respond(stream, responses.times_ps)
        return answered

    @property
    def owed(self) -> bool:
        """Whether any layer still has writes that the memory has not answered."""
        return any(self._pending.values()) or any(self._unanswered.values())

    def owes(self, layer: Layer) -> bool:
        """Whether a layer still has writes that the memory has not answered."""
        return any(_of(layer, self._pending)) or any(_of(layer, self._unanswered))

    def missing(self, layer: Layer) -> Iterator[str]:
        """What a layer has not written yet, for messages."""
        for stream, item in _of(layer, self._pending):
            if item.left:
                yield f"{stream}: {item.left} chunk(s) not written, first {', '.join(item.missing())}"

    def debts(self, layer: Layer) -> Iterator[str]:
        """What a layer has not written yet, and what memory has not answered yet, each as words behind its name."""
        size = self._granule_bytes
        for stream, item in _of(layer, self._pending):
            if item.left:
                bytes_left = f"{item.left * size:,} of {item.total * size:,} bytes"
                yield f"still owes {bytes_left} on {stream}, first {item.missing()[0]}"
        for stream, item in _of(layer, self._unanswered):
            yield f"waits for {item.last_burst - self._responses[stream]:,} answer(s) to writes on {stream}"

    def _check(self, stream: StreamId, writes: Transfers) -> None:
        """Check the write beats of one stream, in order."""
        queue, bursts = self._pending.setdefault(stream, deque()), self._numbered(stream, writes)
        if self._take_run(stream, writes, bursts):
            return
        chunks = cut(writes, bursts, self._granule_bytes)
        while len(chunks):
            if not queue:
                self._stray(stream, chunks)
                return
            if self._take_run(stream, chunks, chunks.bursts):
                return
            head = queue[0]
            hit = head.hits(chunks.addresses)
            stop = int(np.searchsorted(np.cumsum(hit), head.left)) + 1  # just behind the layer's last chunk
            now, mine = chunks[:stop], hit[:stop]
            if mine.all():
                self._take(stream, head, now)
            else:
                self._take(stream, head, now[mine])
                self._elsewhere(stream, list(queue)[1:], now[~mine])
            self._shift(stream)
            chunks = chunks[stop:]

    def _take_run(self, stream: StreamId, writes: Transfers, bursts: Bursts) -> bool:
        """Take beats or chunks at once, if they are a run of the layer's whose turn it is; whether they were."""
        queue = self._pending[stream]
        left = queue[0].left if queue else 0
        if not queue or not queue[0].take_run(writes):
            return False
        self.progress += left - queue[0].left
        queue[0].last_burst = int(bursts[-1])
        self._shift(stream)
        return True

    def _numbered(self, stream: StreamId, writes: Transfers) -> Bursts:
        """The burst of each beat, counted on the stream."""
        ended = self._bursts[stream] + np.cumsum(writes.last)
        self._bursts[stream] = int(ended[-1])
        bursts: Bursts = ended + ~writes.last  # a beat that is not its burst's last belongs to the burst that ends next
        return bursts

    def _whole(self, stream: StreamId, chunks: WriteChunks) -> None:
        """Complain about chunks that were written in part."""
        for at in chunks.in_part():
            size = chunks.data.shape[1]
            text = f"chunk {int(chunks.addresses[at]):#x} was written in part, its {size} bytes belong together"
            self._findings.error("partial-write", f"{stream}: {text}", chunks.time_ns(int(at)), about=stream.port)

    def _take(self, stream: StreamId, owner: PendingWrites, chunks: WriteChunks) -> None:
        """A layer's own chunks."""
        if not len(chunks):
            return
        self._whole(stream, chunks)
        left = owner.left
        again, wrong = owner.take(chunks)
        self.progress += left - owner.left
        owner.last_burst = int(chunks.bursts[-1])
        where = f"{owner.layer} on {stream}"
        for at in np.flatnonzero(again):
            text = f"{where}: chunk {int(chunks.addresses[at]):#x} was written again"
            details, unit = owner.layer.explanation, owner.layer.stage
            self._findings.error("written-twice", text, chunks.time_ns(int(at)), details, about=unit)
        for wrong_at, mismatch in wrong.items():
            text = f"{where}: wrong data at {mismatch.address:#x}, {mismatch.coordinates}"
            details = mismatch.bytes_table + owner.layer.explanation + self._derivation(owner.layer, stream, mismatch)
            self._findings.error("wrong-data", text, chunks.time_ns(wrong_at), details, about=owner.layer.stage)

    def _derivation(self, layer: Layer, stream: StreamId, mismatch: Mismatch) -> tuple[str, ...]:
        """How the reference came to the first wrong element of a layer."""
        if layer in self._explained:
            return ()
        self._explained.add(layer)
        lines = derivation_lines(layer.derivation_of(stream.port, mismatch.address))
        return (f"the reference device came to {mismatch.coordinates} like this:", *lines) if lines else ()

    def _elsewhere(self, stream: StreamId, others: list[PendingWrites], chunks: WriteChunks) -> None:
        """Chunks that are not of the layer whose turn it is: of a later one, or of none."""
        for owner in others:
            mine = owner.hits(chunks.addresses)
            early = chunks[mine]
            for at, address in enumerate(early.addresses):
                text = f"write to {int(address):#x} belongs to {owner.layer}, whose turn it is not"
                self._findings.error(
                    "write-out-of-turn", f"{stream}: {text}", early.time_ns(at), owner.layer.explanation
                )
            self._take(stream, owner, early)
            chunks = chunks[~mine]
        self._stray(stream, chunks)

    def _stray(self, stream: StreamId, chunks: WriteChunks) -> None:
        """Chunks that no layer in flight writes on this stream."""
        if not len(chunks):
            return
        owner = next(iter(self._pending[stream]), None)
        why = f"no layer in flight writes there; this id writes for {owner.layer if owner else 'none'}"
        for at, address in enumerate(chunks.addresses):
            text = f"{stream}: stray write to {int(address):#x}: {why}"
            self._findings.error(
                "stray-write", text, chunks.time_ns(at), about=owner.layer.stage if owner else stream.port
            )

    def _shift(self, stream: StreamId) -> None:
        """The layers at the head of a stream all of whose writes have been seen wait for their answers."""
        queue = self._pending[stream]
        while queue and queue[0].left == 0:
            done = queue.popleft()
            self._compared.count(done.layer, done.compared_bytes)
            self._unanswered.setdefault(stream, deque()).append(done)

    def _respond(self, stream: StreamId, times_ps: NDArray[np.uint64]) -> Iterator[Answered]:
        """Responses came; a stream's are told apart only by their number."""
        before = self._responses[stream]
        self._responses[stream] += len(times_ps)
        self.progress += max(0, min(self._responses[stream], self._bursts[stream]) - before)
        queue = self._unanswered.get(stream, deque())
        while queue and queue[0].last_burst <= self._responses[stream]:
            done = queue.popleft()
            last = max(0, done.last_burst - before - 1)
            yield Answered(done.layer, stream, float(times_ps[last]) / 1000)


def _of(layer: Layer, queues: Mapping[StreamId, Iterable[PendingWrites]]) -> Iterator[tuple[StreamId, PendingWrites]]:
    """What a layer has in queues, by stream."""
    return ((stream, item) for stream, queue in queues.items() for item in queue if item.layer is layer)
