"""How often a poll is tried before it fails."""

from __future__ import annotations

from models.nvdla.device import Device
from models.pipeline.order import next_end
from sequences.host import POLL_CYCLES
from sequences.traces.commands import DEFAULT_POLL_TRIES
from sequences.traces.player import STATIC_READS


class Tries:
    """The tries of one poll after the other of a block.

    A poll fails after `DEFAULT_POLL_TRIES`, and earlier where its value stays the same while nothing is in flight:
    `STATIC_READS`, and as many more as the flush of the convolution buffer may take.

    Args:
        device: the reference device.
    """

    def __init__(self, device: Device) -> None:
        self._device = device
        self._static = STATIC_READS + device.config.cbuf_ready_cycles // POLL_CYCLES
        self._value: int | None = None
        self._unchanged = self.count = 0

    def hopeless(self, value: int) -> bool:
        """Whether the poll has failed, now that it has read a value that is not the wanted one."""
        at_rest = next_end(self._device.layers_in_flight) is None
        self._unchanged = self._unchanged + 1 if value == self._value and at_rest else 0
        self._value = value
        self.count += 1
        return self._unchanged == self._static or self.count == DEFAULT_POLL_TRIES
