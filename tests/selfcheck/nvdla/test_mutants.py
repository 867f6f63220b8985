"""Faults planted by machine: one that matters is caught, one that cannot matter is not, and none is none."""

from dataclasses import replace

import pytest

from models.nvdla.config import find_config
from tb.mutation.campaign.campaign import Fate
from tb.mutation.campaign.limits import UNLIMITED
from tb.mutation.campaign.trial import TrialBench, job_of, try_fault
from tb.mutation.faults.elaborated import elaborate_correct
from tb.mutation.faults.find import find_faults
from tb.mutation.faults.plant import plant
from tb.nvdla.design import behavioural
from tb.runner.family.mutation import TrialStage
from tb.runner.jobs.run import run
from tests.nvdla.designs import answered
from tests.simulation import need_simulator

CONFIG, SIM, SEED = "tiny", "icarus", 11
STAGE = TrialStage(name="copies", tests=("tests.sim.nvdla.bdma.BackToBackTest",), memory="hdl")
FAULTS = {
    1: ("nvdla_glb.sv", "| raised", "collected <= (((collected & ~cleared) | set) & raised);"),
    2: ("nvdla_fifo.sv", "tail + 1'b1", "tail <= (tail - 1'b1);"),
    3: ("nvdla_glb.sv", "raised != '0 || written != '0", "1'b1"),
}
"""By number: file, a part of the text, what the place becomes. The third one looks at a gate that only saves time."""
WORTH_SEEING, UNSEEN = (1, 2), 3


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    need_simulator(SIM)
    folder = tmp_path_factory.mktemp("mutants")
    design = behavioural(find_config(CONFIG))
    found = find_faults(elaborate_correct(design))
    chosen = {
        number: next(one for one in found if one.path.name == file and part in one.original and one.changed == changed)
        for number, (file, part, changed) in FAULTS.items()
    }
    planted = answered("hdl", CONFIG, plant(design, chosen, folder / "rtl"))
    return TrialBench(designs={"hdl": planted}, sim=SIM, config=CONFIG, seed=SEED, folder=folder)


def test_without_a_fault_the_design_does_what_it_always_did(bench):
    planted = job_of(bench, STAGE, 0, UNLIMITED)
    plain = replace(planted, design=answered("hdl", CONFIG), run_dir=bench.folder / "plain", plusargs=())
    results = [run(job) for job in (planted, plain)]
    assert all(result.passed for result in results)
    assert results[0].records == results[1].records
    assert [test.sim_time_ns for test in results[0].tests] == [test.sim_time_ns for test in results[1].tests]


@pytest.mark.parametrize("number", WORTH_SEEING)
def test_a_fault_that_matters_is_caught_by_a_checker(bench, number):
    outcome = try_fault(bench, number, (STAGE,), {STAGE: UNLIMITED}, lambda: None)
    assert (outcome.fate, outcome.stage, outcome.test) == (Fate.CAUGHT, STAGE.name, STAGE.tests[0])
    assert outcome.checker
    assert outcome.message
    assert not list(bench.folder.glob(f"{number}-*"))


def test_a_fault_that_cannot_be_seen_survives(bench):
    outcome = try_fault(bench, UNSEEN, (STAGE,), {STAGE: UNLIMITED}, lambda: None)
    assert (outcome.fate, outcome.stage, outcome.checker) == (Fate.SURVIVED, "", "")
