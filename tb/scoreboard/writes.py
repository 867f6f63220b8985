"""Every write of the device under test, checked when it is seen: right address, right bytes, right owner."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.layer import ExpectedWrites, Layer
from models.memory import Addresses, Bytes
from tb.findings import Findings
from tb.memory.traffic import Traffic, TrafficKind
from tb.scoreboard.expected import Mismatch, PendingWrites

Stream = tuple[str, int]  # port, AXI id


@dataclass(slots=True)
class Unanswered:
    """A layer whose writes on a stream are all seen, and the burst whose response ends them."""

    layer: Layer
    last_burst: int


class WriteChecker:
    """Expected writes of all layers in flight, by stream, in the order in which the layers started.

    Inside a layer any order is right; across the layers of a stream the order of their start is.
    """

    def __init__(self, findings: Findings, counters: Counter[str]) -> None:
        self._findings, self._counters = findings, counters
        self.clear()

    def clear(self) -> None:
        """Expect nothing."""
        self._pending: dict[Stream, deque[PendingWrites]] = {}
        self._unanswered: dict[Stream, deque[Unanswered]] = {}
        self._bursts: Counter[Stream] = Counter()
        self._responses: Counter[Stream] = Counter()

    def expect(self, layer: Layer) -> None:
        """A layer started."""
        streams: dict[Stream, list[ExpectedWrites]] = {}
        for writes in layer.writes:
            streams.setdefault((writes.where.port, writes.where.axi_id), []).append(writes)
        for stream, items in streams.items():
            self._pending.setdefault(stream, deque()).append(PendingWrites(layer, items))

    def observe(self, traffic: Traffic) -> list[tuple[Layer, Stream]]:
        """Check a batch of traffic; returns the layers, in order, whose writes on a stream are now all answered."""
        writes = traffic.of_kind(TrafficKind.WRITE)
        for axi_id in np.unique(writes["axi_id"]):
            self._check(traffic.port, int(axi_id), writes[writes["axi_id"] == axi_id])
        responses = traffic.of_kind(TrafficKind.RESPONSE)
        for axi_id, count in zip(*np.unique(responses["axi_id"], return_counts=True), strict=True):
            self._responses[(traffic.port, int(axi_id))] += int(count)
        return list(self._answered())

    def owes(self, layer: Layer) -> bool:
        """Whether a layer still has writes that the memory has not answered."""
        pending = any(item.layer is layer for queue in self._pending.values() for item in queue)
        return pending or any(item.layer is layer for queue in self._unanswered.values() for item in queue)

    def missing(self, layer: Layer) -> Iterator[str]:
        """What a layer has not written yet, for messages."""
        for (port, axi_id), queue in self._pending.items():
            for item in queue:
                if item.layer is layer and item.left:
                    yield f"{port} id {axi_id}: {item.left} chunk(s) not written, first {', '.join(item.missing())}"

    def _check(self, port: str, axi_id: int, beats: NDArray[np.void]) -> None:
        """Check the write beats of one stream, in order."""
        stream = (port, axi_id)
        queue = self._pending.setdefault(stream, deque())
        ended = self._bursts[stream] + np.cumsum(beats["last"])
        burst_of = ended + ~beats["last"]  # a beat that is not its burst's last belongs to the burst that ends next
        self._bursts[stream] = int(ended[-1])
        if not queue:
            self._stray(stream, beats["address"], beats["time_ps"])
            return
        addresses, data, beat_of = self._chunks(stream, beats, queue[0].chunk_bytes)
        times = beats["time_ps"][beat_of]
        start = 0
        while start < len(addresses):
            if not queue:
                self._stray(stream, addresses[start:], times[start:])
                return
            head = queue[0]
            hit = head.hits(addresses[start:])
            enough = np.flatnonzero(np.cumsum(hit) == head.left)
            stop = start + (int(enough[0]) + 1 if len(enough) else len(hit))
            hit = hit[: stop - start]
            self._take(stream, head, addresses[start:stop][hit], data[start:stop][hit], times[start:stop][hit])
            self._stray(stream, addresses[start:stop][~hit], times[start:stop][~hit])
            if head.left == 0:
                queue.popleft()
                done = Unanswered(head.layer, int(burst_of[beat_of[stop - 1]]))
                self._unanswered.setdefault(stream, deque()).append(done)
            start = stop

    def _chunks(
        self, stream: Stream, beats: NDArray[np.void], chunk_bytes: int
    ) -> tuple[Addresses, Bytes, NDArray[np.intp]]:
        """Cut beats into chunks that are written: their addresses, bytes, and the beat that each is from."""
        per_beat = beats["data"].shape[1] // chunk_bytes
        strobe = beats["strobe"].reshape(len(beats) * per_beat, chunk_bytes)
        offsets = np.arange(per_beat, dtype=np.uint64) * np.uint64(chunk_bytes)
        addresses = (beats["address"][:, None] + offsets).reshape(-1)
        written = strobe.any(axis=1)
        partial = written & ~strobe.all(axis=1)
        beat_of = np.repeat(np.arange(len(beats)), per_beat)
        for at in np.flatnonzero(partial):
            time_ns = float(beats["time_ps"][beat_of[at]]) / 1000
            text = f"chunk {int(addresses[at]):#x} was written in part, its {chunk_bytes} bytes belong together"
            self._findings.error("partial-write", f"{stream[0]} id {stream[1]}: {text}", time_ns)
        data = beats["data"].reshape(len(beats) * per_beat, chunk_bytes)
        return addresses[written], data[written], beat_of[written]

    def _take(
        self, stream: Stream, head: PendingWrites, addresses: Addresses, data: Bytes, times: NDArray[np.uint64]
    ) -> None:
        again, wrong = head.take(addresses, data)
        self._counters["bytes checked"] += int(data.size)
        where = f"{head.layer} on {stream[0]} id {stream[1]}"
        for at in np.flatnonzero(again):
            text = f"{where}: chunk {int(addresses[at]):#x} was written again"
            self._findings.error("written-twice", text, float(times[at]) / 1000, head.layer.explanation)
        if wrong:
            self._wrong(where, head, wrong, float(times[0]) / 1000)

    def _wrong(self, where: str, head: PendingWrites, wrong: list[Mismatch], time_ns: float) -> None:
        first = wrong[0]
        more = f", and {len(wrong) - 1} more chunk(s)" if len(wrong) > 1 else ""
        text = f"{where}: wrong data at {first.address:#x}, {first.place}{more}"
        details = (f"expected {first.expected.hex(' ', 4)}", f"got      {first.got.hex(' ', 4)}")
        self._findings.error("wrong-data", text, time_ns, details + head.layer.explanation)

    def _stray(self, stream: Stream, addresses: Addresses, times: NDArray[np.uint64]) -> None:
        """Writes that do not belong to the layer whose turn it is."""
        if not len(addresses):
            return
        port, axi_id = stream
        address = int(addresses[0])
        for queue in self._pending.values():
            for item in queue:
                if item.hits(addresses[:1])[0]:
                    text = f"{port} id {axi_id}: write to {address:#x} belongs to {item.layer}, whose turn it is not"
                    self._findings.error("write-out-of-turn", text, float(times[0]) / 1000, item.layer.explanation)
                    return
        more = f", and {len(addresses) - 1} more" if len(addresses) > 1 else ""
        text = f"{port} id {axi_id}: stray write to {address:#x}{more}: no layer in flight writes there"
        self._findings.error("stray-write", text, float(times[0]) / 1000)

    def _answered(self) -> Iterator[tuple[Layer, Stream]]:
        for stream, queue in self._unanswered.items():
            while queue and self._responses[stream] >= queue[0].last_burst:
                yield queue.popleft().layer, stream
