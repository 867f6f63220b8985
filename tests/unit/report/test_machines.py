"""Results of several machines: the same suite played with other seeds here and there, its folders copied together."""

import shutil

import pytest

from tb.report.panels.code import code_of
from tb.report.panels.functional import functional_of
from tests.unit.code_coverage.made_code import MadeCode
from tests.unit.regression.made_runs import failed, runs
from tests.unit.report.made_report import made_sources, write_regression
from tests.unit.report.test_functional import covering

IF, ELSE = [1, 0, 0, 1, 1, 1, 1], [0, 5, 1, 0, 5, 5, 0]
ONE, OTHER, THIRD = runs(3)


def played(checkout, *results, codes):
    """A regression of a checkout of its own, and what its runs have reached of the RTL."""
    checkout.mkdir()
    made, folder = MadeCode(checkout), write_regression(checkout / "smoke-1", *results)
    (folder / "code").mkdir()
    for seed, reached in codes.items():
        made.run("tests.made.FirstTest", reached, seed=str(seed), record=folder / "code" / "000001.jsonl")
    return folder


@pytest.fixture
def machines(tmp_path):
    """Seeds 1 and 2 here, 2 and 3 there; there it is copied from."""
    here = played(tmp_path / "here", covering(ONE, (1, "plain")), covering(OTHER, (2, "odd")), codes={1: IF, 2: ELSE})
    there = played(
        tmp_path / "there",
        covering(OTHER, (2, "odd")),
        covering(THIRD, (1, "plain"), (3, "odd")),
        codes={2: ELSE, 3: IF},
    )
    copied = tmp_path / "here" / "smoke-2"
    shutil.copytree(there, copied)
    shutil.rmtree(tmp_path / "there")
    return tmp_path / "here", here, copied


def test_runs_and_bins_add_up_and_the_same_run_counts_once(machines):
    root, *folders = machines
    for order in (folders, folders[::-1]):
        sources = made_sources(root, *order)
        assert len(sources.runs) == 3
        (config,) = functional_of(sources).configs
        (group,) = config.groups
        hits = {item.name: item.rows.hits.tolist() for item in group.items}
        assert (config.runs, hits["size"], hits["mode"]) == (3, [2, 1, 1], [2, 2])
        assert [(line.why, line.count) for line in sources.leave_out.all()] == [
            ("played in another regression of this report too", 1)
        ]


def test_code_adds_up_and_the_same_run_counts_once(machines):
    root, *folders = machines
    code = code_of(made_sources(root, *folders), root)
    (adder,) = (file.items for file in code.files if file.origin == "rtl")
    lines = {line: hits for kind, line, hits in zip(adder.kind, adder.line, adder.hits, strict=True) if kind == "line"}
    assert (code.runs, lines[4], lines[6]) == (3, 2, 5)


def test_what_failed_there_does_not_count_here(machines):
    root, here, _ = machines
    there = write_regression(root / "smoke-3", failed(ONE))
    (config,) = functional_of(made_sources(root, here, there)).configs
    assert config.runs == 1
