"""Code coverage in the report: records of regressions and of other simulations, waivers, sources."""

from dataclasses import replace

import pytest

from tb.code_coverage.recorded import CODE_FILE
from tb.report.panels.code import code_of
from tests.unit.code_coverage.made_code import FILE, GENERATED, WIDE, MadeCode
from tests.unit.regression.made_runs import RUN, passed
from tests.unit.report.made_report import made_sources, write_regression

IF, ELSE = [1, 0, 0, 1, 1, 1, 1], [0, 5, 1, 0, 5, 5, 0]


@pytest.fixture
def made(tmp_path):
    """A regression that reaches one branch, and a simulation beside it that reaches the other."""
    made = MadeCode(tmp_path)
    made.regression = write_regression(tmp_path / "smoke-1", passed(RUN))
    made.run("tests.First", IF, record=record_in(made.regression / "code", "000001.jsonl"))
    return made


def record_in(folder, name):
    folder.mkdir(parents=True, exist_ok=True)
    return folder / name


def coverage_of(made, waivers=None):
    sources = made_sources(made.root, made.regression)
    if waivers is not None:
        path = made.root / "waivers.toml"
        path.write_text(waivers)
        coverage = replace(sources.family.coverage, code_waivers=path)
        sources = replace(sources, family=replace(sources.family, coverage=coverage))
    return code_of(sources, made.root), sources.leave_out.all()


def rows(code, file=FILE):
    one = next(one for one in code.files if one.file == file)
    items = one.items
    columns = (items.kind, items.line, items.text, items.hits, items.tests, items.reason)
    return one, {row[:3]: row[3:] for row in zip(*columns, strict=True)}


def test_what_was_not_reached_is_a_hole_with_its_hash(made):
    code, left_out = coverage_of(made)
    file, found = rows(code)
    assert (code.runs, code.tests, code.missed, left_out) == (1, ("tests.First",), (WIDE,), ())
    assert found["branch", 3, "else"][0] == found["line", 6, ""][0] == 0
    assert code.sets[found["line", 4, ""][1]] == (0,)
    assert code.sets[found["line", 6, ""][1]] == ()
    assert {3, 6} <= set(file.hashes)
    assert file.source[3] == "      total <= total + 1;"
    assert file.shares["branch"] == (3, 2, 0, 0)
    assert rows(code, GENERATED)[0].origin == "generated"


def test_simulations_beside_regressions_count_too(made):
    made.run("tests.Second", ELSE, record=record_in(made.root / "coverage" / "small" / "sim", CODE_FILE))
    code, _ = coverage_of(made)
    _, found = rows(code)
    assert code.sets[found["line", 6, ""][1]] == (1,)
    assert code.sets[found["line", 3, ""][1]] == (0, 1)


def test_waivers_are_reasons_and_wrong_ones_are_left_out_by_name(made):
    code, _ = coverage_of(made)
    mark = rows(code)[0].hashes[3]
    words = f'file = "{FILE}"\nhash = "{mark}"\ntext = "if (carry) begin"\nkind = "branch"\nwhich = ["else"]\n'
    code, _ = coverage_of(made, f'[[waiver]]\n{words}reason = "tied"\nunreachable = true\n')
    _, found = rows(code)
    assert code.reasons[found["branch", 3, "else"][2]] == "unreachable: tied"
    assert (code.stale, code.wrong) == ((), ())
    code, _ = coverage_of(made, f'[[waiver]]\n{words.replace(mark, "0" * 12)}reason = "tied"\n')
    assert "no such text" in code.stale[0]
    _, (left,) = coverage_of(made, "[[waiver]]\n")
    assert (left.what, "file: is missing" in left.why) == ("waivers of code", True)


def test_damaged_records_are_left_out_by_name(made):
    (made.regression / "code" / "000002.jsonl").write_text("{}\n")
    code, (left,) = coverage_of(made)
    assert code.runs == 1
    assert (left.what.endswith("000002.jsonl"), "no record of code" in left.why) == (True, True)


def test_nothing_counted_is_no_panel(tmp_path):
    assert code_of(made_sources(tmp_path, write_regression(tmp_path / "smoke-1", passed(RUN))), tmp_path) is None
