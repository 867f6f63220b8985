"""The base of every test: environment, reset, stimulus, the last look, the verdict."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Generic

import numpy as np
from cocotb.simtime import get_sim_time
from pyuvm import uvm_component, uvm_test

from sequences.host import HangError, Host
from sequences.recording import RecordingHost, UnwritableError
from tb.coverage.counts import Counts
from tb.coverage.packed import pack
from tb.coverage.runs import drop_run, write_run
from tb.create import create
from tb.environment.code import record_code
from tb.environment.env import DeviceEnv
from tb.environment.env_family import Bench, Config, Played, family_of
from tb.environment.host import HostSequence
from tb.environment.knobs import TestKnobs, given_words, with_words
from tb.environment.play import play_on
from tb.environment.program_knobs import ProgramKnobs
from tb.environment.stimulus_errors import failure_lines
from tb.environment.test_shape import WRITE_STIMULUS, checked_config, complaint_of, wrong_signature
from tb.forgotten import forgotten_awaits
from tb.outcome.network import NetworkRecord
from tb.outcome.record import DIALECT_VARIABLE, RECORD_VARIABLE, TestRecord, write_record
from tb.seeds import SEED_VARIABLE, generator, seed_of

NOT_ASYNC = "{}.stimulus is not async, and nothing of it can be awaited: " + WRITE_STIMULUS


class DeviceBaseTest(uvm_test, Generic[Config, Bench]):
    """Resets the design, plays `stimulus`, looks at what is left and checks.

    A family's base test derives from it and names the classes of its environment and of that one's configuration. A
    test overrides `stimulus`, and `configure` where the defaults do not fit.

    Attributes:
        env_type: the class of the environment.
        config_type: the class of its configuration.
        provokes: kinds of errors that the test provokes. It passes only if the first error is of the first kind and the
            others are found too; what else follows from them does not matter. A test that provokes none has none.
        announces: names of the rules that the test's program means to break; any other broken rule is an error.
        knobs: what suites and users may set of it; a class has the defaults, a test that runs what it was given.
    """

    env_type: ClassVar[type[DeviceEnv]]
    config_type: type[Config]
    provokes: ClassVar[tuple[str, ...]] = ()
    announces: ClassVar[tuple[str, ...]] = ()
    knobs: TestKnobs = TestKnobs()
    _notes: tuple[str, ...] = ()
    _programs: ProgramKnobs | None = None

    def __init__(self, name: str, parent: uvm_component | None) -> None:
        super().__init__(name, parent)
        self.knobs = self.knobs_with(given_words())

    def configure(self) -> Config:
        """The environment's configuration."""
        return self.config_type(seed=self.seed)

    @abstractmethod
    async def stimulus(self, bench: Bench) -> None:
        """What the test does."""

    def played_network(self) -> NetworkRecord | None:
        """The compiled network that the test has played, for reports; asked for at its end, when all is checked."""
        return None

    @classmethod
    def complaint(cls) -> str:
        """What keeps the class from being played and checked, before it is; empty if nothing does."""
        bases = [kind for kind in cls.__mro__ if issubclass(kind, DeviceBaseTest)]
        return complaint_of(cls, bases[-2])  # that of the family

    @classmethod
    def knobs_with(cls, words: Mapping[str, str]) -> TestKnobs:
        """The class's knobs, with some of them set.

        Raises:
            ValueError: it has no such knob, or the knob cannot have that value.
        """
        return with_words(cls.knobs, words, cls.__name__)

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

    def chosen_config(self) -> Config:
        """The environment's configuration with what knobs say of it, and the rules that the program means to break."""
        chosen = checked_config(type(self), self.configure(), self.config_type)
        ports = family_of(self.env_type).ports(chosen)
        config = self.knobs.applied(chosen, tuple(port.name for port in ports))
        return replace(config, announced=self._announced)

    @property
    def _announced(self) -> tuple[str, ...]:
        """The rules that the program means to break, those that knobs ask for too."""
        also = self.knobs.announced
        return (*self.announces, *also) if also else self.announces

    def tell(self, *lines: str) -> None:
        """Say what the test found out: in the log, and behind the table of results."""
        self._notes = (*self._notes, *lines)
        for line in lines:
            self.logger.info("%s", line)

    def build_phase(self) -> None:
        """Build the environment."""
        self.env = create(self.env_type, "env", self, self.chosen_config())

    async def run_phase(self) -> None:
        """Play from reset to the last look."""
        self.raise_objection()
        try:
            self.env.running.begin(self._record_name, self.seed)
            self._programs = ProgramKnobs(self.env, self.knobs, self._announced)
            await self.env.restart()
            await play_on(self.env, self._whole)
        finally:
            self.drop_objection()

    def report_phase(self) -> None:
        """Check what is left, and write the record."""
        self.env.finish()
        if self._programs is not None:
            self._programs.keep()
        kinds = [finding.kind for finding in self.env.findings.errors]
        passed = kinds[:1] == list(self.provokes[:1]) and set(self.provokes) <= set(kinds)
        record = TestRecord.of(
            self._record_name,
            self.env.findings,
            seed=self.seed,
            sim_time_ns=self.env.elapsed_ns,
            counters=self.env.checker.counters,
        )
        covered = tuple(self.env.coverage.finish().values()) if self.env.coverage else ()
        network = self.played_network()
        hits = {counts.group.name: pack(counts) for counts in covered} if passed and self.env.config.hits else {}
        write_record(replace(record, passed=passed, notes=self._notes, hits=hits, network=network))
        self._write_coverage(covered, passed)
        record_code(self._record_name, passed=passed)
        for finding in self.env.findings.items:
            self.logger.info("%s: %s", finding.severity, finding.headline)
        wanted = f", expected {', '.join(self.provokes)}" if self.provokes else ""
        first = next(iter(self.env.findings.errors), None)
        assert passed, (f"{first.kind}: {first.message}" if first else "no error was found") + wanted

    def _write_coverage(self, covered: Sequence[Counts], passed: bool) -> None:
        """What a test that failed has seen does not count."""
        folder, name = self.env.config.coverage, type(self).__name__
        if folder is not None and covered:
            if passed:
                write_run(folder, name, covered)
            else:
                drop_run(folder, name)

    async def _stimulated(self, bench: Bench, host: Host) -> bool:
        """Play the stimulus, or a program in its place; what went wrong in its own code is a finding.

        Returns:
            Whether it is through.
        """
        failed: tuple[tuple[str, tuple[str, ...]], ...] = ()
        with forgotten_awaits() as forgotten:
            try:
                program = self._programs and self._programs.stimulus(host, self.rng)
                stimulus: object = program or self.stimulus(bench)
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
        parts, config = self.env.parts, self.env.config
        bench = parts.bench(recorder or host, config, self.rng, recorded=bool(folder))
        if not await self._stimulated(bench, recorder or host):
            return
        await host.quiet()
        if folder and recorder and not self.env.findings.errors:
            test, seed = type(self).__name__, os.environ[SEED_VARIABLE]
            try:
                parts.export(self._played(recorder), config, Path(folder) / f"{test}_{seed}", f"{test}, seed {seed}")
            except UnwritableError as error:
                self.env.findings.error("stimulus", f"cannot become a trace: {error}", get_sim_time("ns"))
        self.env.checker.last_look()
        await parts.last_copies(bench, config, self.env.device)
        await parts.last_reads(bench, config)

    def _played(self, recorder: RecordingHost) -> Played:
        env = self.env
        return Played(
            commands=recorder.commands,
            written=env.checker.written,
            memories=env.memories,
            device=env.device,
            dialect=os.environ.get(DIALECT_VARIABLE, ""),
        )
