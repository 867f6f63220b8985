"""Functional coverage in the report: what was hit, by whom, and what not."""

import json
from dataclasses import replace

import numpy as np

from tb.coverage.counts import Counts
from tb.coverage.packed import pack
from tb.coverage.runs import write_run
from tb.report.data import to_json
from tb.report.making import make_report
from tb.report.panels.functional import functional_of
from tests.unit.regression.made_runs import RUN, failed, passed, runs
from tests.unit.report.made_report import made_groups, made_sources, write_regression

SIZES, MODES = ("1", "2", "3"), ("plain", "odd")


def counts_of(*samples):
    (group,) = made_groups("small")
    counts = Counts(group)
    for size, mode in samples:
        counts.sample({"size": size, "mode": mode})
    return counts


def covering(run, *samples, changed=False):
    """A run that passed and hit these sizes and modes."""
    text = pack(counts_of(*samples))
    result = passed(run)
    return replace(result, record=replace(result.record, hits={"layers": text[::-1] if changed else text}))


def report_of(tmp_path, *results):
    return functional_of(made_sources(tmp_path, write_regression(tmp_path / "smoke-1", *results)))


def items_of(found):
    (config,) = found.configs
    (group,) = config.groups
    return config, {item.name: item for item in group.items}


def test_each_bin_says_how_often_first_most_and_by_which_tests(tmp_path):
    one, other, third = runs(3)
    other = replace(other, test="tests.made.OtherTest")
    found = report_of(
        tmp_path,
        covering(one, (1, "plain")),
        covering(other, (1, "plain"), (1, "plain"), (2, "odd")),
        covering(third, (1, "odd")),
    )
    config, items = items_of(found)
    rows = items["size"].rows
    assert rows.hits.tolist() == [4, 1, 0]
    assert rows.runs.tolist() == [3, 1, 0]
    assert [found.runs[at].seed if at >= 0 else None for at in rows.first] == [1, 2, None]
    assert [found.runs[at].seed if at >= 0 else None for at in rows.most] == [2, 2, None]
    assert rows.most_hits.tolist() == [2, 1, 0]
    names = [name.rpartition(".")[2] for name in found.tests]
    sets = [[names[test] for test in config.sets[at]] if at >= 0 else [] for at in rows.tests]
    assert sets == [["FirstTest", "OtherTest"], ["OtherTest"], []]
    assert items["size x mode"].rows.hits.tolist() == [3, 1, 0, 1, 0, 0]
    assert (items["size x mode"].points, items["size"].labels) == (("size", "mode"), SIZES)
    assert (config.tally.bins, config.tally.hit, config.runs, config.recordings) == (11, 7, 3, 0)


def test_only_runs_that_some_bin_names_are_kept_and_numbered_anew(tmp_path):
    results = [covering(run, (1, "plain")) for run in runs(5)]
    results[3] = covering(results[3].run, *[(1, "plain")] * 9)
    found = report_of(tmp_path, *results)
    _, items = items_of(found)
    assert [run.seed for run in found.runs] == [1, 4]
    assert (items["size"].rows.first[0], items["size"].rows.most[0]) == (0, 1)


def test_holes_come_with_their_reasons_those_without_first(tmp_path):
    text = '[[hole]]\ngroup = "layers"\nitem = "size"\nbins = ["3"]\nreason = "too large"\nimpossible = true\n'
    stale = '[[hole]]\ngroup = "layers"\nitem = "mode"\nbins = ["plain"]\nreason = "never"\n'
    (tmp_path / "explained.toml").write_text(text + stale)
    config, items = items_of(report_of(tmp_path, covering(RUN, (1, "plain"))))
    assert [(hole.text, hole.count, hole.reason) for hole in items["size"].holes] == [("2", 1, -1), ("3", 1, 0)]
    assert (config.reasons, items["size"].reasons) == (("too large",), (-1, -1, 0))
    assert (config.tally.impossible, config.tally.explained) == (1, 1)
    assert [line.split(" ('")[0] for line in config.stale] == ["layers: mode: plain: explained"]


