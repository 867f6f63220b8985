"""Code coverage as lcov's tracefile: read back by a reader that knows its grammar and nothing of ours."""

import re

import pytest

from tb.code_coverage.annotated import annotated
from tb.code_coverage.merge import merge_code
from tb.report.exports.lcov import lcov_of
from tests.unit.code_coverage.made_code import FILE, GENERATED, MadeCode

RECORD = re.compile(
    r"TN:(?P<test>\w*)\nSF:(?P<file>/[^\n]+)\n(?P<branches>(?:BRDA:\d+,\d+,\d+,(?:-|\d+)\n)*)BRF:(?P<brf>\d+)\n"
    r"BRH:(?P<brh>\d+)\n(?P<lines>(?:DA:\d+,\d+\n)*)LF:(?P<lf>\d+)\nLH:(?P<lh>\d+)\nend_of_record\n"
)


def read_lcov(text):
    """The records of a tracefile: of each file its lines and its branches.

    Raises:
        ValueError: it breaks the grammar, or its sums are not those of what they are of.
    """
    files, at = {}, 0
    while at < len(text):
        record = RECORD.match(text, at)
        if record is None:
            raise ValueError(f"no record: {text[at : at + 80]!r}")
        at = record.end()
        lines = dict(map(int, line[3:].split(",")) for line in record["lines"].splitlines())
        taken = {tuple(line[5:].split(",")[:3]): line.split(",")[3] for line in record["branches"].splitlines()}
        sums = (
            len(lines),
            sum(map(bool, lines.values())),
            len(taken),
            sum(one not in ("-", "0") for one in taken.values()),
        )
        if sums != tuple(int(record[name]) for name in ("lf", "lh", "brf", "brh")) or list(lines) != sorted(lines):
            raise ValueError(f"{record['file']}: sums {sums}")
        if record["branches"].count("\n") != len(taken) or record["lines"].count("\n") != len(lines):
            raise ValueError(f"{record['file']}: the same twice")
        files[record["file"]] = lines, taken
    return files


@pytest.fixture
def tracefile(tmp_path):
    made = MadeCode(tmp_path)
    made.run("tests.First", [1, 0, 0, 1, 1, 0, 1])
    return lcov_of(annotated(merge_code([made.record], lambda *_: None, tmp_path)), tmp_path)


def test_lines_and_branches_come_back(tracefile, tmp_path):
    files = read_lcov(tracefile)
    assert set(files) == {str(tmp_path / FILE), str(tmp_path / GENERATED)}
    lines, taken = files[str(tmp_path / FILE)]
    assert lines == {2: 1, 3: 1, 4: 1, 6: 0, 9: 0}
    assert taken == {("3", "0", "0"): "1", ("3", "0", "1"): "0", ("9", "0", "0"): "-"}


@pytest.mark.parametrize(
    ("change", "into"), [("LH:3", "LH:4"), ("DA:4,1", "DA:4"), ("end_of_record\n", ""), ("BRDA:3,0,1", "BRDA:3,0,0")]
)
def test_the_reader_sees_what_is_wrong(tracefile, change, into):
    assert change in tracefile
    with pytest.raises(ValueError, match=r"sums|record|twice"):
        read_lcov(tracefile.replace(change, into, 1))
