"""What a test bench needs from a reference device, whatever the family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from models.layer import Layer
from models.memory import Bytes, SparseMemory
from models.prediction import Prediction


@dataclass(slots=True)
class News:
    """What happened in a device since it was last asked.

    Attributes:
        started: layers that started.
        warnings: rules that the program broke.
        refused: what was started and the reference cannot compute, and why.
    """

    started: list[Layer] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


class ReferenceDevice(Protocol):
    """An accelerator without time: register writes in, memory, interrupts and statuses out."""

    @property
    def memories(self) -> Mapping[str, SparseMemory]:
        """One memory for each port, by port name."""

    @property
    def layers_in_flight(self) -> Sequence[Layer]:
        """Layers that started and have not ended, oldest first."""

    @property
    def levels(self) -> frozenset[int]:
        """Levels that the interrupt pin may have once the last change has reached it."""

    def reset(self) -> None:
        """Reset: registers at their reset values, nothing in flight. Memory stays."""

    def write(self, address: int, data: int) -> None:
        """A register write reaches the device."""

    def predict(self, address: int) -> Prediction:
        """What a read of a byte address may return now."""

    def observe(self, address: int, word: int) -> None:
        """A register read was seen: what it says settles what was open."""

    def answered(self, layer: Layer, elapsed_cycles: int | None = None, recent_writes: int = 0) -> None:
        """The memory answered the layer's last write: its interrupt may come.

        Args:
            layer: the layer.
            elapsed_cycles: clock cycles since its start, where somebody counted them: the bound of its counters.
            recent_writes: how many register writes may still be on their way.
        """

    def complete(self, layer: Layer) -> None:
        """The memory answered all writes of the layer: its result stands in memory."""

    def settle(self, layer: Layer) -> None:
        """Enough time has passed since `answered`: the interrupt has come by now."""

    def load(self, port: str, address: int, data: Bytes) -> None:
        """Put bytes into a memory through the back door."""

    def take_news(self) -> News:
        """What happened since the last call."""
