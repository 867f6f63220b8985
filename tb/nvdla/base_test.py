"""The base of every NVDLA test: environment, reset, stimulus, the last look, the verdict."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Awaitable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import numpy as np
from cocotb.simtime import get_sim_time
from pyuvm import uvm_test

from models.nvdla.device import UNITS
from sequences.host import HangError
from sequences.nvdla.bench import NvdlaBench, make_bench
from sequences.nvdla.registers.statuses import read_statuses
from sequences.recording import RecordingHost
from tb.coverage.runs import drop_run, write_run
from tb.create import create
from tb.forgotten import forgotten_awaits
from tb.nvdla.env import NvdlaEnv
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.export import export_trace
from tb.nvdla.host import HostSequence
from tb.nvdla.play import play_on
from tb.nvdla.stimulus_errors import failure_lines
from tb.nvdla.test_shape import WRITE_STIMULUS, checked_config, complaint_of, wrong_signature
from tb.outcome.record import RECORD_VARIABLE, TestRecord, write_record
from tb.seeds import SEED_VARIABLE, generator, seed_of

NOT_ASYNC = "{}.stimulus is not async, and nothing of it can be awaited: " + WRITE_STIMULUS


class NvdlaBaseTest(uvm_test):
    """Resets the design, plays `stimulus`, looks at what is left and checks.

    A test overrides `stimulus`, and `configure` where the defaults do not fit.

    Attributes:
        provokes: kinds of errors that the test provokes. It passes only if the first error is of the first kind and the
            others are found too; what else follows from them does not matter. A test that provokes none has none.
        announces: names of the rules that the test's program means to break; any other broken rule is an error.
    """

    provokes: ClassVar[tuple[str, ...]] = ()
    announces: ClassVar[tuple[str, ...]] = ()
    _notes: tuple[str, ...] = ()

    def configure(self) -> NvdlaEnvConfig:
        """The environment's configuration."""
        return NvdlaEnvConfig(seed=self.seed)

    @abstractmethod
    async def stimulus(self, bench: NvdlaBench) -> None:
        """What the test does."""

    @classmethod
    def complaint(cls) -> str:
        """What keeps the class from being played and checked, before it is; empty if nothing does."""
        return complaint_of(cls, NvdlaBaseTest)

    @property
    def seed(self) -> int:
        """What everything random in this test hangs on: the run's seed and the name of the test's class."""
        return seed_of(type(self).__name__)

    @property
    def _record_name(self) -> str:
        """What its record is called: as cocotb prints it."""
        return f"{type(self).__module__}.{type(self).__name__}"

    @property
    def rng(self) -> np.random.Generator:
        """The stimulus' own generator."""
        return generator(self.seed, "stimulus")

    def tell(self, *lines: str) -> None:
        """Say what the test found out: in the log, and behind the table of results."""
        self._notes = (*self._notes, *lines)
        for line in lines:
            self.logger.info("%s", line)

    def build_phase(self) -> None:
        """Build the environment."""
        config = checked_config(type(self), self.configure())
        self.env = create(NvdlaEnv, "env", self, replace(config, announced=self.announces))

    async def run_phase(self) -> None:
        """Play from reset to the last look."""
        self.raise_objection()
        try:
            self.env.running.begin(self._record_name, self.seed)
            await self.env.restart()
            await play_on(self.env, self._whole)
        finally:
            self.drop_objection()

    def report_phase(self) -> None:
        """Check what is left, and write the record."""
        self.env.finish()
        kinds = [finding.kind for finding in self.env.findings.errors]
        passed = kinds[:1] == list(self.provokes[:1]) and set(self.provokes) <= set(kinds)
        record = TestRecord.of(
            self._record_name,
            self.env.findings,
            seed=self.seed,
            sim_time_ns=self.env.elapsed_ns,
            counters=self.env.checker.counters,
        )
        write_record(replace(record, passed=passed, notes=self._notes))
        self._write_coverage(passed)
        for finding in self.env.findings.items:
            self.logger.info("%s: %s", finding.severity, finding.headline)
        wanted = f", expected {', '.join(self.provokes)}" if self.provokes else ""
        first = next(iter(self.env.findings.errors), None)
        assert passed, (f"{first.kind}: {first.message}" if first else "no error was found") + wanted

    def _write_coverage(self, passed: bool) -> None:
        """What a test that failed has seen does not count."""
        folder, name = self.env.config.coverage, type(self).__name__
        if folder is not None and self.env.coverage is not None:
            if passed:
                write_run(folder, name, self.env.coverage.finish().values())
            else:
                drop_run(folder, name)

    async def _stimulated(self, bench: NvdlaBench) -> bool:
        """Play the stimulus; what went wrong in its own code is a finding.

        Returns:
            Whether it is through.
        """
        failed: tuple[tuple[str, tuple[str, ...]], ...] = ()
        with forgotten_awaits() as forgotten:
            try:
                stimulus: object = self.stimulus(bench)
                if isinstance(stimulus, Awaitable):
                    await stimulus
                else:
                    failed = ((NOT_ASYNC.format(type(self).__name__), ()),)
            except HangError:
                raise  # has a finding of its own
            except (Exception, SystemExit) as error:
                wrong = wrong_signature(type(self))
                failed = ((wrong, ()) if wrong else failure_lines(error),)
        found = [*((line, ()) for line in forgotten), *failed]  # what was not played is why others differ
        if found:
            self.env.sync()
        for message, details in found:
            self.env.findings.error("stimulus", message, get_sim_time("ns"), details)
        return not failed

    async def _whole(self, host: HostSequence) -> None:
        folder = os.environ.get(RECORD_VARIABLE)
        recorder = RecordingHost(host) if folder else None
        bench = make_bench(recorder or host, self.env.config.hw, self.rng, conventional_addresses=bool(folder))
        if not await self._stimulated(bench):
            return
        await host.quiet()
        if folder and recorder and not self.env.findings.errors:
            test, seed = type(self).__name__, os.environ[SEED_VARIABLE]
            export_trace(self.env, recorder, Path(folder) / f"{test}_{seed}", f"{test}, seed {seed}")
        self.env.checker.last_look()
        await read_statuses(bench, sorted(UNITS & self.env.config.hw.units))
