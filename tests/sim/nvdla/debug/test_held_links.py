"""Convolutions that go on from each other end where the links between units wait, too."""

import pytest

from tb.runner.jobs.job import CONFIG_VARIABLE
from tests.nvdla.designs import answered
from tests.simulation import check, play

MODULE, TEST, CONFIG = "tests.sim.nvdla.conv_working", "RandomReuseTest", "tiny"
SEEDS = (pytest.param(1, marks=pytest.mark.long), 3)
"""With 3 CSC once slept while it asked for a mask, which CBUF then gave twice."""


@pytest.mark.parametrize("seed", SEEDS)
def test_rows_end_where_links_wait(seed):
    job = {"env": {CONFIG_VARIABLE: CONFIG}, "plusargs": ("+links_wait=1",), "test_filter": rf"\.{TEST}$"}
    check(play(answered("hdl", CONFIG), MODULE, "verilator", seed=seed, **job), TEST)
