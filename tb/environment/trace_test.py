"""The base of the test that plays the traces which the command line names, all of them in one simulation."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Generic

from pyuvm import uvm_test

from sequences.traces.player import ZEROED_MEMORY, TraceHabits, play
from sequences.traces.result import PlayResult
from tb.create import create
from tb.environment.env import DeviceEnv
from tb.environment.env_family import Config
from tb.environment.host import HostSequence
from tb.environment.trace_bench import play_each
from tb.outcome.record import write_record
from tb.runner.jobs.trace_job import TraceJob
from tb.seeds import seed_of


class DeviceTraceTest(uvm_test, Generic[Config]):
    """Traces on the RTL with the reference checking; each leaves a record of its own.

    Attributes:
        env_type: the class of the family's environment.
        config_type: the class of its configuration.
    """

    env_type: ClassVar[type[DeviceEnv]]
    config_type: type[Config]

    @abstractmethod
    def read(self, folder: Path) -> Any:  # noqa: ANN401 - a `Trace`, or what a family's `play_one` plays
        """A trace, which was checked before."""

    @abstractmethod
    def habits(self) -> TraceHabits:
        """What is taken for granted while one of them is played."""

    def build_phase(self) -> None:
        """Build the environment."""
        self.job = TraceJob.from_environment()
        seed = seed_of(type(self).__name__)
        config = self.config_type(seed=seed, zeroed_memory=ZEROED_MEMORY, leave_interrupt=True)
        self.env = create(self.env_type, "env", self, config)

    async def run_phase(self) -> None:
        """Play one behind the other; one that fails or hangs does not touch the next."""
        self.raise_objection()
        traces = {name: partial(self.read, folder) for name, folder in self.job.folders.items()}
        await play_each(self.env, traces, self.play_one, write_record)
        self.drop_objection()

    async def play_one(self, trace: Any, host: HostSequence) -> PlayResult:  # noqa: ANN401 - what `read` returns
        """Play one trace; a family whose traces have forms of their own plays those otherwise."""
        registers = self.env.device.registers
        return await play(trace, host, registers=registers, habits=self.habits(), strict=self.job.strict)
