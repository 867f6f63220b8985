"""Plays a trace of master's dialect against a `Host` (docs/nvdla/traces.md, 'How traces of master are played')."""

from __future__ import annotations

from models.memory.sparse import Bytes
from models.nvdla.device import Device
from models.registers import Register
from sequences.host import HangError, Host, RefusedError
from sequences.nvdla.traces.master.commands import (
    Check,
    CheckCrc,
    CheckFile,
    CheckNothing,
    FillMemory,
    ListCommand,
    MemoryCommand,
    Notify,
    ReadOnly,
)
from sequences.nvdla.traces.master.play.crc import ReferenceBytes, Writers, crc_mismatch, crc_of
from sequences.nvdla.traces.master.play.fill import pieces_of
from sequences.nvdla.traces.master.play.lists import BlockLists, is_poll
from sequences.nvdla.traces.master.play.polls import Tries
from sequences.nvdla.traces.master.play.service import Announcements
from sequences.nvdla.traces.master.trace import MasterTrace
from sequences.traces.commands import ReadRegister, WriteRegister
from sequences.traces.mismatch import memory_mismatch, register_mismatch
from sequences.traces.player import FAILURES
from sequences.traces.result import PlayResult


async def play_master(
    trace: MasterTrace, host: Host, device: Device, *, reference: ReferenceBytes | None = None
) -> PlayResult:
    """Play a trace from reset with empty memory.

    Args:
        trace: what to play; it needs nothing that is not there.
        host: what to play it against.
        device: the reference device, which follows or is what is played on.
        reference: bytes of the reference's memory, where it is not what is played on.

    Returns:
        What was compared and what failed; a golden that is not met raises nothing.
    """
    writers = Writers()
    device.listeners.append(writers.notify)
    try:
        return await _MasterPlayer(trace, host, device, writers, reference).play()
    finally:
        device.listeners.remove(writers.notify)


class _EndError(Exception):
    """The trace ends here."""


