"""Plays a trace against a `Host` and checks its goldens; a family's habits say what its traces take for granted."""

from __future__ import annotations

from typing import Protocol

from models.registers import Register, RegisterMap
from sequences.host import HangError, Host, RefusedError
from sequences.traces.commands import (
    Command,
    DumpMemory,
    LoadMemory,
    ReadRegister,
    Trace,
    WaitInterrupt,
    WriteRegister,
)
from sequences.traces.mismatch import memory_mismatch, register_mismatch
from sequences.traces.result import PlayResult

STATIC_READS = 1024
"""A value that stays the same over so many reads with no layer in flight will stay so."""
ZEROED_MEMORY = True
"""Whether memory begins as 0 where traces are played."""
FAILURES = 100
"""Goldens that are not met before a trace ends that goes on behind one."""


class TraceHabits(Protocol):
    """What a family's traces take for granted about time, for one playing of one trace.

    Goldens were written against one timing. Where a golden hangs on that, a family may let it pass on another one, and
    says why; `play` with ``strict`` asks for none of that.
    """

    def cycles_before(self, trace: Trace) -> int:
        """How long the device is left alone after reset; 0: not at all."""

    def posted(self, command: WriteRegister) -> bool:
        """Whether what follows a write need not wait for its answer."""

    async def recorded(self, host: Host, command: WriteRegister) -> int:
        """Remember what a write means for what comes; returns what is written."""

    async def came_before(self, host: Host) -> bool:
        """Whether the interrupt of a wait came earlier, together with another one; time passes while it may come."""

    def waited(self) -> None:
        """A wait was satisfied by the pin."""

    def softened(self, command: ReadRegister, value: int) -> str | None:
        """Why a read passes that the value alone does not satisfy; None: it does not pass."""

    def at_rest(self) -> bool:
        """Whether nothing changes before the trace does something."""


async def play(
    trace: Trace, host: Host, *, registers: RegisterMap, habits: TraceHabits, strict: bool = False
) -> PlayResult:
    """Play a trace from reset with empty memory.

    Args:
        trace: what to play.
        host: what to play it against.
        registers: the register description.
        habits: the family's.
        strict: take every golden literally, whatever interrupts were together.

    Returns:
        What was compared and what failed; a golden that is not met raises nothing.
    """
    if cycles := habits.cycles_before(trace):
        await host.pause(cycles)
    return await _TracePlayer(trace, host, registers, habits, strict).play()


class _GoldenError(Exception):
    """A golden was not met; the message says what was found."""


class _TracePlayer:
    def __init__(self, trace: Trace, host: Host, registers: RegisterMap, habits: TraceHabits, strict: bool) -> None:
        self.trace = trace
        self.host = host
        self.registers = registers
        self.habits = habits
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
        data = command.data if self.strict else await self.habits.recorded(self.host, command)
        self.result.writes.append(command)
        await self.host.write(self._target(command), data, posted=self.habits.posted(command))

    async def _wait(self, command: WaitInterrupt) -> None:
        if not self.strict and await self.habits.came_before(self.host):
            self._soften(command, "wait for an interrupt that came together with an earlier one")
            return
        await self.host.wait_interrupt()
        self.habits.waited()

    async def _poll(self, command: ReadRegister) -> None:
        self.result.compared_reads += 1
        tries = command.tries or self.trace.poll_tries
        value, unchanged = None, 0
        for count in range(1, tries + 1):
            got = await self.host.read(self._target(command))
            if command.satisfied(got) or self._softened_poll(command, got):
                return
            unchanged = unchanged + 1 if got == value and self.habits.at_rest() else 0
            value = got
            if unchanged == STATIC_READS or count == tries:
                raise _GoldenError(f"{register_mismatch(self.registers, command, got)} after {count} read(s)")
            await self.host.pause()

    def _softened_poll(self, command: ReadRegister, value: int) -> bool:
        if self.strict:
            return False
        reason = self.habits.softened(command, value)
        if reason is not None:
            self._soften(command, reason)
        return reason is not None

    async def _compare(self, command: DumpMemory) -> None:
        await self.host.drain()
        got = self.host.dump(command.port, command.address, len(command.expected))
        self.result.compared_bytes += len(command.expected)
        if wrong := memory_mismatch(command.port, command.address, got, command.expected, command.file):
            raise _GoldenError(wrong)

    def _target(self, command: WriteRegister | ReadRegister) -> Register | int:
        """The register that a command names, or the bare address where none is."""
        return self.registers.at(command.address) or command.address

    def _soften(self, command: Command, reason: str) -> None:
        self.result.softenings.append(f"{self._location(command)} {reason}")

    def _location(self, command: Command) -> str:
        return f"{self.trace.source}:{command.line}"
