"""Runs that come to no good end are said to, and the others of their batch are played."""

import pytest

from tb.regression.batch.batch_file import BatchLimits
from tb.regression.store.results import Results
from tests.sim.regression.playing import lines_of, play, runs_of

COUNT = 6
BAD = 3


@pytest.mark.parametrize(
    ("test", "limits", "problem", "alone"),
    [
        ("CrashingTest", {}, "SIGSEGV", True),
        pytest.param("SlowTest", {"run_s": 4.0}, "one run took longer than 4 s", True, marks=pytest.mark.long),
        pytest.param("GreedyTest", {"memory_mb": 2048}, "MemoryError", False, marks=pytest.mark.long),
        pytest.param("ChattyTest", {"output_mb": 16}, "File too large", False, marks=pytest.mark.long),
    ],
)
def test_a_bad_run_leaves_the_others_alone(tmp_path, test, limits, problem, alone):
    folder = tmp_path / "regression"
    told = play(folder, runs_of(COUNT, test), limits=BatchLimits(**limits))
    results = Results(folder).by_id
    assert len(results) == len(told.results) == len(lines_of(folder)) == COUNT
    (bad,) = (result for result in results.values() if not result.passed)
    assert bad.run.seed == BAD
    assert problem in (bad.problem or bad.first_line)
    assert bad.alone == alone
    assert any("one by one" in line for line in told.lines) == alone
    assert not list((folder / "batches").glob("*")) or alone


def test_runs_leave_nothing_to_those_behind_them(tmp_path):
    told = play(tmp_path / "regression", runs_of(4, "LoggersTest"))
    assert len({result.batch for result in told.results}) == 1
    assert all(result.passed for result in told.results), told.results[-1].first_line
