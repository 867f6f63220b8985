"""Simulations for pytest: one simulation plays a module's cocotb tests, each of which pytest reports by its name."""

import ast
from pathlib import Path

import pytest

from tb.runner.errors import UserError
from tb.runner.job import SimJob
from tb.runner.paths import ROOT
from tb.runner.results import Verdict
from tb.runner.run import run
from tb.runner.run_dir import new_run_dir
from tb.runner.simulator import simulator

SIMULATORS = ("icarus", "verilator")
SEED = 20_261_121
DECORATORS = ("pyuvm.test", "cocotb.test")


def cocotb_tests(module: str) -> list[str]:
    """The names of the cocotb and pyuvm tests in a module, which needs a simulator to be imported."""
    tree = ast.parse((ROOT / Path(*module.split("."))).with_suffix(".py").read_text())
    nodes = [node for node in tree.body if isinstance(node, ast.ClassDef | ast.AsyncFunctionDef)]
    return [
        node.name for node in nodes if any(ast.unparse(item).startswith(DECORATORS) for item in node.decorator_list)
    ]


def play(design, module: str, sim: str, **job):
    """Run all tests of a module in one simulation; skip, with the reason, where the simulator is not installed."""
    try:
        simulator(sim).version()
    except UserError as error:
        pytest.skip(str(error))
    run_dir = new_run_dir(f"{module.rsplit('.', 1)[-1]}-{sim}")
    return run(SimJob(design=design, sim=sim, modules=(module,), seed=SEED, run_dir=run_dir, timeout_s=600, **job))


def check(result, name: str) -> None:
    """One test of a simulation must have passed."""
    assert not result.problem, f"{result.problem}; log {result.log}"
    outcome = next(test for test in result.tests if test.name == name)
    if outcome.verdict is Verdict.SKIP:
        pytest.skip("not on this simulator")
    assert outcome.verdict is Verdict.PASS, f"{outcome.message}; log {result.log}"
