"""One simulation as data: what to run and what came out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tb.code_coverage.counted import Counted
from tb.outcome.record import TestRecord
from tb.outcome.results import TestOutcome, Verdict
from tb.runner.design import Design

CONFIG_VARIABLE = "NPUVM_CONFIG"
"""Environment variable that tells the simulation side the hardware configuration: its name, or its file."""
LIMIT_VARIABLE = "NPUVM_LIMIT_NS"
"""Environment variable that tells the simulation side how much simulated time each test may take, in ns."""
KNOBS_VARIABLE = "NPUVM_KNOBS"
"""Environment variable that tells the simulation side what tests' knobs are set to: ``layers=20 profile=harsh``."""
ERRATA_VARIABLE = "NPUVM_ERRATA"
"""Environment variable that tells the simulation side which errata of the part are errors: as ``ERRATA`` says it."""
TAPS_VARIABLE = "NPUVM_TAPS"
"""Environment variable that tells the simulation side the folder into which taps of the design write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimJob:
    """One simulation to run.

    Attributes:
        design: what to simulate.
        sim: the simulator's name.
        modules: Python modules with the tests.
        seed: what all random choices hang on.
        run_dir: folder of its own for log, results and waves.
        test_filter: regular expression on ``module.test``; all tests if None.
        waves: whether to write waves.
        env: further environment variables for the simulation side.
        plusargs: arguments that the RTL may ask for, each with its leading plus.
        taps: whether the design has taps, which are to write what passes its links into the run's folder.
        timeout_s: how long the simulation may take, in seconds of a processor; None is without end.
        counted: what of the design's code is counted.
        code: file to which each test that ends adds which code it has reached; None: none does.
    """

    design: Design
    sim: str
    modules: tuple[str, ...]
    seed: int
    run_dir: Path
    test_filter: str | None = None
    waves: bool = False
    env: Mapping[str, str] = field(default_factory=dict)
    plusargs: tuple[str, ...] = ()
    taps: bool = False
    timeout_s: float | None = None
    counted: Counted = Counted.NOTHING
    code: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SimResult:
    """What came out of a simulation.

    Attributes:
        job: what was run.
        tests: its tests in the order in which they ran.
        records: what they wrote about themselves.
        log: the simulator's output.
        wave: the waves, where they were asked for and written.
        wall_s: how long the simulation took.
        problem: why the run as a whole failed: a crash, a timeout, no results; empty if it did not.
    """

    job: SimJob
    tests: tuple[TestOutcome, ...]
    records: tuple[TestRecord, ...]
    log: Path
    wave: Path | None
    wall_s: float
    problem: str = ""

    @property
    def passed(self) -> bool:
        """Whether at least one test ran and nothing failed: neither the run, nor a test, nor a record."""
        return (
            not self.problem
            and any(test.verdict is Verdict.PASS for test in self.tests)
            and all(test.verdict is not Verdict.FAIL for test in self.tests)
            and all(record.passed for record in self.records)
        )
