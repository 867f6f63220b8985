"""What a test bench needs from a reference device, whatever the family."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from models.layer import UNWATCHED, Claim, End, Layer, Waited
from models.memory.footprint import FailedAnswer
from models.memory.sparse import Bytes, SparseMemory
from models.prediction import Prediction
from models.rules import Violation


@dataclass(slots=True)
class Happened:
    """What happened in a device during one call.

    Attributes:
        claimed: claims that were made.
        started: layers that started.
        failed: claims of which memory answered a read or a write with an error: what they read, write, and how they
            end may be something else since.
        ended: ends that have come.
        finished: layers that are through: all their ends have come and their writes are in memory.
        broken: rules that the program broke.
        refused: what was started and the reference cannot compute, and why.
    """

    claimed: list[Claim] = field(default_factory=list)
    started: list[Layer] = field(default_factory=list)
    failed: list[Claim] = field(default_factory=list)
    ended: list[End] = field(default_factory=list)
    finished: list[Layer] = field(default_factory=list)
    broken: list[Violation] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        """Whether anything happened."""
        parts = (self.claimed, self.started, self.failed, self.ended, self.finished, self.broken, self.refused)
        return any(parts)


@dataclass(frozen=True, slots=True)
class OutstandingLimit:
    """How many beats of a port may be outstanding.

    Attributes:
        reads: read beats.
        writes: write beats.
    """

    reads: int
    writes: int


class ReferenceDevice(Protocol):
    """An accelerator without time: register writes in, memory, interrupts and statuses out.

    Every call returns what happened: a layer's start may follow from another one's end.
    """

    @property
    def memories(self) -> Mapping[str, SparseMemory]:
        """One memory for each port, by port name, and those that no pin shows, by their own."""

    @property
    def pinless(self) -> Collection[str]:
        """Names of the memories that no pin shows, such as scratch memories: no traffic is expected of them."""

    @property
    def layers_in_flight(self) -> Sequence[Layer]:
        """Layers that started and have not ended, oldest first."""

    @property
    def claims_waiting(self) -> Sequence[Claim]:
        """Claims whose partners or feeder are not there."""

    @property
    def layers_untaken(self) -> Sequence[Layer]:
        """Layers that hand on what no other one has taken; they may have ended, where a link holds all of it."""

    @property
    def outstanding_limits(self) -> Mapping[str, OutstandingLimit]:
        """What may be outstanding now, by port name; a port that has no limit is not there."""

    @property
    def levels(self) -> Mapping[str, frozenset[int]]:
        """Levels that each interrupt line may have once the last change has reached it, by the line's name."""

    def reset(self) -> None:
        """Reset: registers at their reset values, nothing in flight. Memory stays."""

    def write(self, address: int, data: int) -> Happened:
        """A register write reaches the device."""

    def predict(self, address: int) -> Prediction:
        """What a read of a byte address may return now."""

    def was_read(self, address: int) -> None:
        """A register read has taken place, whatever it returned."""

    def observe(self, address: int, word: int) -> Happened:
        """A register read was seen: what it says confirms ends."""

    def interrupt_rose(self, line: str) -> Happened:
        """An interrupt line was seen to rise: that confirms whose interrupt it is, where only one may be."""

    def timed(self, layer: Layer, elapsed_cycles: int, waited: Waited = UNWATCHED) -> None:
        """The pins have shown all that a layer does, and how long that took: what bounds its counters.

        Args:
            layer: the layer.
            elapsed_cycles: clock cycles since its start, at most.
            waited: what its traffic shows of how long its requests waited.
        """

    def allow(self, end: End, recent_writes: int = 0) -> Happened:
        """What an end waits for has been seen on the pins: it may come.

        Args:
            end: the end.
            recent_writes: how many register writes may still be on their way.
        """

    def confirm(self, end: End) -> Happened:
        """Enough time has passed since `allow`: the end has come by now."""

    def failed(self, answer: FailedAnswer) -> Happened:
        """Memory answered a read or a write with an error; it is told before anything that lets an end come."""

    def complete(self, layer: Layer) -> Happened:
        """The memory answered all writes of the layer: its result stands in memory."""

    def pass_cycles(self, cycles: int) -> None:
        """So many clock cycles have passed at least: what the part does by itself after reset may be done."""

    def over(self) -> Happened:
        """The program is over: what waits for a partner now waits without end."""

    def load(self, port: str, address: int, data: Bytes) -> None:
        """Put bytes into a memory through the back door."""
