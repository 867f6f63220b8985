"""Borders where nothing is wrong: what the reference says must pass them is what passes. Faults: `tests/selfcheck`."""

import json

import pytest

from models.nvdla.config import find_config
from tb.borders.payload import widths_of
from tb.nvdla.borders.pipeline import borders
from tb.nvdla.design import behavioural
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.jobs.run import TAPS_FOLDER
from tb.runner.link_taps import with_taps
from tb.taps import read_taps
from tests.nvdla.designs import answered
from tests.simulation import check, play

CONFIG, MODULE = "tiny", "tests.sim.nvdla.borders.border_cases"
RANDOM = "tests.sim.nvdla.borders.random_cases"
EVERY_UNIT = ("EveryUnitAgreesTest", "PoolAndNormaliseAgreesTest")
MORE = (
    "ConvBordersTest",
    "SdpBordersTest",
    "PdpBordersTest",
    "CdpBordersTest",
    "ReuseAgreesTest",
    "MixedAgreesTest",
)


RANDOM_CASES = tuple(f"Random{of}AgreesTest" for of in ("Conv", "ConvModes", "Sdp", "Pdp", "Cdp", "Mixed"))


def agreeing(sim, *names, module=MODULE):
    """Play tests; the taps at whose borders anything was looked at."""
    design = answered("hdl", CONFIG, with_taps(behavioural(find_config(CONFIG))))
    result = play(design, module, sim, test_filter=rf"\.({'|'.join(names)})$", env={CONFIG_VARIABLE: CONFIG}, taps=True)
    looked = set()
    for name in names:
        check(result, name)
        looked |= set(json.loads((result.job.run_dir / f"{name}.json").read_text()))
    taps = read_taps(result.job.run_dir / TAPS_FOLDER)
    for border in borders(find_config(CONFIG)):
        assert sum(widths_of(border.payload).values()) == taps[border.tap].payload_bits, border.tap
    return looked


@pytest.mark.xdist_group("tiny-borders")
def test_borders_of_every_unit_agree():
    looked = agreeing("icarus", *EVERY_UNIT)
    assert {"cacc_sdp", "sdp_write", "sdp_pdp", "pdp_write", "rdma_cdp", "cdp_write"} <= looked


@pytest.mark.long
@pytest.mark.parametrize("sim", ["icarus", "verilator"])
def test_all_borders_agree_and_each_is_looked_at(sim):
    assert agreeing(sim, *EVERY_UNIT, *MORE) == {border.tap for border in borders(find_config(CONFIG))}


@pytest.mark.long
def test_borders_of_random_layers_agree():
    assert {"csc_cmac_data", "rdma_operand_x1", "sdp_pdp", "cdp_write"} <= agreeing(
        "verilator", *RANDOM_CASES, module=RANDOM
    )
