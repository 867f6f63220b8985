"""The plan in the report: how far each point is, by what was played."""

import json
from dataclasses import replace

import pytest

from tb.coverage.bins import each
from tb.coverage.counts import Counts
from tb.coverage.covergroup import Covergroup, Coverpoint
from tb.coverage.packed import pack
from tb.mutation.by_hand import write_tried
from tb.report.data import to_json
from tb.report.making import make_report
from tb.report.panels.plan import plan_of
from tb.report.panels.plan_proofs import Proof, State, state_of
from tb.runner.family.mutation import MutationPlan
from tb.runner.family.parts import PlanParts
from tests.unit.regression.made_runs import SETTING, failed, passed, runs
from tests.unit.report.made_report import made_groups, made_sources, write_regression
from tests.unit.report.planted import tried, write_campaign
from tests.unit.report.test_functional import MODES, SIZES, covering

PLAN = """
title = "Layers"

[[point]]
name = "sizes"
goal = "Layers of each size."
section = "docs/architecture.md, 'Time'"
tests = "made.FirstTest"
coverage = "layers.size"
mutants = "COPY"

[[point]]
name = "modes"
goal = "Layers of each mode."
section = "docs/architecture.md, 'Time'"
tests = ["made.FirstTest", "made.OtherTest"]
coverage = "layers"

[[point]]
name = "faults"
goal = "Faults are found."
section = "docs/architecture.md, 'Time'"
faults = "line-too-long"
"""
ALL = [(int(size), mode) for size in SIZES for mode in MODES]


def sources_of(folder, *results, plan=PLAN):
    folder.mkdir(exist_ok=True)
    (folder / "plan.toml").write_text(plan)
    (folder / "planted.py").write_text('MadeFault(name="line-too-long")')
    regressions = [write_regression(folder / "smoke-1", *results)] if results else []
    sources = made_sources(folder, *regressions)
    family = replace(
        sources.family,
        plan=PlanParts(path=folder / "plan.toml", planted=folder),
        tests=lambda *_, **__: {"tests.made.FirstTest": "", "tests.made.OtherTest": ""},
        mutation=MutationPlan(
            folder=folder / "rtl", units={"COPY": ("a.sv",)}, stages=lambda *_: (), equivalents=folder
        ),
    )
    return replace(sources, family=family)


def states_of(report):
    return {point.name: point.state for point in report.plan.points}


def proofs_of(report, name):
    (point,) = (point for point in report.plan.points if point.name == name)
    return {(proof.kind, proof.name): (proof.state, proof.text) for proof in point.proofs}


def test_without_a_plan_or_with_a_wrong_one_there_is_no_panel(tmp_path):
    assert plan_of(made_sources(tmp_path), None, frozenset()) is None
    sources = sources_of(tmp_path, plan="title = 3")
    assert plan_of(sources, None, frozenset()) is None
    assert ["title = 3" in line.why for line in sources.leave_out.all()] == [True]


def test_what_is_wrong_with_a_plan_is_left_out_by_name(tmp_path):
    sources = sources_of(tmp_path, plan=PLAN.replace("made.OtherTest", "made.OthersTest"))
    report = make_report(sources)
    assert any("made.OthersTest: no such test" in line.why for line in report.left_out)
    assert states_of(report)["modes"] is State.NOT_PLAYED


def test_nothing_played_is_said_so(tmp_path):
    report = make_report(sources_of(tmp_path))
    expected = {"sizes": State.NOT_PLAYED, "modes": State.NOT_PLAYED, "faults": State.NOT_RECORDED}
    assert states_of(report) == expected
    assert report.plan.states == {State.NOT_PLAYED: 2, State.NOT_RECORDED: 1}


def test_a_point_is_reached_with_its_tests_passed_and_its_items_covered(tmp_path):
    one, other = runs(2)
    report = make_report(sources_of(tmp_path, covering(one, *ALL), passed(other)))
    assert states_of(report)["sizes"] is State.REACHED
    assert states_of(report)["modes"] is State.PARTLY
    assert proofs_of(report, "modes") == {
        ("tests", "made.FirstTest"): (State.REACHED, "2 passed"),
        ("tests", "made.OtherTest"): (State.NOT_PLAYED, ""),
        ("coverage", "layers"): (State.REACHED, "small: 11 of 11 bins"),
    }
    other_test = replace(other, test="tests.made.OtherTest")
    report = make_report(sources_of(tmp_path / "smoke-1", covering(one, *ALL), passed(other_test)))
    assert states_of(report)["modes"] is State.REACHED


def test_a_missing_bin_keeps_a_point_from_being_reached(tmp_path):
    report = make_report(sources_of(tmp_path, covering(runs(1)[0], (1, "plain"), (2, "odd"))))
    assert states_of(report)["sizes"] is State.PARTLY
    assert proofs_of(report, "sizes")["coverage", "layers.size"] == (State.PARTLY, "small: 2 of 3 bins")


