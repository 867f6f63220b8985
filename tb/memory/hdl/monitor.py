"""Reads what an HDL memory has logged about its port: the same traffic and the same checks as on the pins."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from cocotb.simtime import get_sim_time
from pyuvm import uvm_analysis_port, uvm_monitor

from tb.memory.axi import Response
from tb.memory.config import MemoryAgentConfig
from tb.memory.hdl.log.arrays import LogArrays
from tb.memory.hdl.log.files import LogPiece, PortLog
from tb.memory.hdl.log.replay import LogReplay
from tb.memory.hdl.log.rules import NotPlainError
from tb.memory.hdl.memory import HdlMemory
from tb.memory.hdl.pins import HdlMemoryPins
from tb.memory.pins.protocol import AxiChecks
from tb.memory.pins.recorder import TrafficRecorder
from tb.memory.pins.tracker import TransferTracker
from tb.memory.rules import AxiRule
from tb.memory.traffic import Traffic, TrafficKind

_FEW = 64
"""Records that are told one by one faster than as arrays."""


class HdlPortMonitor(uvm_monitor):
    """Watches a port through the log of the HDL memory behind it. It sleeps until the log is long, or asked for.

    Attributes:
        ap: analysis port of `Traffic` batches.
        wakes: how often the log woke it: never while the port is idle.
    """

    def build_phase(self) -> None:
        """Take the configuration and open the log."""
        config: MemoryAgentConfig = self.cdb_get("config")
        pins = HdlMemoryPins.of(config.dut, config.port)
        assert isinstance(config.memory, HdlMemory), "an HDL memory needs an HdlMemory as Python's copy"
        self.ap = uvm_analysis_port("ap", self)
        self.wakes = 0
        self._pins, self._memory = pins, config.memory
        self._checks = AxiChecks(config, lambda: self._tracker.time_ps / 1000)
        self._tracker = TransferTracker(self._checks, TrafficRecorder(config.port.name, config.port.data_bytes))
        self._log = PortLog(pins.name, config.port)
        self._replay = LogReplay(config.port, self._tracker, self._checks, self._full)
        self._arrays = LogArrays(config)

    def reset(self) -> None:
        """Forget what is unfinished; what was seen is published."""
        self.flush()
        self._tracker.forget()

    def flush(self) -> None:
        """Publish what was seen since the last batch."""
        piece = self._log.read()
        if len(piece):
            traffic = self._stored(self._traffic(piece))
            if not traffic.is_empty:
                self.ap.write(traffic)

    def _stored(self, traffic: Traffic) -> Traffic:
        """Keep Python's copy as the HDL memory is, which stores nothing of writes that it will answer with an error.

        Of that answer the traffic tells with the response, as it does whoever watches the port.
        """
        writes = traffic.kinds[TrafficKind.WRITE]
        if not len(writes):
            return traffic
        if not writes.resps.any():
            self._memory.observe(writes)
            return traffic
        self._memory.observe(writes[writes.resps == Response.OKAY])
        untold = replace(writes, resps=np.zeros(len(writes), np.uint8))
        return replace(traffic, kinds={**traffic.kinds, TrafficKind.WRITE: untold})

    def check_idle(self) -> None:
        """Report what is unfinished, once."""
        self._tracker.time_ps = int(get_sim_time("ps"))
        self._tracker.check_idle()

    async def watch(self) -> None:
        """Take the log whenever it has become long."""
        while True:
            await self._pins.wake.value_change
            self.wakes += 1
            self.flush()

    def _full(self, address: int) -> None:
        self._checks.report(AxiRule.MEMORY_FULL, f"write to {address:#x} was dropped: {self._memory.full_text}")

    def _traffic(self, piece: LogPiece) -> Traffic:
        if len(piece) > _FEW:
            try:
                return self._arrays.convert(piece, self._tracker.outstanding)
            except NotPlainError:
                pass
        self._replay.play(piece)
        return self._tracker.recorder.take()
