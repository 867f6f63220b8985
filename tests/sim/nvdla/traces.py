"""Plays the traces that the command line names, all of them in one simulation."""

import pyuvm

from sequences.nvdla.traces.find import read_trace
from sequences.nvdla.traces.master.play.player import play_master
from sequences.nvdla.traces.master.trace import MasterTrace
from sequences.nvdla.traces.play.habits import habits_on
from tb.environment.trace_test import DeviceTraceTest
from tb.nvdla.env import NvdlaEnv
from tb.nvdla.env_config import NvdlaEnvConfig


@pyuvm.test()
class TracePlayTest(DeviceTraceTest):
    """NVDLA's traces."""

    env_type, config_type = NvdlaEnv, NvdlaEnvConfig

    def read(self, folder):
        return read_trace(folder, self.env.config.hw)

    def habits(self):
        return habits_on(self.env.device)

    async def play_one(self, trace, host):
        if isinstance(trace, MasterTrace):
            return await play_master(trace, host, self.env.device, reference=self._reference)
        return await super().play_one(trace, host)

    def _reference(self, port, address, size_bytes):
        self.env.sync()
        return self.env.device.memories[port].read(address, size_bytes)
