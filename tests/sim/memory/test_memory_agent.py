"""Runs the memory agent's simulations: on both simulators, answered from Python and by the HDL memory."""

from pathlib import Path

import numpy as np
import pytest

from tb.runner.design import Design
from tb.runner.memory_top import HdlMemories, with_memories
from tb.runner.paths import BUILD
from tests.sim.memory.axi_test_port import PORT, test_master_pins
from tests.simulation import RESPONDERS, SIMULATORS, Simulation, cases, check, played

HERE = Path(__file__).parent
MODULES = [f"tests.sim.memory.{name}_cases" for name in ("traffic", "control", "fault", "override")]
FOUR_STATE = ["tests.sim.memory.unknown_cases"]
"""Verilator knows no X."""


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


@pytest.mark.parametrize(
    ("simulation", "name"),
    [*cases(MODULES, ["icarus"]), *cases(MODULES, ["verilator"], long=True), *cases(FOUR_STATE, ["icarus"])],
)
def test_memory_agent(simulation, name):
    check(played(simulation, test_master), name)


def traffic(sim, responder, test):
    """What a test of the traffic cases saw."""
    run = played(Simulation(MODULES[0], sim, responder), test_master)
    return np.load(run.job.run_dir / f"{test}.npy")


@pytest.mark.long
@pytest.mark.xdist_group("same-traffic")
@pytest.mark.parametrize("responder", RESPONDERS)
@pytest.mark.parametrize("test", ["HarshTest", "TypicalTest"])
def test_same_traffic_on_both_simulators(responder, test):
    """Equal to the byte, times too."""
    one, other = (traffic(sim, responder, test) for sim in SIMULATORS)
    assert len(one) > 100
    assert one.tobytes() == other.tobytes()


@pytest.mark.xdist_group("same-traffic")
@pytest.mark.parametrize("test", ["HarshTest", "TypicalTest", "SlowTest"])
def test_same_streams_with_both_responders(test):
    """Equal in each stream, a kind of transfer of one id; timing may differ."""
    one, other = (traffic("icarus", responder, test) for responder in RESPONDERS)
    fields = [name for name in one.dtype.names if name != "time_ps"]
    streams = set(zip(one["kind"].tolist(), one["axi_id"].tolist(), strict=True))
    assert streams == set(zip(other["kind"].tolist(), other["axi_id"].tolist(), strict=True))
    for kind, axi_id in streams:
        first, second = (rows[(rows["kind"] == kind) & (rows["axi_id"] == axi_id)] for rows in (one, other))
        for field in fields:
            np.testing.assert_array_equal(first[field], second[field])
