"""Makes the lists and events of master's dialect of what was done one after the other."""

from __future__ import annotations

from collections.abc import Iterable

from models.nvdla.config import HwConfig
from models.nvdla.registers import registers
from sequences.nvdla.traces.master.names import DONE, PREFIX, SUFFIX
from sequences.recording import Recorded, RecordedRead, RecordedWrite, UnwritableError


class Program:
    """The lines of a trace; its order is kept: wherever the block changes, the next one waits for the one before.

    Interrupts are cleared by who plays the trace, so that clears become events: what follows one waits for the
    interrupts that it cleared. Only those that were seen are let through to the pin, whatever masks were written.

    Args:
        config: the hardware configuration.
        commands: all that was done.
    """

    def __init__(self, config: HwConfig, commands: Iterable[Recorded]) -> None:
        self._registers = registers(config)
        self._status, self._mask = self._registers.GLB.S_INTR_STATUS, self._registers.GLB.S_INTR_MASK
        self._block = "GLB"
        self._events = 0
        self._awaited: list[str] = []
        self._seen = 0
        self._flushed = False
        self._loads: list[str] = []
        hidden = self._mask.write_mask & ~self._seen_in(commands)
        self._lines = [f"reg_write({PREFIX}{self._mask.full_name}{SUFFIX}, {hidden:#x});"]

    @property
    def lines(self) -> list[str]:
        """All of them: first what memory holds at the beginning."""
        return self._loads + self._lines

    def load(self, place: str) -> None:
        """Memory was loaded: what stands between the brackets of the command."""
        if len(self._lines) == 1:
            self._loads.append(f"mem_load({place});")
        else:
            self._lines.append(f"mem_load({place}, {self._notify()});")

    def read(self, command: RecordedRead) -> None:
        """A register was read: what the interrupt status shows is what is cleared next."""
        if command.address == self._status.address:
            self._seen = command.data

    def write(self, command: RecordedWrite) -> None:
        """A register was written.

        Raises:
            UnwritableError: it raised interrupts.
        """
        register = self._registers.at(command.address)
        if register is None:
            self._lines.append(f"// left out: {command.data:#x} to {command.address:#x}, where no register is")
        elif command.address == self._status.address:
            self._announce(self._seen & command.data)
        elif command.address == self._registers.GLB.S_INTR_SET.address and command.data & register.write_mask:
            raise UnwritableError("software raised interrupts (GLB.S_INTR_SET), which master's dialect cannot announce")
        elif command.address != self._mask.address:
            if register.full_name == "CDMA.D_OP_ENABLE" and not self._flushed:
                self._flushed = True
                self._in_list("CDMA", f"poll_reg_equal({PREFIX}CDMA.S_CBUF_FLUSH_STATUS{SUFFIX}, 0x1);")
            self._in_list(register.block, f"reg_write({PREFIX}{register.full_name}{SUFFIX}, {command.data:#x});")

    def end(self) -> str:
        """Everything is done; returns the event that says so."""
        self._announce(self._seen)
        return self._notify()

    def _seen_in(self, commands: Iterable[Recorded]) -> int:
        """Status bits that were seen set."""
        bits = 0
        for command in commands:
            if isinstance(command, RecordedRead) and command.address == self._status.address:
                bits |= command.data
        return bits

    def _announce(self, bits: int) -> None:
        for name, field in self._status.fields.items():
            if field.mask & bits:
                interrupt = name.replace(DONE, "_")
                event = self._event(interrupt)
                self._lines.append(f"intr_notify({interrupt}, {event});")
                self._awaited.append(event)
        self._seen &= ~bits

    def _in_list(self, block: str, line: str) -> None:
        """Append a command to a block's list."""
        if block != self._block:
            self._notify()
        self._await(block)
        self._block = block
        self._lines.append(line)

    def _notify(self) -> str:
        """Let an event happen behind the last command, which the next one waits for; returns it."""
        self._await(self._block)
        event = self._event("step")
        self._lines.append(f"sync_notify({PREFIX}{self._block}, {event});")
        self._awaited.append(event)
        return event

    def _await(self, block: str) -> None:
        self._lines += [f"sync_wait({PREFIX}{block}, {event});" for event in self._awaited]
        self._awaited = []

    def _event(self, what: str) -> str:
        self._events += 1
        return f"{what}_{self._events}"
