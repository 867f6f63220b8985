"""Plays the traces that the command line names, all of them in one simulation."""

import pyuvm

from sequences.sophgo.traces import trace_space
from sequences.traces.plain_habits import PlainHabits
from sequences.traces.txn.reader import read_register_trace
from tb.environment.trace_test import DeviceTraceTest
from tb.sophgo.env import SophgoEnv, SophgoEnvConfig


@pyuvm.test()
class SophgoTracesTest(DeviceTraceTest):
    """Traces of Sophgo's TPU."""

    env_type, config_type = SophgoEnv, SophgoEnvConfig

    def read(self, folder):
        return read_register_trace(folder, trace_space(self.env.config.hw))

    def habits(self):
        return PlainHabits(self.env.device)
