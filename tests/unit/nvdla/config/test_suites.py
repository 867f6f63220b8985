"""NVDLA's suites: what they name is there, can be played, and has the knobs that they set."""

from functools import cache

import pytest

from tb.nvdla.family import FAMILY
from tb.regression.plan import knobs
from tb.regression.plan.expand import Chosen, expand
from tb.regression.plan.knobs import check_knobs
from tb.regression.plan.suite import find_suite, read_suite
from tb.runner.errors import UserError
from tb.runner.simulators.known import SIMULATORS


@cache
def expanded(name):
    return expand(
        read_suite(find_suite(name, FAMILY.suites.folder), tuple(SIMULATORS), FAMILY.check_config), FAMILY, Chosen()
    )


@pytest.mark.parametrize("name", sorted(path.stem for path in FAMILY.suites.folder.glob("*.toml")))
def test_all_that_a_suite_names_can_be_played(name):
    suite = expanded(name)
    assert suite.left_out == () or name == "every"  # which has those of all configurations, and says what one lacks
    check_knobs(suite, None)


def test_each_suite_plays_both_configurations_on_both_simulators():
    on = {
        name: {(run.setting.config, run.setting.sim) for run, _ in expanded(name).kinds}
        for name in ("nightly", "smoke")
    }
    assert on["nightly"] == {(config, sim) for config in ("nv_full", "tiny") for sim in ("verilator", "icarus")}
    assert on["smoke"] == on["nightly"] - {("nv_full", "icarus")}


def test_the_larger_a_suite_the_more_runs_it_has():
    counts = [expanded(name).count() for name in ("smoke", "nightly", "weekly")]
    assert counts[0] * 50 < counts[1] < counts[2] / 5


def test_modules_that_never_end_are_one_line(monkeypatch):
    monkeypatch.setattr(knobs, "LONGEST_S", 0.01)
    with pytest.raises(UserError, match=r"the knobs of tests: in 0\.01 s their modules were not imported: tests\."):
        check_knobs(expanded("smoke"), None)
