"""A `Host` on the numpy device alone: time moves only where a program waits."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any, Protocol, TypeVar

from models.layer import Layer
from models.memory import Bytes
from models.registers import Register
from sequences.host import POLL_CYCLES, HangError, address_of

T = TypeVar("T")


class ModelDevice(Protocol):
    """The part of a reference device that `ModelHost` needs."""

    @property
    def layers_in_flight(self) -> Sequence[Layer]:
        """Layers that started and have not ended, oldest first."""

    @property
    def interrupt(self) -> bool:
        """Whether the interrupt pin is high."""

    def write(self, address: int, data: int) -> None:
        """Write a register at a byte address."""

    def read(self, address: int) -> int:
        """Read a register at a byte address."""

    def advance(self) -> Layer | None:
        """Finish the oldest layer in flight; None where there is none."""

    def load(self, port: str, address: int, data: Bytes) -> None:
        """Put bytes into a memory."""

    def dump(self, port: str, address: int, size_bytes: int) -> Bytes:
        """Bytes of a memory."""


class ModelHost:
    """Plays sequences on a reference device: a layer finishes when the program waits for something."""

    def __init__(self, device: ModelDevice) -> None:
        self.device = device
        self._finished: Layer | None = None

    async def write(self, register: Register | int, data: int, *, posted: bool = True) -> None:  # noqa: ARG002
        """Write a register, given itself or its byte address; there is no bus to post it on."""
        self.device.write(address_of(register), data)

    async def read(self, register: Register | int) -> int:
        """Read a register, given itself or its byte address."""
        return self.device.read(address_of(register))

    async def wait_interrupt(self) -> None:
        """Finish layers until the interrupt pin is high.

        Raises:
            HangError: none is left and it is low.
        """
        while not self.device.interrupt:
            if self._advance() is None:
                last = f"the last one to finish was {self._finished}" if self._finished else "none has run"
                raise HangError(f"waited for the interrupt pin, and no layer is in flight that would raise it; {last}")

    async def pause(self, cycles: int = POLL_CYCLES) -> None:  # noqa: ARG002
        """Finish one layer, where one is in flight; there is no clock to count."""
        self._advance()

    async def drain(self) -> None:
        """Finish all layers."""
        while self._advance() is not None:
            pass

    def interrupt_level(self) -> bool:
        """Whether the interrupt pin is high now."""
        return self.device.interrupt

    def load(self, port: str, address: int, data: Bytes) -> None:
        """Put bytes into a memory."""
        self.device.load(port, address, data)

    def dump(self, port: str, address: int, size_bytes: int) -> Bytes:
        """Bytes of a memory."""
        return self.device.dump(port, address, size_bytes)

    def _advance(self) -> Layer | None:
        layer = self.device.advance()
        self._finished = layer or self._finished
        return layer


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a sequence that never really waits, as none does on a `ModelHost`, and return what it returns.

    Raises:
        RuntimeError: it waits for something, so it needs a simulator.
    """
    try:
        coroutine.send(None)
    except StopIteration as stop:
        value: T = stop.value
        return value
    coroutine.close()
    raise RuntimeError(f"{coroutine} waits for something that only a simulator does")
