"""Waivers, and those that fit no more."""

import pytest

from tb.code_coverage.annotated import annotated
from tb.code_coverage.merge import merge_code
from tb.code_coverage.points import Kind
from tb.code_coverage.shares import Share, shares_of
from tb.code_coverage.sources import sources_of
from tb.code_coverage.waivers import WaiverError, read_waivers, source_hash, waive
from tests.unit.code_coverage.made_code import FILE, GENERATED, SOURCE, MadeCode

IF = [1, 0, 0, 1, 1, 1, 1]
LINES = SOURCE.splitlines()
ENTRY = {
    "file": FILE,
    "hash": source_hash(LINES, 3),
    "text": "if (carry) begin",
    "kind": "branch",
    "which": ["else"],
    "reason": "carry is tied",
}


def toml(**changes):
    def text(value):
        return str(value).lower() if isinstance(value, bool) else repr(value)

    words = {name: value for name, value in {**ENTRY, **changes}.items() if value is not None}
    return "\n".join(["[[waiver]]", *(f"{name} = {text(value)}" for name, value in words.items())])


@pytest.fixture
def held(tmp_path):
    made = MadeCode(tmp_path)
    made.run("tests.First", IF)

    def hold(**changes):
        path = tmp_path / "waivers.toml"
        path.write_text(toml(**changes))
        files = annotated(merge_code([made.record], lambda *_: None, tmp_path))
        rtl = [file for file in files if file.file == FILE]
        return rtl, waive(
            read_waivers(path), files, sources_of(files, tmp_path), configs=("small", "tiny"), root=tmp_path
        )

    return hold


def test_a_waived_branch_waives_the_lines_behind_it(held):
    files, waived = held()
    assert (waived.stale, waived.wrong) == ([], [])
    shares = shares_of(files, waived)
    assert shares[Kind.BRANCH] == Share(all=3, reached=2, waived=1)
    assert shares[Kind.LINE] == Share(all=5, reached=4, waived=1)
    assert shares[Kind.BRANCH].percent == pytest.approx(200 / 3)


def test_with_a_decision_that_is_never_made_its_line_is_waived(tmp_path):
    made = MadeCode(tmp_path)
    made.run("tests.First", [0, 0, 0, 0, 1, 1, 1])
    path = tmp_path / "waivers.toml"
    path.write_text(toml(which=["if", "else"]))
    files = annotated(merge_code([made.record], lambda *_: None, tmp_path))
    waived = waive(read_waivers(path), files, sources_of(files, tmp_path), configs=(), root=tmp_path)
    shares = shares_of([file for file in files if file.file == FILE], waived)
    assert (shares[Kind.LINE], shares[Kind.BRANCH]) == (Share(5, 2, 3), Share(3, 1, 2))


def test_the_first_line_of_a_block_waives_the_others(tmp_path):
    made = MadeCode(tmp_path)
    made.run("tests.First", [*IF[:-1], 0])
    path, text = tmp_path / "waivers.toml", "package adder_pkg;"
    lines = (tmp_path / GENERATED).read_text().splitlines()
    path.write_text(toml(file=GENERATED, hash=source_hash(lines, 1), text=text, kind="line", which=None))
    files = annotated(merge_code([made.record], lambda *_: None, tmp_path))
    waived = waive(read_waivers(path), files, sources_of(files, tmp_path), configs=(), root=tmp_path)
    generated = [file for file in files if file.file == GENERATED]
    assert shares_of(generated, waived) == {Kind.LINE: Share(all=2, waived=2)}


def test_what_is_unreachable_does_not_count(held):
    files, waived = held(unreachable=True)
    assert shares_of(files, waived)[Kind.BRANCH] == Share(3, 2, 1, 1)
    assert shares_of(files, waived)[Kind.BRANCH].percent == 100


@pytest.mark.parametrize(
    ("configs", "waived_branches"),
    [(["tiny", "small"], 1), (["tiny", "small", "full"], 1), (["small"], 0), (["full"], 0)],
)
def test_a_waiver_of_some_configurations_holds_where_no_other_is_counted(held, configs, waived_branches):
    files, waived = held(configs=configs)
    assert (waived.stale, waived.wrong) == ([], [])
    assert shares_of(files, waived)[Kind.BRANCH].waived == waived_branches


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"which": ["if"]}, "waived ('carry is tied'), but it was reached"),
        ({"hash": "0" * 12}, "waived, but there is no such text any more"),
        ({"file": "rtl/gone.sv"}, "rtl/gone.sv: waived, but there is no such file"),
        ({"kind": "toggle"}, "nothing of that kind is counted there"),
        ({"which": ["elsif"]}, "nothing of that kind is counted there"),
    ],
)
def test_a_waiver_that_fits_no_more_is_stale(held, changes, said):
    _, waived = held(**changes)
    assert (len(waived.stale), waived.wrong) == (1, [])
    assert said in waived.stale[0]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"which": ["*"], "unreachable": True}, "called unreachable ('carry is tied'), but it was reached"),
        ({"text": "if (ready) begin"}, "waived, but its hash is that of 'if (carry) begin'"),
    ],
)
def test_a_waiver_that_says_what_is_not_so_is_wrong(held, changes, said):
    _, waived = held(**changes)
    assert (waived.stale, len(waived.wrong)) == ([], 1)
    assert said in waived.wrong[0]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"reason": None}, "waiver 1: reason: is missing"),
        ({"reason": ""}, "waiver 1: reason: is missing"),
        ({"kind": "state"}, "kind = 'state': allowed are line, branch, expression, toggle"),
        ({"why": "x"}, "waiver 1: why: unknown key; allowed are file, "),
        ({"which": "else"}, "which = 'else': must be a list"),
    ],
)
def test_a_wrong_file_is_told(held, changes, said):
    with pytest.raises(WaiverError, match=r"waivers\.toml") as caught:
        held(**changes)
    assert said in str(caught.value)


def test_a_waiver_of_a_file_that_was_not_counted_is_left_alone(held, tmp_path):
    (tmp_path / "rtl" / "other.sv").write_text(SOURCE)
    _, waived = held(file="rtl/other.sv")
    assert (waived.items, waived.stale, waived.wrong) == ({}, [], [])


def test_no_file_has_no_waivers(tmp_path):
    assert read_waivers(None) == read_waivers(tmp_path / "none.toml") == []


def test_equal_lines_have_hashes_by_what_is_around_them():
    lines = ["a", "end", "b", "c", "d", "end", "e"]
    assert source_hash(lines, 2) != source_hash(lines, 6)
    assert source_hash(["  a ", *lines[1:]], 2) == source_hash(lines, 2)
    assert source_hash(["x", *lines[1:]], 2) != source_hash(lines, 2)
