"""A register that a reset forgets is told where it decides first, by unit and by name (see `UnknownFault`)."""

import re

import pytest

from models.nvdla.config import CONFIGS
from tb.mutation.faults.plant import PLUSARG, plant
from tb.nvdla.design import behavioural
from tb.runner.jobs.job import CONFIG_VARIABLE, LIMIT_VARIABLE
from tb.runner.link_taps import with_link_checks
from tb.runner.paths import BUILD
from tb.unknowns.watch import watched
from tests.selfcheck.by_hand import check_planted, numbers_of, side_by_side
from tests.selfcheck.nvdla.planted.unknowns import FORGOTTEN, QUICK
from tests.sim.nvdla.debug.kind_cases import KIND_VARIABLE, LAYERS_VARIABLE
from tests.simulation import play

pytestmark = pytest.mark.xdist_group("unknowns")
CONFIG = "tiny"
LIMIT_NS = 20_000
NUMBERED = dict(enumerate(FORGOTTEN, start=1))


@pytest.fixture(scope="module")
def design():
    folder = BUILD / "planted" / "unknowns"
    planted = plant(with_link_checks(behavioural(CONFIGS[CONFIG])), side_by_side(NUMBERED), folder / "rtl")
    return watched(planted, folder / "watched")


def test_names_and_texts_tell_faults_apart():
    check_planted(FORGOTTEN)


@pytest.mark.parametrize("number", numbers_of(NUMBERED, QUICK))
def test_what_a_reset_forgets_is_told(design, number):
    fault = NUMBERED[number]
    env = {CONFIG_VARIABLE: CONFIG, KIND_VARIABLE: fault.kind, LAYERS_VARIABLE: "2", LIMIT_VARIABLE: str(LIMIT_NS)}
    module = "tests.sim.nvdla.debug.kind_cases"
    result = play(design, module, "icarus", env=env, plusargs=(f"+{PLUSARG}={number}",))
    told = re.findall(r"^assertion (\S+) failed in (.*) at \d+$", result.log.read_text(), re.MULTILINE)
    rule, place = fault.told
    assert any(name == rule and re.fullmatch(place, where) for name, where in told), told
