"""Plays the traces that the command line names, all of them in one simulation."""

import pyuvm
from pyuvm import uvm_test

from sequences.traces.player import ZEROED_MEMORY
from tb.create import create
from tb.nvdla.env import NvdlaEnv
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.trace_bench import play_traces
from tb.outcome.record import write_record
from tb.runner.jobs.trace_job import TraceJob
from tb.seeds import seed_of


@pyuvm.test()
class TracePlayTest(uvm_test):
    """Traces on the RTL with the reference checking; each leaves a record of its own."""

    def build_phase(self):
        self.job = TraceJob.from_environment()
        config = NvdlaEnvConfig(
            seed=seed_of(type(self).__name__),
            zeroed_memory=ZEROED_MEMORY,
            leave_interrupt=True,
        )
        self.env = create(NvdlaEnv, "env", self, config)

    async def run_phase(self):
        self.raise_objection()
        await play_traces(self.env, self.job.folders, strict=self.job.strict, record=write_record)
        self.drop_objection()
