"""Borders where nothing is wrong: what the reference says must pass them is what passes. Faults: `tests/selfcheck`."""

import json

import pytest

from models.nvdla.config import find_config
from tb.nvdla.borders.pipeline import BORDERS
from tb.nvdla.design import behavioural, with_taps
from tb.runner.jobs.job import CONFIG_VARIABLE
from tests.nvdla_designs import answered
from tests.simulation import check, play

CONFIG, MODULE = "tiny", "tests.sim.borders.border_cases"
TESTS = (
    "EveryUnitAgreesTest",
    "PoolAndNormaliseAgreesTest",
    "ConvBordersTest",
    "SdpBordersTest",
    "PdpBordersTest",
    "CdpBordersTest",
)


@pytest.mark.xdist_group("tiny-borders")
def test_all_borders_agree_and_each_is_looked_at():
    design = answered("hdl", CONFIG, with_taps(behavioural(find_config(CONFIG))))
    names = rf"\.({'|'.join(TESTS)})$"
    result = play(design, MODULE, "icarus", test_filter=names, env={CONFIG_VARIABLE: CONFIG}, taps=True)
    looked = set()
    for name in TESTS:
        check(result, name)
        looked |= {tap for tap, count in json.loads((result.job.run_dir / f"{name}.json").read_text()).items() if count}
    assert looked == {border.tap for border in BORDERS}
