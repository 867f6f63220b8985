"""Plays a trace against a `Host` and checks its goldens (docs/nvdla/traces.md, 'How it is played')."""

from __future__ import annotations

import numpy as np

from models.nvdla.limits import FAILURES
from models.registers import Register, RegisterMap
from sequences.host import HangError, Host, RefusedError
from sequences.nvdla.traces.commands import (
    Command,
    DumpMemory,
    LoadMemory,
    ReadRegister,
    Trace,
    WaitInterrupt,
    WriteRegister,
)
from sequences.nvdla.traces.play.flush import FlushStatus
from sequences.nvdla.traces.play.interrupts import InFlight, InterruptHistory
from sequences.nvdla.traces.play.result import PlayResult
from sequences.printable import printable

# A value that stays the same over so many reads with no layer in flight will stay so: the longest that the part does
# by itself, flushing the convolution buffer after reset, takes 4096 cycles, and a read takes more than four.
STATIC_READS = 1024
ZEROED_MEMORY = True
"""Whether memory begins as 0 where traces are played (docs/nvdla/traces.md, 'How it is played')."""


async def play(
    trace: Trace,
    host: Host,
    *,
    registers: RegisterMap,
    in_flight: InFlight,
    strict: bool = False,
    ready_cycles: int = 0,
) -> PlayResult:
    """Play a trace from reset with empty memory.

    Args:
        trace: what to play.
        host: what to play it against.
        registers: the register description.
        in_flight: what the reference device says about interrupts still to come.
        strict: take every golden literally, whatever interrupts were together.
        ready_cycles: from reset until the convolution buffer has flushed itself: a program that starts a convolution
            and does not poll for the flush begins behind that, as in the public harness.

    Returns:
        What was compared and what failed; a golden that is not met raises nothing.
    """
    if ready_cycles and FlushStatus(registers).must_pause(trace, ready_cycles):
        await host.pause(ready_cycles)
    return await _TracePlayer(trace, host, registers, in_flight, strict).play()


class _GoldenError(Exception):
    """A golden was not met; the message says what was found."""


