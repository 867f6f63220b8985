"""AXI4-Lite as the register bus of an environment."""

from __future__ import annotations

from models.memory.signals import AxiSignals
from tb.environment.config import EnvConfig
from tb.environment.env_family import BusPart, Surroundings
from tb.register_bus.axi_lite.agent import AxiLiteAgent
from tb.register_bus.axi_lite.bus import AxiLiteBus
from tb.register_bus.axi_lite.config import AxiLiteAgentConfig


def axi_lite_part(
    config: EnvConfig, around: Surroundings, signals: AxiSignals, clock: str, *, partial_writes: bool = False
) -> BusPart:
    """What `EnvFamily.register_bus` gives.

    Args:
        config: the test's configuration.
        around: what the agent finds around it.
        signals: the pins.
        clock: pin of its clock.
        partial_writes: whether writes of a part of a register are right.
    """
    agent = AxiLiteAgentConfig(
        bus=AxiLiteBus(around.dut, signals, clock),
        reset=around.reset,
        findings=around.findings,
        active=config.active,
        name_address=around.name_address,
        partial_writes=partial_writes,
    )
    return BusPart(name="axi_lite", agent=AxiLiteAgent, config=agent)
