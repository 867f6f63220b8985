"""Two reports compared: a planted fault, a lost bin, a removed test, a line that is not reached any more."""

import json
import re
from dataclasses import replace
from functools import partial

import pytest

from tb.coverage.bins import each
from tb.coverage.counts import Counts
from tb.coverage.covergroup import Covergroup, Coverpoint
from tb.coverage.packed import pack
from tb.findings import Finding
from tb.report.data import to_json
from tb.report.history import comparison
from tests.unit.code_coverage.made_code import FILE, GENERATED, SOURCE, MadeCode, keys
from tests.unit.regression.made_runs import SETTING, failed, passed, runs
from tests.unit.report.history.made_reports import Reports
from tests.unit.report.made_report import made_groups
from tests.unit.report.test_functional import covering

ONE, OTHER, THIRD = runs(3)
SECOND_TEST = replace(OTHER, test="tests.made.OtherTest")
IF, ELSE = [1, 0, 0, 1, 1, 1, 1], [0, 5, 1, 0, 5, 5, 0]
BOTH = [one + other for one, other in zip(IF, ELSE, strict=True)]
"""Of the adder's points how often they are reached: with a carry, without one."""


@pytest.fixture
def reports(tmp_path):
    return Reports(tmp_path)


def changes(comparison):
    """All lists of changes that have anything in them."""
    names = ("new_failures", "went_failures", "removed_tests", "new_tests", "bins", "lost_code", "left_out")
    return {name for name in names if getattr(comparison, name)}


def not_compared(comparison):
    return {line.what: line.why for line in comparison.left_out}


def test_the_first_report_of_a_suite_is_compared_with_nothing(reports):
    assert reports.report(passed(ONE)).comparison is None
    assert reports.report(passed(ONE), suite="nightly").comparison is None


def test_where_nothing_changed_nothing_is_said(reports):
    reports.report(passed(ONE), covering(OTHER, (1, "plain")))
    found = reports.report(passed(ONE), covering(OTHER, (1, "plain"))).comparison
    assert changes(found) == set()
    assert (found.before.time[:10], found.now.time[:10]) == ("2026-11-01", "2026-11-02")


def test_a_planted_fault_is_a_new_failure_and_goes_when_it_is_taken_out(reports):
    first = reports.report(passed(ONE), passed(OTHER))
    assert first.comparison is None
    faulty = reports.report(failed(ONE, Finding("wrong-data", "wrong data at 0x100")), passed(OTHER))
    assert changes(faulty.comparison) == {"new_failures"}
    (failure,) = faulty.comparison.new_failures
    assert (failure.line, failure.count, failure.tests) == (
        "wrong data at 0x100  (wrong-data, at 0 ns)",
        1,
        ("FirstTest",),
    )
    assert failure.id == faulty.failures.groups[0].id
    again = reports.report(failed(OTHER, Finding("wrong-data", "wrong data at 0x104")), passed(ONE)).comparison
    assert (changes(again), again.stayed_failures) == (set(), 1)
    (went,) = reports.report(passed(ONE), passed(OTHER)).comparison.went_failures
    assert (went.failure.id, went.played) == (failure.id, True)


def test_a_failure_whose_test_was_not_played_has_not_gone_for_good(reports):
    reports.report(failed(ONE), passed(SECOND_TEST))
    found = reports.report(passed(SECOND_TEST)).comparison
    assert [went.played for went in found.went_failures] == [False]


def test_a_lost_bin_is_named_with_its_group_and_item(reports):
    reports.report(covering(ONE, (1, "plain"), (2, "odd")))
    found = reports.report(covering(ONE, (1, "plain"), (1, "odd"))).comparison
    assert changes(found) == {"bins"}
    lost = {(one.config, one.group, one.item): (one.lost, one.lost_bins, one.new, one.new_bins) for one in found.bins}
    assert lost == {
        ("small", "layers", "size"): (1, "2", 0, ""),
        ("small", "layers", "size x mode"): (1, "2 x odd", 1, "1 x odd"),
    }


