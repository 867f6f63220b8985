"""The NVDLA environment."""

from __future__ import annotations

from models.nvdla.device import Device
from models.nvdla.interrupts import LINE
from tb.environment.env import DeviceEnv
from tb.interrupt import InterruptAgent
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.env_family import NvdlaEnvFamily
from tb.register_bus.agent import RegisterBusAgent


class NvdlaEnv(DeviceEnv):
    """Everything around the NVDLA in the simulation's top level.

    Its configuration, a `NvdlaEnvConfig`, is the entry ``config`` of pyuvm's ConfigDB.
    """

    family = NvdlaEnvFamily
    config: NvdlaEnvConfig
    device: Device

    @property
    def csb(self) -> RegisterBusAgent:
        """The agent of the CSB."""
        return self.register_bus

    @property
    def interrupt(self) -> InterruptAgent:
        """The agent of the interrupt pin."""
        return self.interrupts[LINE]
