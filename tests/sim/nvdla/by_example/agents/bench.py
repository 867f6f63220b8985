"""Builds and runs one of the small designs beside this file with its cocotb tests."""

from pathlib import Path

from tb.outcome.results import Verdict
from tb.runner.design import Design
from tests.simulation import check, cocotb_tests, play


def run(sim: str, top: str, cases: str) -> None:
    """Run every test of a module of this folder; pytest fails if one of them does."""
    module = f"tests.sim.nvdla.by_example.agents.{cases}"
    design = Design(name=top, top=top, sources=(Path(__file__).parent / f"{top}.sv",))
    result = play(design, module, sim)
    elsewhere = {test.name for test in result.tests if test.verdict is Verdict.SKIP}
    for name in cocotb_tests(module):
        if name not in elsewhere:
            check(result, name)
