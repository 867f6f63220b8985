"""The agent of a register bus, whichever bus it is."""

from __future__ import annotations

from typing import ClassVar

from pyuvm import uvm_agent, uvm_sequencer

from tb.register_bus.config import RegisterBusConfig
from tb.register_bus.driver import RegisterBusDriver
from tb.register_bus.monitor import RegisterBusMonitor
from tb.runner.paths import class_line


class RegisterBusAgent(uvm_agent):
    """The register bus of one design. The agent of a bus derives from it and names its parts.

    `monitor.ap` publishes each thing that happens as a `RegisterObservation`; if the agent is active, `sequencer` takes
    `RegisterItem`s. No part wakes while nothing moves on the bus. Its configuration, and that of its parts, is
    the entry ``config`` of pyuvm's ConfigDB.

    Attributes:
        monitor_type: makes the monitor.
        sequencer_type: makes the sequencer.
        driver_type: makes the driver.
    """

    monitor_type: ClassVar[type[RegisterBusMonitor]]
    sequencer_type: ClassVar[type[uvm_sequencer]]
    driver_type: ClassVar[type[RegisterBusDriver]]

    def build_phase(self) -> None:
        """Build the monitor, and driver and sequencer if the agent is active.

        Raises:
            TypeError: the bus lacks a part, or one of them lacks a member.
        """
        self.config: RegisterBusConfig = self.cdb_get("config")
        need_whole(type(self), type(self.config))
        self.cdb_set("config", self.config)
        self.monitor = self.monitor_type.create("monitor", self)
        if self.config.active:
            self.sequencer = self.sequencer_type.create("sequencer", self)
            self.driver = self.driver_type.create("driver", self)

    def connect_phase(self) -> None:
        """Connect the driver with the sequencer and the monitor."""
        if self.config.active:
            self.driver.seq_item_port.connect(self.sequencer.seq_item_export)
            self.monitor.ap.connect(self.driver.observations)


def need_whole(agent: type[RegisterBusAgent], config: type[RegisterBusConfig]) -> None:
    """Make sure that a bus has all that every register bus must have.

    Args:
        agent: its agent.
        config: the agent's configuration.

    Raises:
        TypeError: something is missing; the message names it, and who asks for it.
    """
    parts = ("monitor_type", "sequencer_type", "driver_type")
    _need_members(RegisterBusAgent, agent, [name for name in parts if not hasattr(agent, name)])
    _need_members(RegisterBusConfig, config, [name for name in ("title", "kind") if not hasattr(config, name)])
    for base, part in ((RegisterBusMonitor, agent.monitor_type), (RegisterBusDriver, agent.driver_type)):
        _need_members(base, part, [name for name in dir(part) if _is_abstract(getattr(part, name))])


def _is_abstract(member: object) -> bool:
    """Whether a class left it to those that derive from it; pyuvm's metaclass does not look."""
    return getattr(member, "__isabstractmethod__", False)


def _need_members(base: type, kind: type, lacking: list[str]) -> None:
    if lacking:
        wanted = f"{base.__name__} ({base.__module__.replace('.', '/')}.py)"
        raise TypeError(f"{class_line(kind)} has no {', '.join(lacking)}, which {wanted} asks for")
