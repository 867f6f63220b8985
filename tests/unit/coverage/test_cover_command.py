"""``make cover``: its table, its holes, its exit status, and one line for whatever is wrong."""

import json
from dataclasses import replace
from operator import itemgetter

import pytest

from tb.cli import main as main_module
from tb.cli.options import shared
from tb.coverage.bins import each, flag
from tb.coverage.counts import Counts
from tb.coverage.covergroup import Covergroup, Coverpoint, cross
from tb.coverage.runs import write_run
from tb.coverage.simulations import list_simulations
from tb.runner.family.find import load_family
from tb.runner.family.parts import CoverageParts

SIZE, WAY = Coverpoint("size", each(range(8)), itemgetter("size")), Coverpoint("way", flag(), itemgetter("way"))
COPIES, PORTS = Covergroup("copies", (SIZE, WAY), (cross("size", "way"),)), Covergroup("ports", (WAY,))
HOLE = '[[hole]]\ngroup = "copies"\nitem = "{item}"\nbins = ["{bins}"]\nreason = "it is {item}"\n{more}\n'


class Covering:
    """The command on groups, runs and explanations of its own."""

    def __init__(self, folder, capsys):
        self.folder, self._capsys = folder, capsys
        self.groups = (COPIES, PORTS)
        self.explained = folder / "explained.toml"

    def run(self, name, sizes=(), ways=(), folder="module-icarus-hdl", groups=(COPIES, PORTS)):
        counts = [Counts(group) for group in groups]
        for size in sizes:
            for way in ways:
                counts[0].sample({"size": size, "way": way})
        for way in ways:
            counts[1].sample({"way": way})
        write_run(self.folder / "tiny" / folder, name, counts)

    def __call__(self, *words):
        status = main_module.main(["cover", "--config", "tiny", "--folder", str(self.folder), *words])
        said = self._capsys.readouterr()
        return status, said.out, said.err


@pytest.fixture
def covering(tmp_path, capsys, monkeypatch):
    made = Covering(tmp_path, capsys)
    coverage = CoverageParts(groups=lambda _: made.groups, explained_holes=made.explained)
    family = replace(load_family(None), coverage=coverage, configs=("tiny",), check_config=lambda _: None)
    monkeypatch.setattr(shared, "load_family", lambda _name: family)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    return made


def test_all_hit_is_status_0(covering):
    covering.run("First", sizes=range(8), ways=(0,))
    covering.run("Second", sizes=range(8), ways=(1,))
    status, said, _ = covering()
    assert status == 0
    assert "100.0 percent" in said
    assert "HOLE" not in said
    assert "tests that passed: 2" in said


def test_holes_below_the_limit_are_status_1(covering):
    covering.run("First", sizes=range(6), ways=(0,))
    status, said, _ = covering()
    assert status == 1
    assert "HOLE  copies: size: 6, 7 (2 of 8)" in said
    assert "HOLE  ports: way: yes (1 of 2)" in said
    assert covering("--at-least", "40")[0] == 0


def test_a_group_alone(covering):
    covering.run("First", sizes=(1,), ways=(0, 1))
    status, said, _ = covering("--group", "ports")
    assert status == 0
    assert "copies" not in said
    data = json.loads((covering.folder / "tiny.merged.json").read_text())
    assert data == {"ports": {"way": {"no": 1, "yes": 1}}}


def test_the_merge_has_every_bin(covering):
    covering.run("First", sizes=(1,), ways=(0,))
    covering()
    data = json.loads((covering.folder / "tiny.merged.json").read_text())
    assert data["copies"]["size"] == {str(size): int(size == 1) for size in range(8)}
    assert len(data["copies"]["size x way"]) == 16


def test_impossible_bins_do_not_count_and_explained_ones_do(covering):
    covering.run("First", sizes=range(7), ways=(0, 1))
    assert covering("--at-least", "100")[0] == 1
    covering.explained.write_text(
        HOLE.format(item="size", bins="7", more="") + HOLE.format(item="size x way", bins="7 x *", more="")
    )
    status, said, _ = covering("--at-least", "100")
    assert status == 1
    assert "copies: size" not in said
    rest = "all holes, and the 3 bins that are explained: make report; of a group: make cover CONFIG=tiny GROUP=<group>"
    assert rest in said
    assert "copies: size: 7 (1 of 8): explained: it is size" in covering("--group", "copies")[1]
    covering.explained.write_text(
        HOLE.format(item="size", bins="7", more="impossible = true")
        + HOLE.format(item="size x way", bins="7 x *", more="impossible = true")
    )
    status, said, _ = covering("--at-least", "100")
    assert status == 0
    assert "impossible: it is size" in covering("--group", "copies")[1]