class _MasterPlayer:
    def __init__(
        self, trace: MasterTrace, host: Host, device: Device, writers: Writers, reference: ReferenceBytes | None
    ) -> None:
        self.trace = trace
        self.host = host
        self.device = device
        self.writers = writers
        self.reference = reference
        self.registers = device.registers
        self.lists = BlockLists(trace.lists)
        self.announcements = Announcements(trace.announced, self.registers.GLB.S_INTR_STATUS)
        self.happened: set[str] = set()
        self.tries: dict[str, Tries] = {}
        self.line = 0
        self.result = PlayResult()

    async def play(self) -> PlayResult:
        try:
            self._happen("")
            while not self.lists.over or self.announcements.left:
                await self._step()
        except RefusedError as error:
            self.result.failures.insert(0, self._located(str(error)))
        except HangError as error:
            self._hang(str(error))
        except _EndError:
            pass
        if self.result.passed and not (self.trace.checks or self.result.compared_reads):
            compares = "check_crc, check_file, check_nothing nor a register's value"
            self.result.failures.append(f"{self.trace.source}: nothing was compared: neither {compares}")
        return self.result

    async def _step(self) -> None:
        """Serve an interrupt, do the next command, or wait for something."""
        if self.announcements.left and self.host.interrupt_level():
            await self._serve()
        elif (item := self.lists.ready(self.happened)) is not None:
            await self._do(*item)
        elif polls := self.lists.polls():
            await self.host.pause()
            for block, poll in polls:
                await self._do(block, poll)
        elif self.announcements.left:
            self.line = self.announcements.left[0].line
            await self.host.wait_interrupt()
        else:
            self._hang(f"no block can go on, and no interrupt is to come: {self.lists.waiting()}")
            raise _EndError

    async def _do(self, block: str, command: ListCommand) -> None:
        self.line = command.line
        match command:
            case WriteRegister():
                await self._write(command)
            case ReadRegister():
                if not await self._read(block, command):
                    self.lists.polling.add(block)
                    return
            case ReadOnly():
                await self.host.read(self._target(command.address))
                self._happen(command.event)
            case Notify():
                self._happen(command.event)
        self.lists.done(block)

    async def _write(self, command: WriteRegister) -> None:
        """Write a register; what follows a write that moves the interrupt pin waits until it has moved."""
        block = self.registers.GLB
        posted = command.address not in (block.S_INTR_STATUS.address, block.S_INTR_MASK.address)
        self.result.writes.append(command)
        await self.host.write(self._target(command.address), command.data, posted=posted)

    async def _read(self, block: str, command: ReadRegister) -> bool:
        """Read and compare a register once; whether the command is done with."""
        got = await self.host.read(self._target(command.address))
        tries = self.tries.setdefault(block, Tries(self.device))
        self.result.compared_reads += not tries.count
        satisfied = command.satisfied(got)
        if not satisfied and not tries.hopeless(got) and is_poll(command):
            return False
        del self.tries[block]
        if not satisfied:
            self._fail(f"{register_mismatch(self.registers, command, got)} after {tries.count} read(s)")
        return True

    async def _serve(self) -> None:
        """Clear the interrupts that have come, and let what was announced of them happen."""
        block = self.registers.GLB
        status, mask = await self.host.read(block.S_INTR_STATUS), await self.host.read(block.S_INTR_MASK)
        if not (came := status & ~mask):
            self._fail(f"the interrupt pin is high, and S_INTR_STATUS {status:#x} has no bit that is not masked")
            raise _EndError
        taken, unnamed = self.announcements.take(came)
        self.line = taken[0].line if taken else self.line
        await self._write(WriteRegister(self.line, block.S_INTR_STATUS.address, came))
        for item in taken:
            self.line = item.line
            self._happen(item.event)
        if unnamed:
            left = self.announcements.still() or "none"
            self._fail(f"interrupt {', '.join(unnamed)} came, and no intr_notify announces it; still to come: {left}")

    def _happen(self, event: str) -> None:
        """An event happens: memory changes that waited for it, and what is compared then."""
        if event in self.happened:
            return
        self.happened.add(event)
        for command in self.trace.memory:
            if command.event == event:
                self._change(command)
        for check in self.trace.checks:
            if check.event == event:
                self._check(check)

    def _change(self, command: MemoryCommand) -> None:
        if isinstance(command, FillMemory):
            pieces = pieces_of(command)
        else:
            pieces = ((command.address + offset, data) for offset, data in command.image.pieces)
        for address, data in pieces:
            self.host.load(command.port, address, data)

    def _check(self, check: Check) -> None:
        if isinstance(check, CheckNothing):
            return
        self.line = check.line
        got = self.host.dump(check.port, check.address, check.size_bytes)
        self.result.compared_bytes += check.size_bytes
        if isinstance(check, CheckFile):
            wrong = self._file_mismatch(check, got)
        else:
            wrong = "" if crc_of(got) == check.crc else self._crc_mismatch(check, got)
        if wrong:
            self._note(wrong)

    def _crc_mismatch(self, check: CheckCrc, got: Bytes) -> str:
        place = (check.port, check.address, check.size_bytes)
        return crc_mismatch(check, got, self.reference and self.reference(*place), self.writers.spans)

    def _file_mismatch(self, check: CheckFile, got: Bytes) -> str:
        for offset, data in check.image.pieces:
            here = got[offset : offset + len(data)]
            place = check.address + offset
            if wrong := memory_mismatch(check.port, place, here, data[: len(here)], check.image.file):
                return wrong
        return ""

    def _target(self, address: int) -> Register | int:
        """The register at an address."""
        return self.registers.at(address) or address

    def _located(self, text: str) -> str:
        return f"{self.trace.source}:{self.line}: {text}" if self.line else f"{self.trace.source}: {text}"

    def _note(self, text: str) -> None:
        """A golden is not met."""
        self.result.failures.append(self._located(text))
        if len(self.result.failures) == FAILURES:
            raise _EndError

    def _fail(self, text: str) -> None:
        """Something is wrong behind which nothing means what it says."""
        self._note(text)
        if not self.trace.continue_on_fail:
            raise _EndError

    def _hang(self, text: str) -> None:
        left = self.announcements.still()
        self.result.hang = self._located(f"{text}; announced and not come: {left}" if left else text)
        self.result.failures.append(self.result.hang)
