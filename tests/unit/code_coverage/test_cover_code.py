"""``make cover CODE_COVERAGE=1``: units, the holes that matter most, the exit status."""

from dataclasses import replace

import pytest

from tb.cli import cover_code
from tb.cli import main as main_module
from tb.cli.options import shared
from tb.code_coverage.recorded import CODE_FILE
from tb.code_coverage.waivers import source_hash
from tb.runner.family.find import load_family
from tb.runner.family.parts import CoverageParts
from tests.unit.code_coverage.made_code import FILE, SOURCE, MadeCode

IF, NOTHING = [1, 0, 0, 1, 1, 1, 1], [0, 0, 0, 0, 0, 0, 1]
HASH = source_hash(SOURCE.splitlines(), 3)
WAIVER = f"""[[waiver]]
file = "{FILE}"
hash = "{HASH}"
text = "if (carry) begin"
kind = "branch"
which = ["{{which}}"]
reason = "carry is tied"
unreachable = true
"""


@pytest.fixture
def covering(tmp_path, capsys, monkeypatch):
    """The command on an adder of which a test has reached some."""
    made = MadeCode(tmp_path)
    made.records = tmp_path / "coverage" / "tiny" / "sim"
    made.records.mkdir(parents=True)
    waivers = tmp_path / "waivers.toml"
    coverage = CoverageParts(groups=lambda _: (), explained_holes=tmp_path / "none.toml", code_waivers=waivers)
    family = replace(load_family(None), coverage=coverage, configs=("tiny",), check_config=lambda _: None)
    monkeypatch.setattr(shared, "load_family", lambda _name: family)
    monkeypatch.setattr(cover_code, "ROOT", tmp_path)
    monkeypatch.setattr("signal.signal", lambda *_: None)

    def cover(*words, reached=IF, waiver=""):
        made.run("tests.First", reached, record=made.records / CODE_FILE)
        waivers.write_text(waiver)
        folder = tmp_path / "coverage"
        status = main_module.main(
            ["cover", "--config", "tiny", "--code-coverage", "1", "--folder", str(folder), *words]
        )
        said = capsys.readouterr()
        return status, said.out, said.err

    return cover


def test_what_was_not_reached_is_a_hole_on_one_line(covering):
    status, said, _ = covering()
    assert status == 1
    assert f"HOLE  {FILE}:3: else: if (carry) begin (and 1 line)  {HASH}" in said
    assert said.count("HOLE") == 1, "the line behind it is no hole of its own"
    assert "75.0 percent of lines and branches that can be reached, less than AT_LEAST=95: the exit status is 1" in said
    assert covering("--at-least", "75")[0] == 0


def test_the_hole_with_the_most_lines_behind_it_comes_first(covering, monkeypatch):
    monkeypatch.setattr(cover_code, "SHOWN_HOLES", 2)
    _, said, _ = covering(reached=NOTHING)
    holes = [line.split(": ")[1] for line in said.splitlines() if line.startswith("HOLE")]
    assert holes == ["if", "else"]
    assert "      and 2 other branches and lines" in said
    assert all(len(line) <= 120 for line in said.splitlines() if line.startswith("HOLE"))


def test_a_unit_alone_shows_what_is_waived_too(covering):
    waiver = WAIVER.format(which="else")
    status, said, _ = covering(waiver=waiver)
    assert (status, "carry is tied" in said) == (0, False)
    status, said, _ = covering("--group", "unit", waiver=waiver)
    assert status == 0
    assert f"      {FILE}:3: else: if (carry) begin: unreachable: carry is tied" in said
    status, _, error = covering("--group", "unti")
    assert (status, error) == (2, "error: GROUP=unti: no unit is called so; there are rtl/unit\n")


def test_a_waiver_that_says_what_is_not_so_is_never_good(covering):
    status, said, _ = covering("--at-least", "0", waiver=WAIVER.format(which="if"))
    assert status == 1
    assert "at least AT_LEAST=0; but what is WRONG makes the exit status 1" in said
    assert (
        f"WRONG {FILE}: branch of 'if (carry) begin': called unreachable ('carry is tied'), but it was reached" in said
    )
