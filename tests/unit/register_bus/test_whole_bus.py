"""What is said of a register bus that lacks a part."""

import pytest
from pyuvm import uvm_sequencer

from tb.register_bus.agent import RegisterBusAgent, need_whole
from tb.register_bus.axi_lite.agent import AxiLiteAgent
from tb.register_bus.axi_lite.config import AxiLiteAgentConfig
from tb.register_bus.config import RegisterBusConfig
from tb.register_bus.csb.agent import CsbAgent
from tb.register_bus.csb.config import CsbAgentConfig
from tb.register_bus.driver import RegisterBusDriver
from tb.register_bus.monitor import RegisterBusMonitor


class WireConfig(RegisterBusConfig):
    """Of a bus made for tests."""

    title, kind = "wire", "wire"


class WireMonitor(RegisterBusMonitor):
    """Watches it."""

    async def _watch(self):
        pass


class HalfWireDriver(RegisterBusDriver):
    """Cannot offer a request."""

    def _rest(self):
        pass


class WireDriver(HalfWireDriver):
    """Drives it."""

    async def _offer(self, _access):
        pass


class WireAgent(RegisterBusAgent):
    """All of it."""

    monitor_type, sequencer_type, driver_type = WireMonitor, uvm_sequencer, WireDriver


class HalfWireAgent(WireAgent):
    """One whose driver is not done."""

    driver_type = HalfWireDriver


class NamelessWireConfig(RegisterBusConfig):
    """Nobody knows what to call it."""

    title = "wire"


class MuteWireAgent(RegisterBusAgent):
    """One without driver and sequencer."""

    monitor_type = WireMonitor


@pytest.mark.parametrize(
    ("agent", "config"),
    [(CsbAgent, CsbAgentConfig), (AxiLiteAgent, AxiLiteAgentConfig), (WireAgent, WireConfig)],
)
def test_a_bus_is_whole(agent, config):
    need_whole(agent, config)


@pytest.mark.parametrize(
    ("agent", "config", "why"),
    [
        (
            MuteWireAgent,
            WireConfig,
            r"MuteWireAgent has no sequencer_type, driver_type, which RegisterBusAgent \(tb/register_bus/agent.py\)",
        ),
        (
            WireAgent,
            NamelessWireConfig,
            r"NamelessWireConfig has no kind, which RegisterBusConfig \(tb/register_bus/config\.py\)",
        ),
        (
            HalfWireAgent,
            WireConfig,
            r"HalfWireDriver has no _offer, which RegisterBusDriver \(tb/register_bus/driver\.py\)",
        ),
    ],
)
def test_what_a_bus_lacks_is_named(agent, config, why):
    with pytest.raises(TypeError, match=rf"test_whole_bus\.py:\d+: {why} asks for$") as caught:
        need_whole(agent, config)
    assert "\n" not in str(caught.value)
