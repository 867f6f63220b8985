"""Builds and runs a small design that stands beside its cocotb tests."""

from pathlib import Path

from tb.outcome.results import Verdict
from tb.runner.design import Design
from tests.simulation import check, cocotb_tests, play


def run(sim: str, source: Path, module: str) -> None:
    """Run every test of a module; pytest fails if one of them does.

    Args:
        sim: the simulator.
        source: the design, a module of the file's name.
        module: the tests.
    """
    design = Design(name=source.stem, top=source.stem, sources=(source,))
    result = play(design, module, sim)
    elsewhere = {test.name for test in result.tests if test.verdict is Verdict.SKIP}
    for name in cocotb_tests(module):
        if name not in elsewhere:
            check(result, name)
