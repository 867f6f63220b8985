"""Which unit is wrong: of a fault in each, the report names it, and the first border that differs if there is one."""

import re

import pytest

from models.nvdla.config import find_config
from tb.findings import Severity
from tb.mutation.faults.elaborated import elaborate_correct
from tb.mutation.faults.find import find_faults
from tb.mutation.faults.plant import plant
from tb.nvdla.design import behavioural
from tb.runner.errors import UserError
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.link_taps import with_taps
from tb.runner.simulators.known import simulator
from tests.nvdla.designs import answered
from tests.selfcheck.nvdla.planted import borders, carriers
from tests.selfcheck.nvdla.planted.borders import LAYERS, POOLING, find_planted
from tests.simulation import play

CONFIG, SIM = "tiny", "icarus"
MODULE = "tests.sim.nvdla.borders.border_cases"
FAULTS = (*borders.FAULTS, *carriers.FAULTS)


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """The design with all faults, of which a simulation chooses one."""
    try:
        simulator(SIM).version()
    except UserError as error:
        pytest.skip(str(error))
    design = with_taps(behavioural(find_config(CONFIG)))
    found = find_faults(elaborate_correct(design))
    chosen = {number: find_planted(found, fault) for number, fault in enumerate(FAULTS, start=1)}
    return answered("hdl", CONFIG, plant(design, chosen, tmp_path_factory.mktemp("borders") / "rtl"))


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
    details = [line for finding in record.findings if finding.severity is Severity.ERROR for line in finding.details]
    first = next((line for line in details if line.startswith("first border that ")), "no border")
    unit = next((line for line in details if line.startswith("so the unit that is wrong: ")), "")
    assert (f"({fault.border})" if fault.border else "no border") in first, f"{first}; log {result.log}"
    assert re.match(rf"so the unit that is wrong: {fault.unit}\b", unit), f"{unit}; log {result.log}"


@pytest.mark.long
@pytest.mark.xdist_group("borders")
@pytest.mark.parametrize("test", [LAYERS, POOLING])
def test_without_a_fault_nothing_is_said(planted, test):
    result = play(planted, MODULE, SIM, test_filter=rf"\.{test}$", env={CONFIG_VARIABLE: CONFIG}, taps=True)
    assert result.passed
    assert not [line for finding in result.records[0].findings for line in finding.details]
