"""What NVDLA's traces reach, and what becomes of a test's register reads in one (docs/nvdla/traces.md, 'nvdlav1')."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from models.nvdla.config import HwConfig
from models.nvdla.registers import registers
from sequences.recording import Recorded, RecordedPoll, RecordedRead
from sequences.traces.txn.space import TraceSpace

REGISTER_SPACE = 0xFFFF_0000


def trace_space(config: HwConfig) -> TraceSpace:
    """What the traces of a configuration reach."""
    return TraceSpace(
        registers=registers(config),
        ports=config.ports,
        word_bits=config.csb_address_bits,
        register_space=REGISTER_SPACE,
    )


def with_polls(commands: Iterable[Recorded], config: HwConfig) -> Iterator[Recorded]:
    """Commands in which reads of the interrupt status wait for the bits that were seen."""
    status = registers(config).GLB.S_INTR_STATUS.address
    for command in commands:
        if isinstance(command, RecordedRead) and command.address == status and command.data:
            yield RecordedPoll(status, command.data, command.data)
        else:
            yield command
