"""Reading what Verilator writes."""

import pytest

from tb.code_coverage.dat import DamagedDatError, points_of, read_dat
from tb.code_coverage.points import Kind, Point, points_from, points_text
from tests.unit.code_coverage.made_code import dat_text, key

KEYS = [key("branch", "/a/x.sv", 3, 5, "if", "3-4,9"), key("expr", "/a/x.sv", 9, 1, "(b==8'h1) => 1' %22x%22")]


def written(tmp_path, text):
    path = tmp_path / "code.dat"
    path.write_text(text)
    return path


def test_keys_may_have_quotes_of_their_own(tmp_path):
    path = written(tmp_path, dat_text(KEYS, [7, 1 << 40]))
    dat = read_dat(path)
    assert dat.counts.tolist() == [7, 1 << 40]
    branch, expression = points_of(dat, path)
    assert branch == Point("/a/x.sv", 3, 5, Kind.BRANCH, "if", "3-4,9")
    assert list(branch.covered) == [3, 3, 4, 9]
    assert expression.text == "(b==8'h1) => 1' \"x\""
    assert list(expression.covered) == []


def test_runs_of_one_build_have_one_id_whatever_they_reach(tmp_path):
    one = read_dat(written(tmp_path, dat_text(KEYS, [7, 0]))).id
    assert read_dat(written(tmp_path, dat_text(KEYS, [0, 3]))).id == one
    assert read_dat(written(tmp_path, dat_text(KEYS[:1], [7]))).id != one


def test_a_case_is_a_way_out_of_a_decision(tmp_path):
    path = written(
        tmp_path, dat_text([key("line", "x.sv", 1, 1, "case", "1"), key("line", "x.sv", 2, 1, "block")], [1, 1])
    )
    assert [point.kind for point in points_of(read_dat(path), path)] == [Kind.BRANCH, Kind.LINE]


def test_points_come_back():
    points = (Point("a.sv", 1, 2, Kind.TOGGLE, "x[0]:0->1"), Point("b.sv", 1, 2, Kind.BRANCH, "if", "3"))
    assert points_from(points_text(points)) == points


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nothing", "does not begin with"),
        (dat_text(KEYS, [1, 2])[:-3], ":3: the last line was cut short"),
        (dat_text(KEYS, [1, "x"]), ":3: a point without a number"),
        (dat_text(KEYS, [1, 2]).replace("C '", "", 1).replace("' 1\n", "\n", 1), ":2: a point without a number"),
    ],
)
def test_a_damaged_file_is_named(tmp_path, text, said):
    with pytest.raises(DamagedDatError, match=said) as caught:
        read_dat(written(tmp_path, text))
    assert "code.dat" in str(caught.value)


@pytest.mark.parametrize("wrong", ["nothing", key("fsm", "x.sv", 1, 1, "a"), key("line", "x.sv", 1, 1, "block", "a-b")])
def test_a_key_that_is_none_is_named(tmp_path, wrong):
    path = written(tmp_path, dat_text([KEYS[0], wrong], [1, 2]))
    with pytest.raises(DamagedDatError, match=r"code\.dat:3: .* is no point"):
        list(points_of(read_dat(path), path))