def test_many_lost_bins_are_said_in_few_words(reports):
    def groups(_config):
        numbers = Coverpoint("number", each(range(5000)), lambda sample: sample)
        return (Covergroup("layers", [numbers, *made_groups("small")[0].coverpoints], []),)

    reports.groups = groups
    hits = reports.groups("small")[0]
    result = covering(ONE, (1, "plain"))
    counts = Counts(hits)
    for number in range(0, 5000, 2):
        counts.sample({"number": number, "size": 1, "mode": "plain"})
    reports.report(replace(result, record=replace(result.record, hits={"layers": pack(counts)})))
    few = Counts(hits)
    few.sample({"number": 0, "size": 1, "mode": "plain"})
    (one,) = reports.report(replace(result, record=replace(result.record, hits={"layers": pack(few)}))).comparison.bins
    assert one.lost == 2499
    assert one.lost_bins.startswith("2, 4, 6, ")
    assert one.lost_bins.endswith(" …")
    assert len(one.lost_bins) <= 402


def test_a_removed_test_is_named_and_one_that_was_only_not_played_too(reports):
    reports.report(passed(ONE), passed(SECOND_TEST))
    found = reports.report(passed(ONE)).comparison
    assert changes(found) == {"removed_tests"}
    (one,) = found.removed_tests
    assert (one.test, one.configs, one.everywhere, one.there) == ("tests.made.OtherTest", ("small",), True, True)
    reports.report(passed(ONE), passed(SECOND_TEST))
    reports.tests = ("tests.made.FirstTest",)
    (one,) = reports.report(passed(ONE)).comparison.removed_tests
    assert (one.test, one.there) == ("tests.made.OtherTest", False)
    (new,) = reports.report(passed(ONE), passed(SECOND_TEST)).comparison.new_tests
    assert new.test == "tests.made.OtherTest"


def test_a_test_that_is_not_played_on_one_configuration_any_more_is_named(reports):
    elsewhere = replace(OTHER, setting=replace(SETTING, config="large"))
    reports.report(passed(ONE), passed(elsewhere))
    (one,) = reports.report(passed(ONE)).comparison.removed_tests
    assert (one.configs, one.everywhere) == (("large",), False)


def test_groups_that_changed_came_or_went_are_left_out_by_name(reports):
    def of(*names, sizes=4):
        points = [
            Coverpoint("size", each(range(1, sizes)), lambda sample: sample),
            *made_groups("small")[0].coverpoints[1:],
        ]
        return lambda _config: tuple(Covergroup(name, points, []) for name in names)

    reports.groups = of("layers", "old")
    result = passed(ONE)

    def covered():
        hits = {}
        for group in reports.groups("small"):
            counts = Counts(group)
            counts.sample({"size": 1, "mode": "plain"})
            hits[group.name] = pack(counts)
        return replace(result, record=replace(result.record, hits=hits))

    reports.report(covered())
    reports.groups = of("layers", "new", sizes=5)
    found = reports.report(covered()).comparison
    assert changes(found) == {"left_out"}
    assert not_compared(found) == {
        "coverage of group layers, small": "its bins have changed since",
        "coverage of group old, small": "there is no such group now",
        "coverage of group new, small": "there was no such group before",
    }
    assert not_compared(reports.report(passed(ONE)).comparison) == {
        "coverage of small": "nothing was counted of that configuration this time"
    }
    assert not_compared(reports.report(covered()).comparison) == {
        "coverage of small": "nothing was counted of that configuration before"
    }


def test_a_line_that_is_not_reached_any_more_is_named_wherever_it_is_now(tmp_path):
    made = MadeCode(tmp_path)
    reports = Reports(tmp_path, made)
    reports.report(passed(ONE), code=BOTH)
    found = reports.report(passed(ONE), code=IF).comparison
    assert changes(found) == {"lost_code"}
    lost = {(one.file, one.kind, one.line, one.text, one.source) for one in found.lost_code}
    assert (FILE, "branch", 3, "else", "if (carry) begin") in lost
    assert (FILE, "line", 6, "", "total <= total + 2;") in lost
    assert found.lost_code_count == len(lost) == len(found.lost_code)


