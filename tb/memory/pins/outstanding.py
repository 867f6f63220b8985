"""What happens on a memory port, and what it owes: requests without data, data without request, or no response."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from tb.memory.axi import WHOLE_BEATS, BurstKind, BurstShape, Response


@dataclass(slots=True, eq=False)
class Burst:
    """A request and how much of it has happened.

    Attributes:
        axi_id: its id.
        address: as it stood on the pins.
        beats: how many the request says.
        done: beats that have been transferred.
        shape: how they follow each other.
        outcome: of a write what the memory has decided to answer; only the log of an HDL memory tells before it does.
    """

    axi_id: int
    address: int
    beats: int
    done: int = 0
    shape: BurstShape = WHOLE_BEATS
    outcome: Response = Response.OKAY

    def step(self, data_bytes: int) -> int:
        """Bytes of a beat; on a bus of so many bytes there are no more."""
        return data_bytes if self.shape.size is None else min(1 << self.shape.size, data_bytes)

    def beat_address(self, index: int, data_bytes: int) -> int:
        """Address of the word of the bus that a beat lies in."""
        if self.shape is WHOLE_BEATS:  # nearly always, and for each beat
            return self.address - self.address % data_bytes + index * data_bytes
        step = self.step(data_bytes)
        moved = 0 if self.shape.kind is BurstKind.FIXED else index * step
        aligned = self.address - self.address % step + moved
        return aligned - aligned % data_bytes

    def lanes(self, index: int, data_bytes: int) -> range:
        """The bytes of the bus on which a beat moves: the first of an unaligned burst begins where the request says."""
        if self.shape.whole:
            return range(data_bytes)
        step, moved = self.step(data_bytes), 0 if self.shape.kind is BurstKind.FIXED else index
        first = (self.address - self.address % step + moved * step) % data_bytes
        return range(first if moved else self.address % data_bytes, first + step)

    def strobe(self, index: int, data_bytes: int) -> int:
        """The same, a bit each."""
        lanes = self.lanes(index, data_bytes)
        return (1 << lanes.stop) - (1 << lanes.start)

    def span(self, data_bytes: int) -> tuple[int, int]:
        """First and last address of the words that its beats lie in, words of a beat's size."""
        step, kind = data_bytes if self.shape is WHOLE_BEATS else self.step(data_bytes), self.shape.kind
        size = step if kind is BurstKind.FIXED else step * self.beats
        first = self.address - self.address % (size if kind is BurstKind.WRAP else step)
        return first, first + size - 1


@dataclass(slots=True)
class DataBeat:
    """A write data beat as it stood on the pins: byte 0 first, a strobe bit a byte."""

    data: bytes
    strobe: int
    last: bool


@dataclass(slots=True)
class WriteBeat:
    """A write data beat with its request.

    Attributes:
        burst: the request.
        index: which beat of it this is.
        beat: the data.
        ends: whether the burst is over with it: marked as the last one, or as many as the request says.
    """

    burst: Burst
    index: int
    beat: DataBeat
    ends: bool


class OutstandingTransfers:
    """Pairs what belongs together, by what the pins showed only.

    Write data come in the order of the write requests, but may come before them; read data of one id in request order;
    write responses in any order, those of one id cannot be told apart.
    """

    def __init__(self) -> None:
        self.addresses: deque[Burst] = deque()
        self.early_data: deque[DataBeat] = deque()
        self.unanswered: dict[int, deque[Burst]] = {}
        self.reads: dict[int, deque[Burst]] = {}

    def pair_writes(self) -> list[WriteBeat]:
        """Beats whose request is known now, in order; they are taken out."""
        paired = []
        while self.addresses and self.early_data:
            burst, beat = self.addresses[0], self.early_data.popleft()
            index = burst.done
            burst.done += 1
            ends = beat.last or burst.done == burst.beats
            if ends:
                self.addresses.popleft()
                self.unanswered.setdefault(burst.axi_id, deque()).append(burst)
            paired.append(WriteBeat(burst, index, beat, ends))
        return paired

    def respond(self, axi_id: int) -> Burst | None:
        """The oldest complete write of an id; None if none waits for a response."""
        waiting = self.unanswered.get(axi_id)
        return waiting.popleft() if waiting else None

    def add_read(self, burst: Burst) -> None:
        """A read request was accepted."""
        self.reads.setdefault(burst.axi_id, deque()).append(burst)

    def read_beat(self, axi_id: int) -> Burst | None:
        """The read that the next data beat of an id belongs to, with the beat counted; None if there is none."""
        waiting = self.reads.get(axi_id)
        if not waiting:
            return None
        burst = waiting[0]
        burst.done += 1
        if burst.done == burst.beats:
            waiting.popleft()
        return burst

    def describe(self) -> list[str]:
        """A line for everything that is unfinished."""
        lines = [f"write {_request(burst)}: {burst.done} of {burst.beats} data beats came" for burst in self.addresses]
        if self.early_data:
            lines.append(f"{len(self.early_data)} write data beats without a request")
        lines += [f"write {_request(burst)} has no response" for queue in self.unanswered.values() for burst in queue]
        lines += [
            f"read {_request(burst)}: {burst.done} of {burst.beats} data beats came"
            for queue in self.reads.values()
            for burst in queue
        ]
        return lines


def _request(burst: Burst) -> str:
    return f"id {burst.axi_id} at {burst.address:#x}"


@dataclass(slots=True)
class PortEvents:
    """Events of one clock edge.

    Attributes:
        writes: write data beats that are complete now: accepted, and so is their request.
        read: the read request that was accepted, or None.
        response_taken: the master took the offered write response.
        read_data_taken: the master took the offered read data beat.
        address_waiting: a write request is offered and was not taken.
        data_waiting: write data are offered and were not taken.
        address_pending: an accepted write request lacks data.
        data_pending: accepted write data lack their request.
    """

    writes: list[WriteBeat]
    read: Burst | None
    response_taken: bool
    read_data_taken: bool
    address_waiting: bool
    data_waiting: bool
    address_pending: bool
    data_pending: bool
