"""Tells the reference when the convolution buffer must have flushed itself after reset, whoever asked."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.pipeline.device import EventDevice
from tb.environment.scoreboard import later


class FlushWatch:
    """Counts from each release of the resets on; the next assertion ends that.

    Args:
        device: the reference.
        config: the hardware configuration.
        period_ns: of the core's clock.
    """

    def __init__(self, device: EventDevice, config: HwConfig, period_ns: float) -> None:
        self._device, self._config, self._period_ns = device, config, period_ns
        self._resets = 0

    def reset(self, asserted: bool) -> None:
        """The resets were asserted or released."""
        self._resets += asserted
        if not asserted:
            resets, cycles = self._resets, self._config.cbuf_ready_cycles
            later(cycles * self._period_ns, lambda _: self._over(resets))

    def _over(self, resets: int) -> None:
        if resets == self._resets:
            self._device.pass_cycles(self._config.cbuf_flush_cycles)
