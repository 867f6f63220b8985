"""Batches: runs of one setting, as many as take about a minute."""

from dataclasses import replace

from tb.regression.batch.batch_file import BatchJob, BatchLimits
from tb.regression.plan.batches import BATCH_S, FIRST_RUNS, MOST_RUNS, Batcher
from tests.unit.regression.made_runs import RUN, SETTING, runs

OTHER = replace(SETTING, sim="verilator")


def test_of_runs_that_nobody_knows_few_are_taken_together():
    batches = list(Batcher(lambda _: None).batches(runs(FIRST_RUNS + 1)))
    assert [len(batch.runs) for batch in batches] == [FIRST_RUNS, 1]
    assert [batch.name for batch in batches] == ["000001", "000002"]


def test_known_runs_fill_the_time_of_a_batch():
    batches = list(Batcher(lambda _: BATCH_S / 10).batches(runs(25)))
    assert [len(batch.runs) for batch in batches] == [10, 10, 5]
    assert len(next(Batcher(lambda _: 1e-6).batches(iter(runs(MOST_RUNS + 1)))).runs) == MOST_RUNS


def test_runs_of_other_settings_are_other_batches():
    mixed = [run for pair in zip(runs(4), runs(4, setting=OTHER), strict=True) for run in pair]
    batches = list(Batcher(lambda _: None).batches(mixed))
    assert [{run.setting for run in batch.runs} for batch in batches] == [{SETTING}, {OTHER}]


def test_numbers_go_on_and_a_run_may_be_alone():
    batcher = Batcher(lambda _: None, number=7)
    alone = batcher.alone(RUN, waves=True)
    assert (alone.name, alone.runs, alone.alone, alone.waves) == ("000007", (RUN,), True, True)


def test_a_job_is_read_as_it_was_written(tmp_path):
    batch = Batcher(lambda _: None).alone(RUN)
    job = BatchJob(
        batch=batch,
        results=tmp_path / "r.jsonl",
        folder=tmp_path / "b",
        root=tmp_path,
        limits=BatchLimits(run_s=5.0),
        tests=tmp_path,
    )
    assert BatchJob.read(job.write()) == job
