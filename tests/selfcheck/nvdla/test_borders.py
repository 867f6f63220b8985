"""Which unit is wrong: of a fault in each, the report names it, and the first border that differs if there is one."""

import pytest

from tb.runner.jobs.job import CONFIG_VARIABLE
from tests.selfcheck.named_unit import errors_of, names, said_of_unit
from tests.selfcheck.nvdla.planted import borders, carriers
from tests.selfcheck.nvdla.planted.borders import LAYERS, POOLING, with_faults
from tests.simulation import need_simulator, play

CONFIG, SIM = "tiny", "icarus"
MODULE = "tests.sim.nvdla.borders.border_cases"
FAULTS = (*borders.FAULTS, *carriers.FAULTS)


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """The design with all faults, of which a simulation chooses one."""
    need_simulator(SIM)
    return with_faults(CONFIG, FAULTS, tmp_path_factory.mktemp("borders") / "rtl")


def cases():
    """Each fault, in the order of the table."""
    for number, fault in enumerate(FAULTS, start=1):
        marks = () if fault.short else (pytest.mark.long,)
        yield pytest.param(number, id=str(fault), marks=(pytest.mark.xdist_group("borders"), *marks))


@pytest.mark.parametrize("number", list(cases()))
def test_the_unit_with_the_fault_is_named(planted, number):
    fault = FAULTS[number - 1]
    env, plusargs = {CONFIG_VARIABLE: CONFIG}, (f"+mutant={number}",)
    result = play(planted, MODULE, SIM, test_filter=rf"\.{fault.test}$", env=env, plusargs=plusargs, taps=True)
    (record,) = result.records
    details = [line for finding in errors_of(record) for line in finding.details]
    first = next((line for line in details if line.startswith("first border that ")), "no border")
    unit = said_of_unit(record)
    assert (f"({fault.border})" if fault.border else "no border") in first, f"{first}; log {result.log}"
    assert names(unit, fault.unit), f"{unit}; log {result.log}"


@pytest.mark.long
@pytest.mark.xdist_group("borders")
@pytest.mark.parametrize("test", [LAYERS, POOLING])
def test_without_a_fault_nothing_is_said(planted, test):
    result = play(planted, MODULE, SIM, test_filter=rf"\.{test}$", env={CONFIG_VARIABLE: CONFIG}, taps=True)
    assert result.passed
    assert not [line for finding in result.records[0].findings for line in finding.details]