class _TracePlayer:
    def __init__(
        self,
        trace: Trace,
        host: Host,
        registers: RegisterMap,
        in_flight: InFlight,
        strict: bool,
    ) -> None:
        self.trace = trace
        self.host = host
        self.registers = registers
        self.status = registers.GLB.S_INTR_STATUS
        self.mask = registers.GLB.S_INTR_MASK
        self.history = InterruptHistory(self.status, in_flight)
        self.flush = FlushStatus(registers)
        self.strict = strict
        self.result = PlayResult()

    async def play(self) -> PlayResult:
        for command in self.trace.commands:
            try:
                await self._do(command)
            except RefusedError as error:
                self.result.failures.insert(0, f"{self._location(command)}: {error}")
                break
            except (_GoldenError, HangError) as error:
                self.result.failures.append(f"{self._location(command)}: {error}")
                if isinstance(error, HangError):
                    self.result.hang = self.result.failures[-1]
                    break  # every further wait would hang too
                if not self.trace.continue_on_fail or len(self.result.failures) == FAILURES:
                    break
        if self.result.passed and not self.result.compared_reads + self.result.compared_bytes:
            self.result.failures.append(f"{self.trace.source}: nothing was compared: neither read_reg nor dump_mem")
        return self.result

    async def _do(self, command: Command) -> None:
        match command:
            case WriteRegister():
                await self._write(command)
            case ReadRegister():
                await self._poll(command)
            case WaitInterrupt():
                await self._wait(command)
            case LoadMemory():
                self.host.load(command.port, command.address, command.data)
            case DumpMemory():
                await self._compare(command)

    async def _write(self, command: WriteRegister) -> None:
        data = command.data if self.strict else await self._recorded(command)
        # The pin follows a write to these some cycles later, and the answer of a non-posted one comes after that
        # (docs/nvdla/pins.md, 'Pin list' and 'CSB'): a wait behind a clear must not take the old level for a new one.
        moves_pin = command.address in (self.status.address, self.mask.address)
        await self.host.write(self._target(command), data, posted=not moves_pin)

    async def _recorded(self, command: WriteRegister) -> int:
        """Remember what a write means for interrupts; returns what is written."""
        if command.address == self.status.address:
            # A bit that rises between this read and the clear stays: as if the clear had come a little earlier.
            seen = await self.host.read(self.status)
            self.history.cleared(seen, command.data)
            return seen & command.data
        if command.address == self.mask.address:
            self.history.masked = command.data
        else:
            self.history.started()
        return command.data

    async def _wait(self, command: WaitInterrupt) -> None:
        if not self.strict and await self._softened_wait():
            self._soften(command, "wait for an interrupt that came together with an earlier one")
            return
        await self.host.wait_interrupt()
        self.history.waits_on_pin += 1

    async def _softened_wait(self) -> bool:
        """Whether a remembered bit stands for the interrupt; time passes while one may still come."""
        for _ in range(STATIC_READS):
            if self.host.interrupt_level() or not self.history.unspent:
                return False
            if self.history.spend():
                return True
            await self.host.pause()
        return False

    async def _poll(self, command: ReadRegister) -> None:
        self.result.compared_reads += 1
        tries = command.tries or self.trace.poll_tries
        value, unchanged = None, 0
        for count in range(1, tries + 1):
            got = await self.host.read(self._target(command))
            if command.satisfied(got) or self._softened_poll(command, got):
                return
            unchanged = unchanged + 1 if got == value and self._at_rest() else 0
            value = got
            if unchanged == STATIC_READS or count == tries:
                raise _GoldenError(f"{self._mismatch(command, got)} after {count} read(s)")
            await self.host.pause()

    def _at_rest(self) -> bool:
        """Whether no interrupt comes before the trace does something: a layer may wait for another's start."""
        return not self.history.coming() or self.history.in_flight.at_rest()

    def _softened_poll(self, command: ReadRegister, value: int) -> bool:
        if self.strict:
            return False
        reason = self.flush.softened(command, value)
        if command.address == self.status.address and command.compare == "==":
            reason = self.history.softened(command.mask, command.expected, value)
        if reason is not None:
            self._soften(command, reason)
        return reason is not None

    async def _compare(self, command: DumpMemory) -> None:
        await self.host.drain()
        got = self.host.dump(command.port, command.address, len(command.expected))
        self.result.compared_bytes += len(command.expected)
        wrong = np.flatnonzero(got != command.expected)
        if wrong.size:
            first = int(wrong[0])
            raise _GoldenError(
                f"{command.port} {command.address + first:#x}: expected {command.expected[first]:#04x}, "
                f"got {got[first]:#04x}; {wrong.size} of {len(got)} bytes differ from {printable(command.file)}"
            )

    def _target(self, command: WriteRegister | ReadRegister) -> Register | int:
        """The register that a command names, or the bare address where none is."""
        return self.registers.at(command.address) or command.address

    def _mismatch(self, command: ReadRegister, value: int) -> str:
        """What a register reads and what it should, field by field where fields can be told."""
        register = self.registers.at(command.address)
        name = register.full_name if register else "no register"
        text = (
            f"{name} ({command.address:#x}) reads {value:#010x}, "
            f"expected value & {command.mask:#010x} {command.compare} {command.expected:#010x}"
        )
        if register is None or command.compare != "==":
            return text
        differ = (value ^ command.expected) & command.mask
        fields = [item for item in register.fields.values() if item.mask & differ]
        details = [f"{f.name} is {f.label(f.get(value))}, not {f.label(f.get(command.expected))}" for f in fields]
        return f"{text} ({', '.join(details)})" if details else text

    def _soften(self, command: Command, reason: str) -> None:
        self.result.softenings.append(f"{self._location(command)} {reason}")

    def _location(self, command: Command) -> str:
        return f"{self.trace.source}:{command.line}"
