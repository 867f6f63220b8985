"""Plays the traces that the command line names, all of them in one simulation."""

import pyuvm

from sequences.traces.plain_habits import PlainHabits
from sequences.traces.txn.reader import read_register_trace
from sequences.vipnano.traces import trace_space
from tb.environment.trace_test import DeviceTraceTest
from tb.vipnano.env import VipnanoEnv, VipnanoEnvConfig


@pyuvm.test()
class VipnanoTracesTest(DeviceTraceTest):
    """Traces of VIPNano."""

    env_type, config_type = VipnanoEnv, VipnanoEnvConfig

    def read(self, folder):
        return read_register_trace(folder, trace_space(self.env.config.hw))

    def habits(self):
        return PlainHabits(self.env.device)
