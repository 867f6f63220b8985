"""Runs the memory agent's simulations: on both simulators, answered from Python and by the HDL memory."""

from pathlib import Path

import numpy as np
import pytest

from tb.memory.hdl.top import HdlMemories, with_memories
from tb.runner.design import Design
from tb.runner.paths import BUILD
from tests.sim.memory.axi_test_port import PORT, test_master_pins
from tests.simulation import SIMULATORS, check, cocotb_tests, play

HERE = Path(__file__).parent
RESPONDERS = ("python", "hdl")
MODULES = ("traffic_cases", "control_cases", "fault_cases", "unknown_cases")
FOUR_STATE = ("unknown_cases",)


def test_master(responder):
    """The test master, alone or with an HDL memory."""
    design = Design(
        name="axi_test_master",
        top="axi_test_master",
        sources=(HERE / "axi_test_master.sv",),
        waivers=(HERE / "axi_test_master.vlt",),
    )
    if responder == "python":
        return design
    memories = HdlMemories(ports=(PORT,), clock="clk", resets=("rst_n",), size_bytes=1 << 20, wake_records=100)
    return with_memories(design, test_master_pins(), memories, BUILD / "generated")


test_master.__test__ = False


@pytest.fixture(scope="module")
def results():
    """The simulations so far, each run once, by simulator, responder and module."""
    return {}


def simulation(results, simulator, responder, module):
    key = simulator, responder, module
    if key not in results:
        results[key] = play(test_master(responder), f"tests.sim.memory.{module}", simulator)
    return results[key]


def cases():
    return [(module, name) for module in MODULES for name in cocotb_tests(f"tests.sim.memory.{module}")]


@pytest.mark.parametrize("simulator", SIMULATORS)
@pytest.mark.parametrize("responder", RESPONDERS)
@pytest.mark.parametrize(("module", "name"), cases())
def test_memory_agent(results, simulator, responder, module, name):
    if simulator == "verilator" and module in FOUR_STATE:
        pytest.skip("Verilator knows no X")
    check(simulation(results, simulator, responder, module), name)


@pytest.mark.parametrize("responder", RESPONDERS)
@pytest.mark.parametrize("test", ["HarshTest", "TypicalTest"])
def test_same_traffic_on_both_simulators(results, responder, test):
    """Equal to the byte, times too."""
    runs = [simulation(results, name, responder, "traffic_cases") for name in SIMULATORS]
    one, other = (np.load(run.job.run_dir / f"{test}.npy") for run in runs)
    assert len(one) > 100
    assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("test", ["HarshTest", "TypicalTest", "SlowTest"])
def test_same_streams_with_both_responders(results, test):
    """Equal in each stream, a kind of transfer of one id; timing may differ."""
    runs = [simulation(results, "icarus", responder, "traffic_cases") for responder in RESPONDERS]
    one, other = (np.load(run.job.run_dir / f"{test}.npy") for run in runs)
    fields = [name for name in one.dtype.names if name != "time_ps"]
    streams = set(zip(one["kind"].tolist(), one["axi_id"].tolist(), strict=True))
    assert streams == set(zip(other["kind"].tolist(), other["axi_id"].tolist(), strict=True))
    for kind, axi_id in streams:
        first, second = (rows[(rows["kind"] == kind) & (rows["axi_id"] == axi_id)] for rows in (one, other))
        for field in fields:
            np.testing.assert_array_equal(first[field], second[field])