def test_lines_are_found_again_where_the_source_has_changed(tmp_path):
    made = MadeCode(tmp_path)
    reports = Reports(tmp_path, made)
    reports.report(passed(ONE), code=BOTH)
    (tmp_path / FILE).write_text("// an adder\n" + SOURCE.replace("done <= carry && ready", "done <= ready && carry"))

    def a_line_below(root):
        def below(found):
            return found[1] + "-".join(str(int(line) + 1) for line in found[2].split("-"))

        return [re.sub(r"(\x01[lS]\x02)([0-9-]+)", below, key) if "adder.sv" in key else key for key in keys(root)]

    made.run = partial(made.run, counted=a_line_below)
    found = reports.report(passed(ONE), code=IF).comparison
    assert {(one.kind, one.line) for one in found.lost_code} == {("branch", 4), ("line", 7)}
    changed = {line.why.partition(":")[0]: line.count for line in found.left_out if "has changed since" in line.why}
    assert changed == {"line": 2, "branch": 1, "expression": 2}


def test_code_that_is_not_counted_any_more_is_left_out_by_name(tmp_path):
    made = MadeCode(tmp_path)
    reports = Reports(tmp_path, made)
    reports.report(passed(ONE), code=BOTH)
    found = reports.report(passed(ONE)).comparison
    assert not_compared(found) == dict.fromkeys(
        (f"code of {FILE}", f"code of {GENERATED}"), "nothing was counted of that file this time"
    )


def test_of_much_lost_code_the_first_is_listed(tmp_path, monkeypatch):
    monkeypatch.setattr(comparison, "MOST_CODE", 2)
    reports = Reports(tmp_path, MadeCode(tmp_path))
    reports.report(passed(ONE), code=BOTH)
    found = reports.report(passed(ONE), code=IF).comparison
    assert (len(found.lost_code), found.lost_code_count) == (2, 3)


def test_a_record_that_is_named_counts_in_place_of_the_last_one(reports):
    reports.report(passed(ONE), failed(OTHER))
    first = reports.record
    reports.report(passed(ONE), passed(OTHER))
    found = reports.report(passed(ONE), passed(OTHER), against=first).comparison
    assert changes(found) == {"went_failures"}
    assert found.before.time.startswith("2026-11-01")


def test_damaged_arrays_of_a_record_are_left_out_by_name(tmp_path):
    reports = Reports(tmp_path, MadeCode(tmp_path))
    reports.report(covering(ONE, (1, "plain")), code=BOTH)
    whole = reports.record
    bins = {config: {name: replace(one, hit="00") for name, one in own.items()} for config, own in whole.bins.items()}
    code = {file: {kind: replace(one, lines="00") for kind, one in own.items()} for file, own in whole.code.items()}
    damaged = replace(whole, bins=bins, code=code)
    found = reports.report(passed(ONE), covering(OTHER, (2, "odd")), code=IF, against=damaged)
    assert {line.what: line.count for line in found.comparison.left_out} == {
        "coverage of group layers, small": 1,
        f"code of {FILE}": 3,
        f"code of {GENERATED}": 1,
    }
    assert all(line.why.startswith("damaged in the record: ") for line in found.comparison.left_out)


def test_it_is_in_the_json(reports):
    reports.report(passed(ONE))
    data = json.loads(to_json(reports.report(failed(ONE))))["comparison"]
    assert data["before"]["subject"] == {"family": "made", "suites": ["smoke"], "test": ""}
    assert data["before"]["figures"]["passed"] == 1
    assert data["now"]["figures"]["passed"] == 0
    assert [one["known"] for one in data["new_failures"]] == [False]
