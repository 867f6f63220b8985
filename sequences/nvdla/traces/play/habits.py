"""What NVDLA's traces take for granted about interrupts and the flush of the convolution buffer."""

from __future__ import annotations

from models.nvdla.device import Device
from models.registers import RegisterMap
from sequences.host import Host
from sequences.nvdla.traces.play.flush import FlushStatus
from sequences.nvdla.traces.play.interrupts import DeviceInFlight, InFlight, InterruptHistory
from sequences.traces.commands import ReadRegister, Trace, WriteRegister
from sequences.traces.player import STATIC_READS


class NvdlaTraceHabits:
    """The habits for one trace (docs/nvdla/traces.md, 'How it is played').

    `STATIC_READS` is enough: the longest that the part does by itself, flushing the convolution buffer after reset,
    takes 4096 cycles, and a read takes more than four.

    Args:
        registers: the register description.
        in_flight: what the reference device says about interrupts still to come.
        ready_cycles: from reset until the convolution buffer has flushed itself: a program that starts a convolution
            and does not poll for the flush begins behind that, as in the public harness.
    """

    def __init__(self, registers: RegisterMap, in_flight: InFlight, ready_cycles: int = 0) -> None:
        self.status = registers.GLB.S_INTR_STATUS
        self.mask = registers.GLB.S_INTR_MASK
        self.history = InterruptHistory(self.status, in_flight)
        self.flush = FlushStatus(registers)
        self._ready_cycles = ready_cycles

    def cycles_before(self, trace: Trace) -> int:
        """Until the buffer is ready, where a trace needs that and does not look."""
        ready = self._ready_cycles
        return ready if ready and self.flush.must_pause(trace, ready) else 0

    def posted(self, command: WriteRegister) -> bool:
        """Whether a write does not move the interrupt pin.

        The pin follows such a write some cycles later, and the answer of a non-posted one comes after that
        (docs/nvdla/pins.md, 'Pin list' and 'CSB'): a wait behind a clear must not take the old level for a new one.
        """
        return command.address not in (self.status.address, self.mask.address)

    async def recorded(self, host: Host, command: WriteRegister) -> int:
        """Remember what a write means for interrupts; returns what is written."""
        if command.address == self.status.address:
            # A bit that rises between this read and the clear stays: as if the clear had come a little earlier.
            seen = await host.read(self.status)
            self.history.cleared(seen, command.data)
            return seen & command.data
        if command.address == self.mask.address:
            self.history.masked = command.data
        else:
            self.history.started()
        return command.data

    async def came_before(self, host: Host) -> bool:
        """Whether a remembered bit stands for the interrupt; time passes while one may still come."""
        for _ in range(STATIC_READS):
            if host.interrupt_level() or not self.history.unspent:
                return False
            if self.history.spend():
                return True
            await host.pause()
        return False

    def waited(self) -> None:
        """A wait was satisfied by the pin."""
        self.history.waits_on_pin += 1

    def softened(self, command: ReadRegister, value: int) -> str | None:
        """Why a read passes that the value alone does not satisfy: of the interrupt status, or of the flush."""
        if command.address == self.status.address and command.compare == "==":
            return self.history.softened(command.mask, command.expected, value)
        return self.flush.softened(command, value)

    def at_rest(self) -> bool:
        """Whether no interrupt comes before the trace does something: a layer may wait for another's start."""
        return not self.history.coming() or self.history.in_flight.at_rest()


def habits_on(device: Device) -> NvdlaTraceHabits:
    """The habits for one trace that a device plays, or follows."""
    return NvdlaTraceHabits(device.registers, DeviceInFlight(device), device.config.cbuf_ready_cycles)
