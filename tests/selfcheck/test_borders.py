"""Which unit is wrong: of a fault in each, the report names the unit at the first border that differs."""

from dataclasses import dataclass

import pytest

from models.nvdla.config import find_config
from tb.findings import Severity
from tb.mutation.faults.elaborated import elaborate_correct
from tb.mutation.faults.find import find_faults
from tb.mutation.faults.plant import plant
from tb.nvdla.design import behavioural, with_taps
from tb.runner.errors import UserError
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.simulators.known import simulator
from tests.nvdla_designs import answered
from tests.simulation import play

CONFIG, SIM = "tiny", "icarus"
MODULE, TEST = "tests.sim.borders.border_cases", "EveryUnitTest"


@dataclass(frozen=True)
class UnitFault:
    """A fault, as `find_faults` names it, and what the report must say.

    Attributes:
        unit: with which the line begins that names it.
        border: the tap that is named.
        file: where it is; `original` and `changed` its text, the latter from its beginning on.
    """

    unit: str
    border: str
    file: str
    original: str
    changed: str

    def __str__(self):
        return f"{self.unit}-{self.border}"


FAULTS = (
    UnitFault(
        "BDMA", "bdma_read", "nvdla_bdma_side.sv", "ADDRESS_BITS'(address)", "(ADDRESS_BITS'(address)) | 40'h1000"
    ),
    UnitFault("RBK", "rbk_write", "nvdla_rbk_buffer.sv", "plane[8*i +: 8] = atoms[i][first +: 8];", "plane[7*i +: 8]"),
    UnitFault(
        "CDMA",
        "cdma_cbuf_data",
        "nvdla_cdma_pack.sv",
        "pixel <= piece_end ? '0 : pixel + PIXEL_BITS'(BEAT_ATOMS);",
        "pixel <= (piece_end ? '0 : pixel + PIXEL_BITS'(BEAT_ATOMS)) | 2'h1",
    ),
    UnitFault(
        "CSC",
        "csc_cmac_data",
        "nvdla_csc_walk.sv",
        "!next || !pixel_end ? x : line_end ? -job.pad_left : x + job.stride_x",
        "!next || !pixel_end ? x : line_end ? -job.pad_left : (x - job.stride_x)",
    ),
    UnitFault("CSC", "csc_cmac_data", "nvdla_csc_cell.sv", "index < CELLS", "1'b1"),
    UnitFault(
        "CMAC_A",
        "cmac_cacc_a",
        "nvdla_cmac_integers.sv",
        "datum[lane] = TOTAL_BITS'($signed(data[ELEMENT_BITS * lane +: 8]));",
        "datum[lane] = TOTAL_BITS'($signed(data[(ELEMENT_BITS - 2'sd1) * lane +: 8]));",
    ),
    UnitFault(
        "CACC", "cacc_sdp", "nvdla_integer_sum_pkg.sv", "integer_add = sum + term;", "integer_add = (sum - term);"
    ),
    UnitFault(
        "SDP_RDMA", "rdma_sdp", "nvdla_sdp_rdma_input.sv", "last_column && line == lines", "1'b1 && line == lines"
    ),
    UnitFault(
        "SDP",
        "sdp_write",
        "nvdla_sdp_convert.sv",
        "product = (WIDE_BITS'(word) - WIDE_BITS'(less)) * WIDE_BITS'(times);",
        "product = ((WIDE_BITS'(word) - WIDE_BITS'(less)) + WIDE_BITS'(times));",
    ),
    UnitFault("SDP", "sdp_write", "nvdla_sdp_convert.sv", "take || (valid && ready)", "1'b0"),
)


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """The design with all faults, of which a simulation chooses one."""
    try:
        simulator(SIM).version()
    except UserError as error:
        pytest.skip(str(error))
    design = with_taps(behavioural(find_config(CONFIG)))
    found = find_faults(elaborate_correct(design))
    chosen = {number: _find(found, fault) for number, fault in enumerate(FAULTS, start=1)}
    return answered("hdl", CONFIG, plant(design, chosen, tmp_path_factory.mktemp("borders") / "rtl"))


def _find(found, fault):
    for one in found:
        if (one.path.name, one.original) == (fault.file, fault.original) and one.changed.startswith(fault.changed):
            return one
    raise ValueError(f"{fault}: no such fault in {fault.file}; look up what became of that line")


@pytest.mark.xdist_group("borders")
@pytest.mark.parametrize("number", range(1, len(FAULTS) + 1), ids=lambda number: str(FAULTS[number - 1]))
def test_the_unit_with_the_fault_is_named(planted, number):
    fault = FAULTS[number - 1]
    env, plusargs = {CONFIG_VARIABLE: CONFIG}, (f"+mutant={number}",)
    result = play(planted, MODULE, SIM, test_filter=rf"\.{TEST}$", env=env, plusargs=plusargs, taps=True)
    (record,) = result.records
    details = [line for finding in record.findings if finding.severity is Severity.ERROR for line in finding.details]
    first = next((line for line in details if line.startswith("first border that ")), "")
    unit = next((line for line in details if line.startswith("so the unit that is wrong: ")), "")
    assert f"({fault.border})" in first, f"{first}; log {result.log}"
    assert unit.startswith(f"so the unit that is wrong: {fault.unit}"), f"{unit}; log {result.log}"


@pytest.mark.xdist_group("borders")
def test_without_a_fault_nothing_is_said(planted):
    result = play(planted, MODULE, SIM, test_filter=rf"\.{TEST}$", env={CONFIG_VARIABLE: CONFIG}, taps=True)
    assert result.passed
    assert not [line for finding in result.records[0].findings for line in finding.details]