def test_the_configuration_with_the_most_bins_decides(tmp_path):
    def groups(config):
        size = Coverpoint("size", each(range(1, 2 if config == "tiny" else 4)), lambda sample: sample)
        return (Covergroup("layers", [size, *made_groups(config)[0].coverpoints[1:]], []),)

    def covered(config, *sizes):
        counts = Counts(groups(config)[0])
        for size in sizes:
            counts.sample({"size": size, "mode": "plain"})
        run = runs(1, setting=replace(SETTING, config=config))[0]
        result = passed(run)
        return replace(result, record=replace(result.record, hits={"layers": pack(counts)}))

    def report_of(folder, *results):
        folder.mkdir()
        sources = sources_of(folder, *results)
        parts = replace(sources.family.coverage, groups=groups)
        return make_report(replace(sources, family=replace(sources.family, coverage=parts, configs=("tiny", "large"))))

    both = report_of(tmp_path / "both", covered("tiny", 1), covered("large", 1, 2))
    expected = (State.PARTLY, "tiny: 1 of 1 bins, large: 2 of 3 bins")
    assert proofs_of(both, "sizes")["coverage", "layers.size"] == expected
    tiny = report_of(tmp_path / "tiny", covered("tiny", 1))
    assert proofs_of(tiny, "sizes")["coverage", "layers.size"] == (State.REACHED, "tiny: 1 of 1 bins")


def test_a_test_that_failed_fails_its_points_unless_it_is_known(tmp_path):
    one, other = runs(2)
    sources = sources_of(tmp_path, covering(one, *ALL), failed(other))
    report = make_report(sources)
    assert (states_of(report)["sizes"], states_of(report)["modes"]) == (State.FAILED, State.FAILED)
    assert proofs_of(report, "sizes")["tests", "made.FirstTest"] == (State.FAILED, "1 passed, 1 failed")
    known = '[[known]]\nsignature = "wrong-data: *"\nreason = "counts"\nsince = 2026-11-26\n'
    (tmp_path / "known.toml").write_text(known)
    report = make_report(sources)
    assert proofs_of(report, "sizes")["tests", "made.FirstTest"][1] == "1 passed, 1 failed as is known"
    assert states_of(report)["sizes"] is State.PARTLY


def test_planted_faults_are_told_and_a_damaged_campaign_is_left_out(tmp_path):
    fates = ["caught", "caught", "survived", "equivalent"]
    write_campaign(tmp_path, "one", fates, others=("survived",))
    (tmp_path / "mutation" / "two").mkdir()
    (tmp_path / "mutation" / "two" / "report.json").write_text("[{}]")
    report = make_report(sources_of(tmp_path))
    assert proofs_of(report, "sizes")["mutants", "COPY"] == (State.PARTLY, "2 of 3 caught")
    assert [line.what.endswith("two/report.json") for line in report.left_out] == [True]


def test_faults_planted_by_hand_are_told_where_they_were_tried(tmp_path):
    assert proofs_of(make_report(sources_of(tmp_path)), "faults")["faults", "line-too-long"][0] is State.NOT_RECORDED
    for checker, expected in (("", (State.PARTLY, "0 of 1 caught")), ("wrong-data", (State.REACHED, "1 of 1 caught"))):
        write_tried("made", tried("line-too-long", checker), tmp_path / "planted" / "tried")
        report = make_report(sources_of(tmp_path))
        assert proofs_of(report, "faults")["faults", "line-too-long"] == expected
        assert states_of(report)["faults"] is State.NOT_RECORDED


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ([State.REACHED, State.REACHED], State.REACHED),
        ([State.REACHED, State.NOT_PLAYED], State.PARTLY),
        ([State.NOT_PLAYED, State.NOT_PLAYED], State.NOT_PLAYED),
        ([State.PARTLY, State.REACHED], State.PARTLY),
        ([State.REACHED, State.FAILED], State.FAILED),
        ([], State.NOT_RECORDED),
    ],
)
def test_the_state_of_a_point_follows_from_tests_and_coverage(states, expected):
    proofs = [Proof(kind="tests", name="a", state=state) for state in states]
    assert state_of([*proofs, Proof(kind="rules", name="r", state=State.NOT_RECORDED)]) is expected


def test_the_plan_is_in_the_json(tmp_path):
    data = json.loads(to_json(make_report(sources_of(tmp_path, passed(runs(1)[0])))))
    assert data["plan"]["states"] == {"partly": 2, "not recorded": 1}
    first = data["plan"]["points"][0]
    assert (first["name"], first["page"]["href"].endswith("docs/architecture.md")) == ("sizes", True)
