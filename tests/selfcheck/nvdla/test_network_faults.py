"""Which operation of a network is wrong, and which unit: of twenty faults the failure names both.

Each takes a simulation of the whole network: 'make long' tries a few, 'make network-faults' all twenty.
"""

import os
from functools import partial

import pytest

from tb.mutation.faults.plant import PLUSARG
from tb.nvdla.networks.job import NetworkJob
from tb.runner.jobs.job import CONFIG_VARIABLE, KNOBS_VARIABLE
from tests.nvdla.own_network import own_inputs, own_network
from tests.selfcheck.named_unit import errors_of, names, said_of_unit
from tests.selfcheck.nvdla.planted.borders import with_faults
from tests.selfcheck.nvdla.planted.networks import FAULTS
from tests.simulation import need_simulator, play

CONFIG, SIM, SIZE, NO_FAULT = "tiny", "icarus", 6, 0
TRIED = FAULTS if os.environ.get("NETWORK_FAULTS") == "all" else [fault for fault in FAULTS if fault.short]
UNITS_AT_LEAST = 18
"""Of twenty: what a unit shows, another one's fault may have led to."""

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("network-faults")]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Plays the network on the design with a fault, chosen by its number; returns the test's record."""
    need_simulator(SIM)
    folder = tmp_path_factory.mktemp("network-faults")
    loadable = folder / "own.nvdla"
    loadable.write_bytes(own_network(CONFIG, size=SIZE))
    job = NetworkJob(loadable=loadable, inputs=own_inputs(folder, SIZE), folder=folder).write()
    planted = with_faults(CONFIG, FAULTS, folder / "rtl")
    env = {CONFIG_VARIABLE: CONFIG, KNOBS_VARIABLE: f"job={job}"}
    return partial(_played, planted, env)


def _played(design, env, number):
    result = play(design, "tests.sim.nvdla.networks", SIM, env=env, plusargs=(f"+{PLUSARG}={number}",), taps=True)
    assert not result.problem, f"{result.problem}; log {result.log}"
    (record,) = result.records
    return record


@pytest.fixture(scope="module")
def units():
    """Of each fault that was tried, whether the report names its unit."""
    return {}


def test_there_are_twenty_in_many_units():
    assert len(FAULTS) == len({str(fault) for fault in FAULTS}) == 20
    assert len({fault.unit for fault in FAULTS}) >= 12


def test_without_a_fault_nothing_is_wrong(played):
    record = played(NO_FAULT)
    assert record.passed
    assert (record.network.first_wrong, record.network.wrong) == ("", None)


@pytest.mark.parametrize("fault", TRIED, ids=str)
def test_the_operation_is_named(played, units, fault):
    record = played(FAULTS.index(fault) + 1)
    errors, named = errors_of(record), said_of_unit(record)
    units[fault] = names(named, fault.unit)
    assert errors, "nothing is wrong"
    assert record.network.first_wrong.startswith(f"operation {fault.operation} ("), errors[0].headline
    if fault.short:
        assert units[fault], named


def test_the_unit_is_named(units):
    if len(units) < len(FAULTS):
        pytest.skip("not all faults were tried")
    missed = [str(fault) for fault, right in units.items() if not right]
    assert len(units) - len(missed) >= UNITS_AT_LEAST, missed
