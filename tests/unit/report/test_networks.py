"""Networks in the report: those played by themselves, those that regressions have played in parts."""

import json
from dataclasses import replace

from tb.findings import Finding
from tb.report.data import to_json
from tb.report.making import make_report
from tb.report.panels.networks import networks_of
from tb.reports.played_network import write_played
from tests.unit.regression.made_runs import failed, passed, runs
from tests.unit.report.made_networks import WRONG, network, operation, played_network
from tests.unit.report.made_report import made_sources, write_regression

WRONG_UNIT = "so the unit that is wrong: POOL (before it COPY)"


def with_network(result, *operations, **about):
    return replace(result, record=replace(result.record, network=network(*operations, **about)))


def test_without_networks_there_is_no_panel(tmp_path):
    assert networks_of(made_sources(tmp_path, write_regression(tmp_path / "smoke-1", passed(runs(1)[0])))) is None


def test_a_network_played_by_itself_has_operations_and_golden(tmp_path):
    write_played("made", played_network(golden="equal, all 4 elements"), tmp_path / "networks")
    write_played("others", played_network(), tmp_path / "networks")
    (view,) = networks_of(made_sources(tmp_path))
    assert (view.passed, view.golden, view.count, view.by) == (True, "equal, all 4 elements", 2, "make network")
    assert [one.name for one in view.operations] == ["0", "1"]
    assert view.peaks == (0.125, None)
    assert view.failures == ()


def test_of_a_network_that_failed_operation_tensor_element_and_unit_are_shown(tmp_path):
    write_played("made", played_network(passed=False, findings=("wrong data", WRONG_UNIT)), tmp_path / "networks")
    (view,) = networks_of(made_sources(tmp_path))
    (part,) = view.failures
    assert (part.about, part.findings) == ("operation 1 (POOL)", ("wrong data", WRONG_UNIT))
    assert part.wrong.element == "[c 0, h 0, w 1]: 3, expected 4"


def test_parts_that_regressions_have_played_are_one_network(tmp_path):
    one, other, third = runs(3)
    wrong = Finding("wrong-data", "wrong data at 0x40 (layer 0)", details=("expected 4", WRONG_UNIT))
    results = [
        with_network(passed(one), operation(0, "MULTIPLY", macs=100)),
        with_network(failed(other, wrong), operation(1), wrong=WRONG, first_wrong="operation 1 (POOL)"),
        passed(third),
    ]
    (view,) = networks_of(made_sources(tmp_path, write_regression(tmp_path / "smoke-1", *results)))
    assert [one.name for one in view.operations] == ["0", "1"]
    assert (view.passed, view.on, view.by) == (False, "icarus hdl", "regressions")
    (part,) = view.failures
    assert part.replay == "make sim TEST=tests.made.FirstTest SEED=2"
    assert part.findings[1] == f"  {WRONG_UNIT}"


def test_those_that_failed_come_first_and_damaged_files_are_left_out(tmp_path):
    folder = tmp_path / "networks"
    for file, good in (("a.bin", True), ("b.bin", False)):
        played = played_network(passed=good)
        write_played("made", replace(played, network=replace(played.network, name=file)), folder)
    (folder / "made" / "cut.json").write_text('{"version":1,"net')
    sources = made_sources(tmp_path)
    assert [view.name for view in networks_of(sources)] == ["b.bin", "a.bin"]
    assert [line.what.rpartition("/")[2] for line in sources.leave_out.all()] == ["cut.json"]


def test_the_json_has_them(tmp_path):
    write_played("made", played_network(), tmp_path / "networks")
    (view,) = json.loads(to_json(make_report(made_sources(tmp_path))))["networks"]
    assert view["peaks"] == [0.125, None]
    assert view["outputs"]["y"]["width"] == 2
