"""Tells the reference when the convolution buffer must have flushed itself after reset, whoever asked."""

from __future__ import annotations

from models.nvdla.device import Device
from tb.nvdla.scoreboard import later


class FlushWatch:
    """Counts from each release of the resets on; the next assertion ends that.

    Args:
        device: the reference.
        period_ns: of the core's clock.
    """

    def __init__(self, device: Device, period_ns: float) -> None:
        self._device, self._period_ns = device, period_ns
        self._resets = 0

    def reset(self, *, asserted: bool) -> None:
        """The resets were asserted or released."""
        self._resets += asserted
        if not asserted:
            resets, cycles = self._resets, self._device.config.cbuf_ready_cycles
            later(cycles * self._period_ns, lambda _: self._over(resets))

    def _over(self, resets: int) -> None:
        if resets == self._resets:
            self._device.pass_cycles(self._device.config.cbuf_flush_cycles)
