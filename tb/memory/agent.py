"""The agent of one memory port."""

from __future__ import annotations

import numpy as np
from pyuvm import uvm_agent, uvm_analysis_port

from tb.clocking.state import run_between_resets
from tb.memory.config import MemoryAgentConfig
from tb.memory.hdl.monitor import HdlPortMonitor
from tb.memory.hdl.pins import HdlMemoryPins
from tb.memory.hdl.responder import HdlResponder
from tb.memory.pins.monitor import AxiMonitor
from tb.memory.python.responder import MemoryResponder


class MemoryAgent(uvm_agent):
    """An AXI slave over a sparse memory, or, passive, a watcher of one.

    An active agent answers from Python, unless the top level has an HDL memory for the port: then that answers, and the
    agent hands it the same knobs and reads the same traffic from its log.

    Its configuration, and that of its parts, is the entry ``config`` of pyuvm's ConfigDB. From the beginning it drives
    an idle port; it works while the design is out of reset.

    Attributes:
        monitor: watches the port.
        responder: answers the port; None in a passive agent.
    """

    def build_phase(self) -> None:
        """Take the configuration and build the parts."""
        super().build_phase()
        self.config: MemoryAgentConfig = self.cdb_get("config")
        self.cdb_set("config", self.config)
        hdl = self.config.active and HdlMemoryPins.exist(self.config.dut, self.config.port)
        monitor, responder = (HdlPortMonitor, HdlResponder) if hdl else (AxiMonitor, MemoryResponder)
        self.monitor: AxiMonitor | HdlPortMonitor = monitor.create("monitor", self)
        self.responder: MemoryResponder | HdlResponder | None = None
        if self.config.active:
            self.responder = responder.create("responder", self)

    @property
    def ap(self) -> uvm_analysis_port:
        """Analysis port of `Traffic` batches."""
        return self.monitor.ap

    def connect_phase(self) -> None:
        """Let the HDL memory's copy in Python ask the monitor for what the design has written."""
        if isinstance(self.responder, HdlResponder):
            self.responder.connect(self.monitor.flush)

    async def run_phase(self) -> None:
        """Work whenever the design is out of reset."""
        await run_between_resets(self.config.reset, self._serve, self.reset)

    def reset(self) -> None:
        """Drop everything that is pending and drive an idle port, as at each reset of the design."""
        self.monitor.reset()
        if self.responder:
            self.responder.reset()

    def reseed(self, rng: np.random.Generator) -> None:
        """Draw the responder's timing from another generator from the next reset on; a passive agent draws nothing."""
        if self.responder:
            self.responder.reseed(rng)

    def flush(self) -> None:
        """Publish what was observed until now."""
        self.monitor.flush()

    def check_idle(self) -> None:
        """Report everything on the port that is unfinished."""
        self.monitor.check_idle()

    def hold_responses(self, *, holding: bool) -> None:
        """Withhold write responses until the design is reset, or give them again; active agents only."""
        assert self.responder is not None, "a passive agent gives no responses"
        self.responder.hold_responses(holding=holding)

    def extract_phase(self) -> None:
        """Publish the last batch before anybody checks."""
        self.flush()

    def check_phase(self) -> None:
        """Nothing may be unfinished at the end."""
        self.check_idle()

    async def _serve(self) -> None:
        if isinstance(self.monitor, AxiMonitor):
            await self.monitor.watch(self.responder.react if isinstance(self.responder, MemoryResponder) else None)
        else:
            await self.monitor.watch()
