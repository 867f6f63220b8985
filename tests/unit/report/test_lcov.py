"""Code coverage as lcov's tracefile: read back by a reader of others, by lcov itself where there is one, and by its
grammar."""

import re
import shutil
import subprocess
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from lcov_cobertura import LcovCobertura

from tb.code_coverage.waivers import source_hash
from tb.report.exports.lcov import lcov_of
from tb.report.panels.code import code_of
from tests.unit.code_coverage.made_code import FILE, GENERATED, SOURCE, MadeCode
from tests.unit.report.made_report import made_sources, write_regression

WAIVER = f"""[[waiver]]
file = "{FILE}"
hash = "{source_hash(SOURCE.splitlines(), 3)}"
text = "if (carry) begin"
kind = "branch"
which = ["else"]
reason = "carry is tied"
unreachable = {{unreachable}}
"""
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
def made(tmp_path):
    """A test that has reached some of an adder."""
    made = MadeCode(tmp_path)
    folder = write_regression(tmp_path / "smoke-1")
    (folder / "code").mkdir()
    made.run("tests.First", [1, 0, 0, 1, 1, 0, 1], record=folder / "code" / "000001.jsonl")
    return made


def text_of(made, waivers=""):
    sources = made_sources(made.root, made.root / "smoke-1")
    path = made.root / "waivers.toml"
    path.write_text(waivers)
    coverage = replace(sources.family.coverage, code_waivers=path)
    return lcov_of(code_of(replace(sources, family=replace(sources.family, coverage=coverage)), made.root), made.root)


@pytest.fixture
def tracefile(made):
    return text_of(made)


def test_lines_and_branches_come_back(tracefile, tmp_path):
    files = read_lcov(tracefile)
    assert set(files) == {str(tmp_path / FILE), str(tmp_path / GENERATED)}
    lines, taken = files[str(tmp_path / FILE)]
    assert lines == {2: 1, 3: 1, 4: 1, 6: 0, 9: 0}
    assert taken == {("3", "0", "0"): "1", ("3", "0", "1"): "0", ("9", "0", "0"): "-"}


def test_what_nothing_can_reach_is_not_in_it_and_what_is_waived_is(made):
    lines, taken = read_lcov(text_of(made, WAIVER.format(unreachable="true")))[str(made.root / FILE)]
    assert (lines, list(taken)) == ({2: 1, 3: 1, 4: 1, 9: 0}, [("3", "0", "0"), ("9", "0", "0")])
    assert text_of(made, WAIVER.format(unreachable="false")) == text_of(made)


def test_the_bench_is_not_in_it(made):
    code = code_of(made_sources(made.root, made.root / "smoke-1"), made.root)
    adder, package = code.files
    assert lcov_of(replace(code, files=(replace(adder, origin="bench"), package)), made.root).count("SF:") == 1


def test_another_tools_reader_finds_the_same_counts(tracefile, tmp_path):
    root = ElementTree.fromstring(LcovCobertura(tracefile, base_dir=str(tmp_path)).convert())
    sums = {"lines-valid": "7", "lines-covered": "5", "branches-valid": "3", "branches-covered": "1"}
    assert {name: root.get(name) for name in sums} == sums
    adder = next(one for one in root.iter("class") if one.get("filename") == FILE)
    hits = {one.get("number"): one.get("hits") for one in adder.iter("line")}
    assert hits == {"2": "1", "3": "1", "4": "1", "6": "0", "9": "0"}


@pytest.mark.skipif(not shutil.which("lcov"), reason="lcov is not installed")
def test_lcov_itself_takes_it(tracefile, tmp_path):
    (tmp_path / "lcov.info").write_text(tracefile)
    words = ["lcov", "--rc", "lcov_branch_coverage=1", "--summary", str(tmp_path / "lcov.info")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = done.stdout + done.stderr
    assert "(5 of 7 lines)" in said
    assert "(1 of 3 branches)" in said


@pytest.mark.parametrize(
    ("change", "into"), [("LH:3", "LH:4"), ("DA:4,1", "DA:4"), ("end_of_record\n", ""), ("BRDA:3,0,1", "BRDA:3,0,0")]
)
def test_the_reader_sees_what_is_wrong(tracefile, change, into):
    assert change in tracefile
    with pytest.raises(ValueError, match=r"sums|record|twice"):
        read_lcov(tracefile.replace(change, into, 1))
