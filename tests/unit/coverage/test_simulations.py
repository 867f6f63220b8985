"""The simulations that the test suite lists for coverage: those of `make test`, those of `make long`."""

from types import SimpleNamespace

from tb.runner.paths import ROOT
from tests.simulation import Simulation, simulations_of


def item(simulation, long=False, file="tests/sim/test_modules.py"):
    return SimpleNamespace(
        callspec=SimpleNamespace(params={"simulation": simulation, "name": "SomeTest"}),
        path=ROOT / file,
        get_closest_marker=lambda name: object() if long and name == "long" else None,
    )


def test_a_simulation_is_listed_by_the_folder_that_it_leaves():
    one = Simulation("tests.sim.bdma", "icarus", "hdl", "tiny")
    other = Simulation("tests.sim.bdma", "verilator", "hdl", "/somewhere/my.toml")
    listed = simulations_of([item(one), item(one), item(other, long=True, file="tests/sim/test_other.py")])
    assert listed == {
        "tiny": {"tests/sim/test_modules.py": {"tests.sim.bdma-icarus-hdl": False}},
        "my": {"tests/sim/test_other.py": {"tests.sim.bdma-verilator-hdl": True}},
    }


def test_one_is_of_make_long_only_if_all_its_tests_are():
    one = Simulation("tests.sim.bdma", "icarus", "hdl", "tiny")
    ((folders,),) = (files.values() for files in simulations_of([item(one, long=True), item(one)]).values())
    assert folders == {"tests.sim.bdma-icarus-hdl": False}


def test_what_leaves_no_coverage_is_not_listed():
    without_config = Simulation("tests.sim.bells", "icarus", "hdl")
    assert simulations_of([item(without_config), item("tiny"), SimpleNamespace()]) == {}
