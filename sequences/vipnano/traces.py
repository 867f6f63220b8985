"""What traces of VIPNano reach, and what becomes of a test's register reads in one (docs/traces.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from models.vipnano.config import VipnanoConfig
from models.vipnano.registers import registers
from sequences.recording import Recorded, RecordedPoll, RecordedRead, RecordedWait, RecordedWrite
from sequences.traces.txn.space import TraceSpace


def trace_space(config: VipnanoConfig) -> TraceSpace:
    """What the traces of a configuration reach."""
    return TraceSpace(registers=registers(config), ports=config.ports, word_bits=config.register_bits - 2)


def with_polls(commands: Iterable[Recorded], config: VipnanoConfig) -> Iterator[Recorded]:
    """Commands in which a poll stands where STATUS was seen to be idle, and where the queue may have no room.

    When interrupts come, and how many together, depends on time, and so does what registers of HOST show: what is
    waited for is the end of all that is in the queue.
    """
    described, queued = registers(config), 0
    block, queues = described.HOST, {register.address for register in described.PS}
    idle = RecordedPoll(block.STATUS.address, block.STATUS.BUSY.mask, 0)
    for command in commands:
        match command:
            case RecordedWait():
                continue
            case RecordedRead(address=block.STATUS.address):
                if command.data == 0:
                    yield idle
                    queued = 0
                continue
            case RecordedRead(address=block.SLOTS.address | block.ENDED.address | block.INTR_STATUS.address):
                continue
            case RecordedWrite() if command.address in queues:
                if queued > config.queue_slots:
                    yield idle
                    queued = 0
                queued += 1
        yield command
