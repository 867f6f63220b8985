"""Plays the traces that the command line names, all of them in one simulation."""

import pyuvm

from sequences.nvdla.traces.find import read_trace
from sequences.nvdla.traces.play.habits import habits_on
from sequences.traces.commands import Trace
from tb.environment.trace_test import DeviceTraceTest
from tb.nvdla.env import NvdlaEnv
from tb.nvdla.env_config import NvdlaEnvConfig


@pyuvm.test()
class TracePlayTest(DeviceTraceTest):
    """NVDLA's traces."""

    env_type, config_type = NvdlaEnv, NvdlaEnvConfig

    def read(self, folder):
        trace = read_trace(folder, self.env.config.hw)
        assert isinstance(trace, Trace), f"{folder} is not a trace for this configuration; it should have been skipped"
        return trace

    def habits(self):
        return habits_on(self.env.device)
