"""Convolutions that go on from each other end where the links between units wait, too."""

import pytest

from tb.runner.jobs.job import CONFIG_VARIABLE, SimJob
from tb.runner.jobs.run import run
from tests.nvdla.designs import answered
from tests.run_folders import RUN_FOLDERS
from tests.simulation import check, need_simulator

MODULE, TEST = "tests.sim.nvdla.conv_working", "RandomReuseTest"
SEEDS = (pytest.param(1, marks=pytest.mark.long), 3)
"""With 3 CSC once slept while it asked for a mask, which CBUF then gave twice."""


@pytest.mark.parametrize("seed", SEEDS)
def test_rows_end_where_links_wait(seed):
    need_simulator("verilator")
    job = SimJob(
        design=answered("hdl", "tiny"),
        sim="verilator",
        modules=(MODULE,),
        seed=seed,
        run_dir=RUN_FOLDERS.new(f"held-links-{seed}"),
        timeout_s=600,
        env={CONFIG_VARIABLE: "tiny"},
        plusargs=("+links_wait=1",),
        test_filter=rf"\.{TEST}$",
    )
    check(run(job), TEST)
