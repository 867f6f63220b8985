"""Each fault of a plan is a line: what nothing proves, what is not there, what no point names, what is there twice."""

from dataclasses import replace

import pytest

from tb.cli.main import main
from tb.plan.checks import wrong_with
from tb.plan.names import names_of
from tb.plan.plan import read_plan
from tb.runner.family.find import family_names, load_family
from tb.runner.family.parts import PlanParts
from tests.unit.plan.made_plan import NAMES, WHOLE, points_of
from tests.unit.report.made_report import made_family


def lines_of(folder, text=WHOLE, names=NAMES):
    return [line.partition("plan.toml: ")[2] or line for line in wrong_with(points_of(folder, text), names)]


def test_a_plan_that_names_all_that_there_is_has_nothing_wrong(tmp_path):
    assert lines_of(tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"copies"', '"copis"', "tests: copis: no such test; did you mean copies?"),
        ('"resets.ResetTest"', '"resets.ResetsTest"', "tests: resets.ResetsTest: no such test; did you mean resets.Re"),
        ('"layers"', '"layer"', "coverage: layer: no such item of coverage; did you mean layers?"),
        ('"layers"', '"layers.sizes"', "coverage: layers.sizes: no such item of coverage; did you mean layers.size?"),
        ('"copy-*"', '"copy_*"', "rules: copy_*: no such rule"),
        ('"line-too-long"', '"line-to-long"', "no such fault planted by hand; did you mean line-too-long?"),
        ('"COPY"', '"copy"', "mutants: copy: no such unit into which faults are planted; did you mean COPY?"),
        ('tests = "resets.ResetTest"', "", "point resets: nothing proves it; it needs one of tests, coverage"),
        (
            'tests = "resets.ResetTest"',
            "",
            "module resets: no point of the plan names it or one of its tests: ResetTest",
        ),
        ('"layers"]', '"layers", "layers"]', "point routes: coverage: layers is named 2 times"),
        ('name = "resets"', 'name = "routes"', "point routes: the same name as another one in"),
        (
            "A reset cuts off a copy.",
            "A copy goes from each memory to each.",
            "point resets: the same goal as routes in",
        ),
    ],
)
def test_a_fault_is_a_line(tmp_path, old, new, said):
    assert old in WHOLE
    assert [said in line for line in lines_of(tmp_path, WHOLE.replace(old, new))].count(True) == 1


def test_a_new_module_must_be_named(tmp_path):
    more = replace(NAMES, tests={**NAMES.tests, "new.SomeTest": "tests.made.new.SomeTest"})
    assert lines_of(tmp_path, names=more) == ["module new: no point of the plan names it or one of its tests: SomeTest"]


def test_names_are_those_of_the_family(tmp_path):
    fault = 'FAULTS = (MadeFault(name="line-too-long"), Stage(name="no-fault"))'
    (tmp_path / "planted.py").write_text(fault)
    family = replace(made_family(tmp_path), plan=PlanParts(path=tmp_path / "plan.toml", planted=tmp_path))
    family = replace(family, tests=lambda *_, **__: {"tests.made.copies.LongTest": "", "tests.made.resets.One": "no"})
    names = names_of(family)
    assert names.tests == {"copies.LongTest": "tests.made.copies.LongTest", "resets.One": "tests.made.resets.One"}
    assert names.items == {"layers": ("size", "mode", "size x mode")}
    assert (names.rules, names.faults, names.units) == ((), ("line-too-long",), ())


@pytest.mark.parametrize("name", family_names())
def test_a_family_s_plan_has_nothing_wrong(name):
    family = load_family(name)
    if family.plan is None:
        pytest.skip(f"{name} has no plan")
    assert list(wrong_with(read_plan(family.plan.path), names_of(family))) == []


@pytest.mark.parametrize("name", family_names()[:1])
def test_the_command_ends_with_1_where_something_is_wrong(name, tmp_path, monkeypatch, capsys):
    path = tmp_path / "plan.toml"
    path.write_text(WHOLE)
    wrong = replace(load_family(name), plan=PlanParts(path=path))
    monkeypatch.setattr("tb.cli.lint_plan.chosen_families", lambda _: [wrong])
    assert main(["lint-plan"]) == 1
    said = capsys.readouterr().out
    assert "plan.toml: point routes: tests: copies: no such test" in said
    assert "2 points in" in said
    monkeypatch.setattr("tb.cli.lint_plan.chosen_families", lambda _: [replace(wrong, plan=None)])
    assert main(["lint-plan"]) == 0
