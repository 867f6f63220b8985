"""Nothing unknown decides anything in the whole design, nor controls a link, whatever links wait for."""

import pytest

from models.nvdla.config import CONFIGS
from tb.nvdla.design import behavioural
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.link_taps import with_link_checks
from tb.runner.paths import BUILD
from tb.unknowns.watch import watched
from tests.simulation import check, play

MODULE = "tests.sim.nvdla.debug.waiting_cases"


@pytest.mark.parametrize("config", ["tiny", pytest.param("nv_full", marks=pytest.mark.long)])
def test_all_that_decides_is_known(config):
    folder = BUILD / "watched" / config
    design = watched(with_link_checks(behavioural(CONFIGS[config])), folder)
    result = play(design, MODULE, "icarus", env={CONFIG_VARIABLE: config}, plusargs=("+links_wait=5",))
    check(result, "WaitingLinksTest")
