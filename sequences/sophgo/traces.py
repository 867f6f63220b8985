"""What traces of registers and DDR reach, and what becomes of a test's register reads in one (docs/traces.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from models.sophgo.blocks.mailbox import COUNTS
from models.sophgo.config import SophgoConfig
from models.sophgo.registers import registers
from sequences.recording import Recorded, RecordedPoll, RecordedRead, RecordedWait, RecordedWrite
from sequences.traces.txn.space import TraceSpace


def trace_space(config: SophgoConfig) -> TraceSpace:
    """What the traces of a configuration reach."""
    return TraceSpace(registers=registers(config), ports=config.ports, word_bits=config.register_bits - 2)


def with_polls(commands: Iterable[Recorded], config: SophgoConfig) -> Iterator[Recorded]:
    """Commands in which a poll stands where COMPLETED was seen to have come to the number of launches.

    When interrupts come, and how many together, depends on time: what is waited for is the end of the last kernel.
    """
    mailbox, launched = registers(config).MAILBOX, 0
    for command in commands:
        match command:
            case RecordedWait():
                continue
            case RecordedWrite(address=mailbox.LAUNCH.address):
                launched += 1
            case RecordedRead(address=mailbox.COMPLETED.address):
                if command.data == launched % COUNTS:
                    yield RecordedPoll(command.address, mailbox.COMPLETED.COUNT.mask, command.data)
                continue
        yield command
