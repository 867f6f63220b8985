"""Simulations for pytest: one simulation plays a module's cocotb tests, each of which pytest reports by its name."""

import ast
import os
import shutil
import sys
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from tb.code_coverage.counted import Counted
from tb.code_coverage.recorded import CODE_FILE
from tb.coverage.runs import COVERAGE_VARIABLE
from tb.outcome.results import Verdict
from tb.reports.console import make_console, report_text
from tb.reports.progress import LineProgress
from tb.runner.errors import UserError
from tb.runner.jobs.job import CONFIG_VARIABLE, SimJob
from tb.runner.jobs.run import run
from tb.runner.paths import COVERAGE, ROOT
from tb.runner.simulators.known import counted_on, simulator
from tests.run_folders import RUN_FOLDERS

SIMULATORS = ("icarus", "verilator")
ICARUS_FIRST = ("icarus", pytest.param("verilator", marks=pytest.mark.long))
"""Benches of few layers: Verilator takes longer to build them than they play, so that it is left to 'make long'."""
RESPONDERS = ("hdl", "python")
SEED = 20_261_121
QUIET_S = 60.0
DECORATORS = ("pyuvm.test", "cocotb.test")


def cocotb_tests(module: str) -> list[str]:
    """The names of the cocotb and pyuvm tests in a module, which needs a simulator to be imported."""
    tree = ast.parse((ROOT / Path(*module.split("."))).with_suffix(".py").read_text())
    nodes = [node for node in tree.body if isinstance(node, ast.ClassDef | ast.AsyncFunctionDef)]
    return [
        node.name for node in nodes if any(ast.unparse(item).startswith(DECORATORS) for item in node.decorator_list)
    ]


@dataclass(frozen=True)
class Simulation:
    """All tests of a module on one simulator, with one of `RESPONDERS` behind the ports.

    Attributes:
        config: the hardware configuration; empty for a design that has none.
    """

    module: str
    sim: str
    responder: str
    config: str = ""

    def __str__(self):
        words = (self.config, self.module.rsplit(".", 1)[-1], self.sim, self.responder)
        return "-".join(word for word in words if word)


def cases(modules, sims=SIMULATORS, responders=RESPONDERS, config="", *, long=False):
    """Each test of each simulation, as pytest parameters; those of one simulation go to one process.

    Those that are `long` are left to 'make long'.
    """
    simulations = [Simulation(*choice, config) for choice in product(modules, sims, responders)]
    marks = (pytest.mark.long,) if long else ()
    return [_case(simulation, name, marks) for simulation in simulations for name in cocotb_tests(simulation.module)]


def _case(simulation, name, marks):
    group = pytest.mark.xdist_group(str(simulation))
    return pytest.param(simulation, name, id=f"{simulation}-{name}", marks=(group, *marks))


@cache
def played(simulation, design_of):
    """A simulation's result; it is run when it is first asked for. `design_of` makes a responder's design."""
    if not simulation.config:
        return play(design_of(simulation.responder), simulation.module, simulation.sim)
    design = design_of(simulation.responder, simulation.config)
    words = (simulation.module, simulation.sim, simulation.responder)
    env = {CONFIG_VARIABLE: simulation.config, **counting(simulation.config, *words)}
    counted = counted_on(simulation.sim, Counted(os.environ.get("CODE_COVERAGE") or "0"))
    code = coverage_folder(simulation.config, *words) / CODE_FILE
    return play(design, simulation.module, simulation.sim, env=env, counted=counted, code=code)


def coverage_folder(config: str, *words: str) -> Path:
    """Where the simulation that these words tell from others leaves its coverage, in place of the last time's."""
    return COVERAGE / Path(config).stem / "-".join(words)


def simulations_of(items) -> dict[str, dict[str, dict[str, bool]]]:
    """The simulations among pytest's items that leave coverage, as `tb.coverage.simulations` lists them."""
    found = {}
    for item in items:
        params = getattr(item, "callspec", None) and item.callspec.params
        simulation = (params or {}).get("simulation")
        if isinstance(simulation, Simulation) and simulation.config:
            folder = coverage_folder(simulation.config, simulation.module, simulation.sim, simulation.responder)
            files = found.setdefault(folder.parent.name, {})
            folders = files.setdefault(item.path.relative_to(ROOT).as_posix(), {})
            folders[folder.name] = folders.get(folder.name, True) and item.get_closest_marker("long") is not None
    return found


def counting(config: str, *words: str) -> dict[str, str]:
    """The environment in which it does so; what tests left there that may be called otherwise by now goes away."""
    folder = coverage_folder(config, *words)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)  # it was played, even if nothing comes of it
    return {COVERAGE_VARIABLE: str(folder)}


def need_simulator(sim: str) -> None:
    """Skip the test, with the reason, where a simulator is not installed."""
    try:
        simulator(sim).version()
    except UserError as error:
        pytest.skip(str(error))


def play(design, module: str, sim: str, *, seed=SEED, **job):
    """Run all tests of a module in one simulation; skip, with the reason, where the simulator is not installed."""
    need_simulator(sim)
    run_dir = RUN_FOLDERS.new(f"{module.rsplit('.', 1)[-1]}-{sim}")
    chosen = SimJob(design=design, sim=sim, modules=(module,), seed=seed, run_dir=run_dir, timeout_s=600, **job)
    return run(chosen, progress=PytestProgress(f"{run_dir.name}: "))


class PytestProgress(LineProgress):
    """A line a minute on standard error, past pytest's capturing: a module may take many."""

    capture = None  # pytest's plugin, which `tests/conftest.py` finds

    def __init__(self, name):
        super().__init__(make_console(sys.stderr), QUIET_S)
        self._name = name

    def start(self, label):
        super().start(self._name + label)

    def tick(self, detail=""):
        if not self.due:
            return
        with self.capture.global_and_fixture_disabled() if self.capture else nullcontext():
            self._console.file = sys.stderr
            super().tick(detail)


def check(result, name: str) -> None:
    """One test of a simulation must have passed; where it ended early, the test that ran and those behind it failed."""
    if result.problem:
        passed = any(record.passed and record.name.endswith(f".{name}") for record in result.records)
        assert passed, report_text(result)
        return
    outcome = next(test for test in result.tests if test.name == name)
    if outcome.verdict is Verdict.SKIP:
        pytest.skip("not on this simulator")
    assert outcome.verdict is Verdict.PASS, f"{outcome.message}; log {result.log}"
