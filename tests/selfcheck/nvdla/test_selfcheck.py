"""Each checker catches the fault that it is there for: on both simulators, whoever answers the memory ports."""

from dataclasses import replace
from pathlib import Path

import pytest

from models.nvdla.config import NV_FULL
from tb.nvdla.design import behavioural
from tb.outcome.running import interrupted_test
from tests.nvdla.designs import answered
from tests.simulation import SIMULATORS, Simulation, cases, check, play, played

FAULTS = "tests.selfcheck.nvdla.pin_faults"
MISUSE = "tests.selfcheck.nvdla.misuse"
ON_ICARUS = Simulation(FAULTS, "icarus", "python")


def on_both(module):
    """On Icarus, whose builds are quick, answered from Python; in 'make long' in HDL too, on both simulators."""
    return [*cases([module], ["icarus"], ["python"]), *cases([module], SIMULATORS, ["hdl"], long=True)]


def faulty():
    """The behavioural RTL behind a wrapper that makes faults to order."""
    design = behavioural(NV_FULL)
    wrapper = Path(__file__).parent / "nvdla_faulty.sv"
    return replace(design, name=f"{design.name}-faulty", top="nvdla_faulty", sources=(*design.sources, wrapper))


def faulty_answered(responder):
    """The same with what answers its memory ports."""
    return answered(responder, design=faulty())


@pytest.mark.parametrize(("simulation", "name"), on_both(FAULTS))
def test_fault_is_caught(simulation, name):
    check(played(simulation, faulty_answered), name)


@pytest.mark.parametrize(("simulation", "name"), on_both(MISUSE))
def test_misuse_is_caught(simulation, name):
    check(played(simulation, answered), name)


@pytest.mark.xdist_group(str(ON_ICARUS))
def test_a_replay_of_one_test_alone_shows_the_same_at_the_same_times():
    """Whatever was played before it in the simulation."""
    name = "FlippedBitTest"
    among_others = played(ON_ICARUS, faulty_answered)
    alone = play(faulty_answered(ON_ICARUS.responder), FAULTS, ON_ICARUS.sim, test_filter=name)
    (one,) = alone.records
    (other,) = [record for record in among_others.records if record.name == one.name]
    assert other is not among_others.records[0]
    assert one.findings
    assert (one.findings, one.sim_time_ns) == (other.findings, other.sim_time_ns)
    told = alone.log.read_text()
    assert told.index(one.findings[0].message) < told.index("error: "), "when it was made, not at the end of the test"
    cut = interrupted_test(alone.job.run_dir, [], "killed")
    assert cut.name == one.name
    assert [(item.kind, item.message) for item in cut.findings[1:]] == [
        (item.kind, item.message) for item in one.findings
    ]
