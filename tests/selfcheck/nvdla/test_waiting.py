"""Faults that nothing sees while links between units never wait, and that are caught with +links_wait."""

import pytest

from models.nvdla.config import CONFIGS
from tb.mutation.faults.plant import PLUSARG, plant
from tb.nvdla.design import behavioural
from tb.outcome.results import Verdict
from tb.runner.jobs.job import CONFIG_VARIABLE, LIMIT_VARIABLE
from tb.runner.link_taps import with_link_checks
from tb.runner.paths import BUILD
from tests.selfcheck.by_hand import check_planted, numbers_of, side_by_side
from tests.selfcheck.nvdla.planted.waiting import IMPATIENT, QUICK
from tests.sim.nvdla.debug.kind_cases import KIND_VARIABLE, LAYERS_VARIABLE
from tests.simulation import play

pytestmark = pytest.mark.xdist_group("waiting")
CONFIG, MODULE = "tiny", "tests.sim.nvdla.debug.kind_cases"
LIMIT_NS = 30_000
NUMBERED = dict(enumerate(IMPATIENT, start=1))


@pytest.fixture(scope="module")
def design():
    return plant(with_link_checks(behavioural(CONFIGS[CONFIG])), side_by_side(NUMBERED), BUILD / "planted" / "waiting")


def passes(design, number, *waits):
    env = {CONFIG_VARIABLE: CONFIG, KIND_VARIABLE: "CONV", LAYERS_VARIABLE: "6", LIMIT_VARIABLE: str(LIMIT_NS)}
    result = play(design, MODULE, "icarus", env=env, plusargs=(f"+{PLUSARG}={number}", *waits))
    assert not result.problem, result.problem
    return all(test.verdict is Verdict.PASS for test in result.tests)


def test_names_and_texts_tell_faults_apart():
    check_planted(IMPATIENT)


@pytest.mark.parametrize("number", numbers_of(NUMBERED, QUICK))
def test_what_takes_no_heed_of_waiting_is_caught(design, number):
    waits = f"+links_wait={NUMBERED[number].seed}"
    assert passes(design, number)
    assert passes(design, 0, waits)
    assert not passes(design, number, waits)
