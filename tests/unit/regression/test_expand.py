"""What a suite means: which runs, in which order."""

import json
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest

from tb.regression.plan.expand import Chosen, expand
from tb.regression.plan.run import Run
from tb.regression.plan.suite import Suite, SuiteEntry
from tb.runner.errors import UserError

TESTS = {"made.one.FirstTest": "", "made.one.RandomTest": "", "made.two.RandomTwoTest": "needs CDP"}


def family(tests=None):
    return SimpleNamespace(name="made", configs=("small", "large"), tests=lambda *_: TESTS if tests is None else tests)


def suite(*entries):
    return Suite(name="mine", summary="", entries=entries)


def entry(*tests, **changes):
    return SuiteEntry(tests=tests, knobs=changes.pop("knobs", {}), **changes)


def test_each_kind_comes_once_before_any_comes_twice():
    expanded = expand(suite(entry("FirstTest", seeds=2), entry("RandomTest", seeds=3)), family(), Chosen())
    played = [(run.test.rpartition(".")[2], run.seed) for run in expanded.runs()]
    assert played == [("FirstTest", 1), ("RandomTest", 1), ("FirstTest", 2), ("RandomTest", 2), ("RandomTest", 3)]
    assert expanded.count() == len(played)


def test_settings_and_knobs_multiply():
    mine = entry("FirstTest", configs=("small", "large"), sims=("icarus", "verilator"), memories=("hdl", "python"))
    knobs = entry("FirstTest", knobs={"profile": ("harsh", "fast"), "layers": ("3",)})
    assert expand(suite(mine), family(), Chosen()).count() == 8
    runs = list(expand(suite(knobs), family(), Chosen()).runs())
    assert [run.knob_words for run in runs] == ["layers=3 profile=harsh", "layers=3 profile=fast"]
    assert {run.setting.config for run in runs} == {"small"}


def test_what_the_user_says_comes_first():
    mine = entry("FirstTest", configs=("small", "large"), sims=("icarus", "verilator"), memories=("hdl", "python"))
    chosen = Chosen(config="large", sim="icarus", memory="python", attach=Path("my.toml"), seeds=(4, 9))
    runs = list(expand(suite(mine), family(), chosen).runs())
    assert [run.seed for run in runs] == [4, 9]
    (setting,) = {run.setting for run in runs}
    assert (setting.config, setting.sim, setting.memory) == ("large", "icarus", "python")
    assert setting.attach == str(Path("my.toml").resolve())


def test_plusargs_are_of_the_setting():
    told, plain = entry("FirstTest", plusargs=("+level=3", "+slow")), entry("FirstTest")
    runs = list(expand(suite(told, plain), family(), Chosen()).runs())
    assert [run.setting.on for run in runs] == ["verilator hdl +level=3 +slow", "verilator hdl"]
    assert runs[0].words["PLUSARGS"] == "+level=3 +slow"
    assert [Run.from_json(json.loads(json.dumps(run.to_json()))) for run in runs] == runs
    assert "plusargs" not in runs[1].to_json()["setting"]  # its id is what it was before there were any


def test_errata_are_of_the_setting():
    (told,) = expand(suite(entry("FirstTest")), family(), Chosen(errata="fail")).runs()
    (plain,) = expand(suite(entry("FirstTest")), family(), Chosen()).runs()
    assert (told.setting.on, told.words["ERRATA"]) == ("verilator hdl ERRATA=fail", "fail")
    assert told.id != plain.id
    assert Run.from_json(json.loads(json.dumps(told.to_json()))) == told
    assert "errata" not in plain.to_json()["setting"]  # its id is what it was before there were any


def test_the_same_run_of_two_entries_is_played_once():
    expanded = expand(suite(entry("FirstTest", seeds=2), entry("First*", seeds=3)), family(), Chosen())
    assert [run.seed for run in expanded.runs()] == [1, 2, 3]


def test_seeds_without_end_go_on_behind_those_of_the_turn_before():
    expanded = expand(suite(entry("FirstTest", seeds=2)), family(), Chosen(without_end=True))
    assert [run.seed for run in islice(expanded.runs(), 5)] == [1, 2, 3, 4, 5]
    assert expanded.count() is None


def test_what_a_configuration_lacks_is_left_out_and_said():
    expanded = expand(suite(entry("Random*")), family(), Chosen())
    assert [run.test for run in expanded.runs()] == ["made.one.RandomTest"]
    assert expanded.left_out == ("RandomTwoTest needs CDP",)


def test_a_test_is_named_by_its_module_too():
    expanded = expand(suite(entry("one.RandomTest")), family(), Chosen())
    assert expanded.count() == 1


def test_a_test_that_there_is_not_and_a_suite_of_which_nothing_is_left():
    with pytest.raises(
        UserError, match=r"no test is called 'FristTest'; there are FirstTest, .* did you mean FirstTest"
    ):
        expand(suite(entry("FristTest")), family(), Chosen())
    with pytest.raises(UserError, match=r"SUITE=mine: nothing can be played; left out: RandomTwoTest needs CDP"):
        expand(suite(entry("RandomTwoTest")), family(), Chosen())


def test_a_run_is_known_by_all_that_it_hangs_on():
    mine = entry(
        "FirstTest", configs=("small", "large"), memories=("hdl", "python"), knobs={"layers": ("3", "4")}, seeds=2
    )
    ids = {run.id for run in expand(suite(mine), family(), Chosen()).runs()}
    assert len(ids) == 16