def test_the_largest_holes_are_shown_and_the_rest_is_counted(covering):
    points = [Coverpoint(f"point {number:02}", each(range(number)), lambda _: None) for number in range(1, 30)]
    long = Coverpoint("a name that is long " * 4, each(range(100, 300, 2)), lambda _: None)
    covering.groups = (Covergroup("many", (*points, long)),)
    covering.run("First", groups=covering.groups)
    status, said, _ = covering()
    holes = [line for line in said.splitlines() if line.startswith("HOLE")]
    assert (status, len(holes)) == (1, 20)
    assert all(len(line) <= 120 for line in holes)
    assert holes[0].startswith("HOLE  many: a name that is long")
    assert holes[0].endswith(": all (100 of 100)")
    assert [line.split(": ")[1] for line in holes[1:]] == [f"point {number:02}" for number in range(29, 10, -1)]
    assert "      and 55 bins of 10 other coverpoints and crosses" in said
    assert "0.0 percent of what is possible, less than AT_LEAST=95: the exit status is 1" in said
    assert sum(line.startswith("HOLE") for line in covering("--group", "many")[1].splitlines()) == 30


def test_simulations_that_were_not_played_are_said_with_the_command_that_plays_them(covering):
    covering.run("First", sizes=range(8), ways=(0, 1))
    listed = {"module-icarus-hdl": False, "module-verilator-hdl": True, "other-verilator-hdl": True}
    list_simulations(covering.folder, {"tiny": {"tests/test_a.py": listed}, "other": {"tests/test_a.py": {"x": False}}})
    status, said, _ = covering()
    assert status == 0
    assert "not played yet: 2 of 3 simulations of tiny, which count too: make long plays 2 of them" in said
    list_simulations(covering.folder, {"tiny": {"tests/test_b.py": {"third-icarus-hdl": False}}})
    said = covering()[1]
    assert "not played yet: 3 of 4 simulations of tiny, which count too: make test plays 1, make long plays 2" in said
    list_simulations(covering.folder, {"tiny": {"tests/test_a.py": {}, "tests/test_b.py": {}}})
    assert "not played" not in covering()[1]
    (covering.folder / "simulations.json").write_text('{"tiny": 3}')
    assert covering()[0] == 0


def test_a_damaged_recording_is_left_out_by_name(covering):
    covering.run("First", sizes=range(8), ways=(0, 1))
    (covering.folder / "tiny" / "module-icarus-hdl" / "Second.json").write_text("{")
    status, said, _ = covering()
    assert status == 0
    assert "Second.json: no record of coverage; run its test again" in said


def test_an_explanation_that_fits_no_more_is_said(covering):
    covering.run("First", sizes=range(8), ways=(0, 1))
    covering.explained.write_text(
        HOLE.format(item="size", bins="7", more="") + HOLE.format(item="sise", bins="7", more="")
    )
    status, said, _ = covering()
    assert status == 0
    assert "STALE copies: size: 7: explained ('it is size'), but it was hit" in said
    assert "STALE copies: sise: 7: explained, but there is no such bin" in said


def test_runs_of_older_groups_are_left_out_and_said(covering):
    covering.run("First", sizes=range(8), ways=(0, 1))
    covering.run("Old", groups=(Covergroup("copies", (SIZE, WAY)), PORTS))
    _, said, _ = covering()
    assert "1 recording ignored: coverage points changed since; run them again\n" in said
    assert "tests that passed: 1" in said


def test_a_combination_that_cannot_be_and_was_hit_is_never_good(covering):
    never = cross("size", "way", ignore_bins=lambda *labels: labels == ("1", "yes"))
    covering.groups = Covergroup("copies", (SIZE, WAY), (never,)), PORTS
    covering.run("First", sizes=range(8), ways=(0, 1), groups=covering.groups)
    status, said, _ = covering()
    assert status == 1
    assert "WRONG copies: size x way: 1 x yes: was hit" in said


@pytest.mark.parametrize(
    ("prepare", "words", "message"),
    [
        (lambda _: None, (), "nothing is recorded for tiny; run make test first"),
        (
            lambda it: it.run("Old", groups=(PORTS, PORTS)),
            (),
            "nothing is recorded for tiny (1 ignored: coverage points",
        ),
        (lambda it: it.run("First"), ("--group", "cop1"), "GROUP=cop1: no group is called so; there are copies, ports"),
        (lambda it: (it.run("First"), it.explained.write_text("[")), (), "explained.toml: is not TOML"),
    ],
)
def test_bad_input_is_status_2(covering, prepare, words, message):
    prepare(covering)
    status, _, said = covering(*words)
    assert status == 2
    assert message in said
    assert len(said.splitlines()) == 1


def test_a_percentage_that_is_none(covering, capsys):
    with pytest.raises(SystemExit) as ended:
        covering("--at-least", "most")
    assert ended.value.code == 2
    assert "AT_LEAST=most: not a percentage" in capsys.readouterr().err