def test_a_wrong_file_of_reasons_is_left_out_by_name(tmp_path):
    (tmp_path / "explained.toml").write_text("[[hole]]\n")
    sources = made_sources(tmp_path, write_regression(tmp_path / "smoke-1", covering(RUN, (1, "plain"))))
    assert functional_of(sources).configs[0].reasons == ()
    assert [line.why.endswith("hole 1: group: is missing") for line in sources.leave_out.all()] == [True]


def test_what_failed_does_not_count_and_nothing_that_counts_is_no_panel(tmp_path):
    assert report_of(tmp_path, failed(RUN), passed(replace(RUN, seed=2))) is None


def test_hits_of_a_group_that_changed_are_left_out_by_name(tmp_path):
    one, other = runs(2)
    sources = made_sources(
        tmp_path,
        write_regression(tmp_path / "smoke-1", covering(one, (1, "odd")), covering(other, (1, "odd"), changed=True)),
    )
    assert items_of(functional_of(sources))[1]["size"].rows.hits.tolist() == [1, 0, 0]
    (line,) = sources.leave_out.all()
    assert (line.what, line.count) == ("coverage of group layers, small", 1)


def test_recordings_of_other_simulations_count_and_damaged_ones_are_left_out(tmp_path):
    folder = tmp_path / "coverage" / "small"
    write_run(folder / "mine", "tests.made.FirstTest", [counts_of((3, "odd"))])
    write_run(folder / "old", "tests.made.FirstTest", [counts_of((2, "odd"))])
    old = folder / "old" / "tests.made.FirstTest.json"
    data = json.loads(old.read_text())
    data["groups"]["layers"]["hits"]["size"] = {"7": 1}
    old.write_text(json.dumps(data))
    (folder / "mine" / "other.json").write_text("{")
    sources = made_sources(tmp_path)
    found = functional_of(sources)
    config, items = items_of(found)
    assert items["size"].rows.hits.tolist() == [0, 0, 1]
    assert (config.runs, config.recordings, found.runs[0].where, found.runs[0].seed) == (0, 2, "recorded: mine", None)
    whys = sorted(line.why for line in sources.leave_out.all())
    assert whys == [
        "its bins have changed since; of so many runs",
        "no record of coverage; delete it and run its test again",
    ]


def test_only_the_tests_that_are_asked_for_count(tmp_path):
    one, other = runs(2)
    other = replace(other, test="tests.made.OtherTest")
    write_run(tmp_path / "coverage" / "small" / "mine", "tests.made.FirstTest", [counts_of((3, "odd"))])
    folder = write_regression(tmp_path / "smoke-1", covering(one, (1, "odd")), covering(other, (2, "odd")))
    sources = replace(made_sources(tmp_path, folder), test=r"\.OtherTest$")
    config, items = items_of(functional_of(sources))
    assert (items["size"].rows.hits.tolist(), config.recordings) == ([0, 1, 0], 0)
    assert [(line.what, line.count) for line in sources.leave_out.all()] == [("runs of other tests", 1)]


def test_tests_are_ranked_by_what_they_add_and_what_they_hit_alone(tmp_path):
    first, second, third = (replace(RUN, test=f"tests.made.{name}Test") for name in ("A", "B", "C"))
    found = report_of(
        tmp_path,
        covering(first, (1, "plain")),
        covering(second, (1, "plain"), (2, "odd"), (3, "odd")),
        covering(third, (1, "plain"), (1, "odd")),
    )
    config, _ = items_of(found)
    worth = [(found.tests[one.test][-5], one.bins, one.alone, one.gain) for one in config.worth]
    assert worth == [("B", 8, 4, 8), ("C", 5, 1, 1), ("A", 3, 0, 0)]


def test_the_json_has_arrays_as_lists(tmp_path):
    report = make_report(made_sources(tmp_path, write_regression(tmp_path / "smoke-1", covering(RUN, (1, "plain")))))
    data = json.loads(to_json(report))
    assert data["functional"]["configs"][0]["groups"][0]["items"][0]["rows"]["hits"] == [1, 0, 0]
    assert isinstance(report.functional.configs[0].groups[0].items[0].rows.hits, np.ndarray)
