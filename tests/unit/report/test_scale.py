"""A report of 10,000 runs and 25,000 bins stays small."""

from dataclasses import replace

import numpy as np
import pytest

from tb.coverage.bins import each
from tb.coverage.counts import Counts
from tb.coverage.covergroup import Covergroup, Coverpoint, cross
from tb.coverage.packed import pack
from tb.findings import Finding
from tb.regression.store.results import FOLDER
from tb.report.making import make_report, write_report
from tb.runner.family.parts import CoverageParts
from tests.unit.regression.made_runs import RUN, failed, passed
from tests.unit.report.made_report import PLAYED, made_family, made_sources, write_regression

RUNS, GROUPS, SIZE, TESTS, KINDS_OF_HITS = 10_000, 30, 24, 60, 40
MOST_MB = 20


def large_groups(_config):
    """25,000 bins and more in 30 groups."""
    for number in range(GROUPS):
        points = [Coverpoint(f"point {at}", each(range(SIZE)), lambda sample: sample) for at in range(10)]
        yield Covergroup(
            f"group {number}", points, [cross("point 0", "point 1"), cross("point 2", "point 3")][: 1 + number % 2]
        )


def kinds_of_hits(group, random):
    """Some sets of hits of a group: a bin is hit the more rarely the higher its number."""
    bins = sum(len(item.labels) for item in group.items)
    chance = 0.6 * np.exp(-np.arange(bins) / (bins / 8))
    for _ in range(KINDS_OF_HITS):
        counts = Counts(group)
        counts.add_vector(random.geometric(0.1, bins) * (random.random(bins) < chance))
        yield pack(counts)


def large_regression(folder):
    random = np.random.default_rng(1)
    groups = list(large_groups(""))
    hits = {group.name: list(kinds_of_hits(group, random)) for group in groups}
    (folder / FOLDER).mkdir(parents=True)
    PLAYED.write(folder)
    with (folder / FOLDER / "000001.jsonl").open("w") as file:
        for seed in range(RUNS):
            run = replace(RUN, seed=seed, test=f"tests.made.Number{seed % TESTS}Test")
            if seed % 50 == 7:
                result = failed(run, Finding("wrong-data", f"wrong data of unit {'abcdefgh'[seed % 8]} at 0x100"))
            else:
                result = passed(run)
                mine = {name: kinds[int(random.integers(KINDS_OF_HITS))] for name, kinds in hits.items()}
                result = replace(result, record=replace(result.record, hits=mine))
            file.write(result.to_line() + "\n")
    return folder


@pytest.mark.long
def test_ten_thousand_runs_and_twenty_five_thousand_bins_stay_small(tmp_path):
    sources = made_sources(tmp_path, large_regression(tmp_path / "large-1"))
    coverage = CoverageParts(groups=lambda config: tuple(large_groups(config)), explained_holes=tmp_path / "none.toml")
    report = make_report(replace(sources, family=replace(made_family(tmp_path), coverage=coverage)))
    (config,) = report.functional.configs
    assert (report.summary.totals.runs, config.runs) == (RUNS, RUNS * 49 // 50)
    assert config.tally.bins >= 25_000
    written = write_report(report, tmp_path / "report")
    assert written.page.stat().st_size < MOST_MB << 20
    assert report.left_out == ()


def test_the_smallest_report_is_a_page_too(tmp_path):
    written = write_report(make_report(made_sources(tmp_path, write_regression(tmp_path / "r-1"))), tmp_path / "report")
    assert written.page.stat().st_size < 1 << 20
