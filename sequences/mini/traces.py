"""What traces of mini reach, and what becomes of a test's register reads in one (docs/traces.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from models.mini.config import MiniConfig
from models.mini.registers import registers
from sequences.recording import Recorded, RecordedPoll, RecordedRead, RecordedWait, RecordedWrite
from sequences.traces.txn.space import TraceSpace


def trace_space(config: MiniConfig) -> TraceSpace:
    """What the traces of a configuration reach."""
    return TraceSpace(registers=registers(config), ports=config.ports, word_bits=config.register_bits - 2)


def with_polls(commands: Iterable[Recorded], config: MiniConfig) -> Iterator[Recorded]:
    """Commands in which a poll stands where HEAD was seen to have come to TAIL.

    When interrupts come, and how many together, depends on time: what is waited for is the end of the last descriptor.
    """
    block, tail = registers(config).RING, 0
    for command in commands:
        match command:
            case RecordedWait():
                continue
            case RecordedWrite(address=block.TAIL.address):
                tail = command.data
            case RecordedRead(address=block.HEAD.address) if command.data == tail:
                yield RecordedPoll(command.address, block.HEAD.INDEX.mask, tail)
                continue
        yield command
