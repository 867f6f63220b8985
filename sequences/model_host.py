"""A `Host` on the numpy device alone: time moves only where a program waits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, Protocol, TypeVar

from models.events import DeviceEvent, RegisterAccess, events_of
from models.layer import End, Layer
from models.memory.sparse import Bytes
from models.reference import Happened
from models.registers import Register
from sequences.broken_rules import BrokenRules
from sequences.host import POLL_CYCLES, Access, HangError, address_of, one_by_one

T = TypeVar("T")


class ModelDevice(Protocol):
    """The part of a reference device that `ModelHost` needs."""

    @property
    def listeners(self) -> list[Callable[[Happened], None]]:
        """Called with what happened, whenever something did."""

    @property
    def layers_in_flight(self) -> Sequence[Layer]:
        """Layers that started and have not ended, oldest first."""

    @property
    def interrupt(self) -> bool:
        """Whether the interrupt pin is high."""

    def write(self, address: int, data: int) -> Happened:
        """Write a register at a byte address."""

    def read(self, address: int) -> int:
        """Read a register at a byte address."""

    def advance(self) -> End | None:
        """Let the next interrupt come, and all ends before it; None where nothing is in flight."""

    def pass_cycles(self, cycles: int) -> None:
        """So many clock cycles have passed at least."""

    def load(self, port: str, address: int, data: Bytes) -> None:
        """Put bytes into a memory."""

    def dump(self, port: str, address: int, size_bytes: int) -> Bytes:
        """Bytes of a memory."""


class ModelHost:
    """Plays sequences on a reference device: interrupts come, one by one, when the program waits for something.

    Attributes:
        device: the device.
        listeners: called with everything that happens.

    Args:
        device: what plays them.
        announces: names of the rules that programs mean to break; any other broken rule is an error at the end of what
            is played. None: they may break any.
    """

    def __init__(self, device: ModelDevice, announces: Collection[str] | None = ()) -> None:
        self.device = device
        self.listeners: list[Callable[[DeviceEvent], None]] = []
        self._rules = BrokenRules(announces)
        self._last: End | None = None
        device.listeners.append(self._happened)

    async def write(self, register: Register | int, data: int, *, posted: bool = True) -> None:  # noqa: ARG002
        """Write a register, given itself or its byte address; there is no bus to post it on."""
        self._publish(RegisterAccess(address_of(register), data, write=True))
        self.device.write(address_of(register), data)

    async def read(self, register: Register | int) -> int:
        """Read a register, given itself or its byte address."""
        data = self.device.read(address_of(register))
        self._publish(RegisterAccess(address_of(register), data, write=False))
        return data

    async def access(self, accesses: Sequence[Access]) -> list[int]:
        """Several accesses, one after the other."""
        return await one_by_one(self, accesses)

    async def wait_interrupt(self) -> None:
        """Let interrupts come until the pin is high.

        Raises:
            HangError: none is left and it is low.
        """
        while not self.device.interrupt:
            if self._advance() is None:
                last = f"the last to come was {self._last}" if self._last else "none has come"
                raise HangError(
                    f"waited for the interrupt pin, and no layer is in flight that would raise it; {last}"
                    + self.why_waiting()
                )

    async def pause(self, cycles: int = POLL_CYCLES) -> None:
        """Let one interrupt come, where a layer is in flight; there is no clock, but time passes."""
        self.device.pass_cycles(cycles)
        self._advance()

    async def drain(self) -> None:
        """Finish all layers.

        Raises:
            BrokenRuleError: a rule was broken since the last time that was not announced.
        """
        while self._advance() is not None:
            pass
        self._rules.need_announced()

    def interrupt_level(self) -> bool:
        """Whether the interrupt pin is high now."""
        return self.device.interrupt

    def why_waiting(self) -> str:
        """What the reference cannot compute, and the last broken rule."""
        return self._rules.probable_cause()

    def load(self, port: str, address: int, data: Bytes) -> None:
        """Put bytes into a memory."""
        self.device.load(port, address, data)

    def dump(self, port: str, address: int, size_bytes: int) -> Bytes:
        """Bytes of a memory."""
        return self.device.dump(port, address, size_bytes)

    def _advance(self) -> End | None:
        end = self.device.advance()
        self._last = end or self._last
        return end

    def _happened(self, happened: Happened) -> None:
        self._rules.take(happened)
        for event in events_of(happened):
            self._publish(event)

    def _publish(self, event: DeviceEvent) -> None:
        for listener in self.listeners:
            listener(event)


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a sequence that never really waits, as none does on a `ModelHost`, and return what it returns.

    Raises:
        ValueError: it is no sequence under way, such as a layer, or a method that was not called.
        RuntimeError: it waits for something, so it needs a simulator.
    """
    if not isinstance(coroutine, Coroutine):
        raise ValueError(f"run: {type(coroutine).__name__} is no coroutine: write run(bench.play(...))")
    try:
        coroutine.send(None)
    except StopIteration as stop:
        value: T = stop.value
        return value
    coroutine.close()
    raise RuntimeError(f"{coroutine} waits for something that only a simulator does")
