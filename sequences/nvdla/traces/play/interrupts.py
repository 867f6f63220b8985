"""Interrupt goldens written against one timing, checked on any other (docs/nvdla/traces.md, 'Interrupt goldens').

A trace that expects four interrupts one after the other is right too where two of them come together. What such a
reading has to remember about the past is kept here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from models.layer import Layer
from models.pipeline.order import next_end
from models.registers import Register


class InFlight(Protocol):
    """What the reference knows about interrupts that are still to come."""

    def interrupts_in_flight(self) -> Collection[str]:
        """Names of the status bits that layers in flight will raise."""

    def at_rest(self) -> bool:
        """Whether none of them comes before software starts something else."""


class LayersOfDevice(Protocol):
    """The part of a reference device that `DeviceInFlight` needs."""

    @property
    def layers_in_flight(self) -> Sequence[Layer]:
        """Layers that started and have not ended."""


@dataclass(frozen=True, slots=True)
class DeviceInFlight:
    """`InFlight` of a reference device."""

    device: LayersOfDevice

    def interrupts_in_flight(self) -> Collection[str]:
        """Names of the status bits that the device's layers in flight will raise."""
        return {bit for layer in self.device.layers_in_flight for bit in layer.interrupts}

    def at_rest(self) -> bool:
        """Whether none of them comes before software starts something else."""
        return next_end(self.device.layers_in_flight) is None


class InterruptHistory:
    """What was seen of the interrupt status, and what of that a trace has used.

    Attributes:
        remembered: status bits that were seen set when they were cleared.
        unspent: how many of them no `wait` has been spent on yet.
        kept: bits that were set at the last clear and that it left so.
        gone: bits that the last clear (or reset) took away and that cannot have risen since.
        waits_on_pin: waits that the pin's level satisfied since the last clear.
    """

    def __init__(self, status: Register, in_flight: InFlight) -> None:
        self.status = status
        self.in_flight = in_flight
        self.masked = 0
        self.remembered = 0
        self.unspent = 0
        self.kept = 0
        self.gone = status.write_mask
        self.waits_on_pin = 0

    def coming(self) -> int:
        """Status bits that layers in flight will raise, masked ones too."""
        return sum(self.status.fields[name].mask for name in set(self.in_flight.interrupts_in_flight()))

    def cleared(self, seen: int, data: int) -> None:
        """The trace clears `data`; `seen` is what the status read just before.

        Each bit that can raise the pin is worth one wait; those that waits on the pin's level have used are gone.
        """
        taken = seen & data
        self.remembered |= taken
        self.unspent += max(0, (taken & ~self.masked).bit_count() - self.waits_on_pin)
        self.waits_on_pin = 0
        self.kept = seen & ~data
        self.gone = taken & ~self.coming()

    def started(self) -> None:
        """The trace wrote something that may start a layer: bits that were cleared may rise again."""
        self.gone = 0

    def spend(self) -> bool:
        """Whether a wait passes although the pin is low: a remembered bit pays for it, and none is to come."""
        if not self.unspent or self.coming() & ~self.masked:
            return False
        self.unspent -= 1
        return True

    def softened(self, mask: int, expected: int, value: int) -> str | None:
        """Why a poll of the status passes that the value alone does not satisfy; None: it does not pass.

        Ones may be remembered ones, unless they are to come (again). Zeros ignore bits that rose after the clear.
        """
        missing = mask & expected & ~value
        extra = mask & ~expected & value
        if expected & ~mask or missing & ~(self.remembered & ~self.coming()) or extra & (self.kept | self.gone):
            return None
        reasons = [f"{self._names(missing)} came before a clear"] if missing else []
        return ", ".join(reasons + ([f"{self._names(extra)} rose after the clear"] if extra else []))

    def _names(self, bits: int) -> str:
        return " and ".join(name for name, item in self.status.fields.items() if item.mask & bits) or f"{bits:#x}"
