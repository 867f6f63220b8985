"""Traces and the flush of the convolution buffer (docs/nvdla/traces.md, 'Flush of the convolution buffer')."""

from __future__ import annotations

from models.registers import RegisterMap
from sequences.traces.commands import ReadRegister, Trace, WriteRegister

READ_CYCLES = 4
"""A read of a register takes more cycles than this."""


class FlushStatus:
    """The register that tells whether the buffer has flushed itself: 0 at first, then 1 for good.

    Args:
        registers: the register description; one without CDMA has no such status.
    """

    def __init__(self, registers: RegisterMap) -> None:
        self._status = self._start = None
        self._done = 0
        if "CDMA" in registers.blocks:
            status = registers.CDMA.S_CBUF_FLUSH_STATUS
            self._status, self._done = status.address, status.FLUSH_DONE.mask
            self._start = registers.CDMA.D_OP_ENABLE.address

    def must_pause(self, trace: Trace, ready_cycles: int) -> bool:
        """Whether a trace needs the buffer ready and does not poll for it long enough by itself.

        Args:
            trace: what is to be played from reset.
            ready_cycles: from reset until the buffer has flushed itself.
        """
        for command in trace.commands:
            if isinstance(command, ReadRegister) and self._waits(command):
                return READ_CYCLES * (command.tries or trace.poll_tries) < ready_cycles
            if isinstance(command, WriteRegister) and command.address == self._start and command.data:
                return True
        return False

    def softened(self, command: ReadRegister, value: int) -> str | None:
        """Why a golden that the flush was not over yet passes although it is; None: it does not pass."""
        over = command.address == self._status and value & self._done
        if not over or not command.satisfied(value & ~self._done):
            return None
        return "the convolution buffer had flushed itself already"

    def _waits(self, command: ReadRegister) -> bool:
        """Whether a read ends with the flush and not before; one that takes 0 is a golden and no poll."""
        return command.address == self._status and command.satisfied(self._done) and not command.satisfied(0)
