"""Runs and results of a made family."""

from dataclasses import replace

from tb.findings import Finding
from tb.outcome.record import TestRecord
from tb.regression.plan.run import Run, Setting
from tb.regression.store.result import RunResult

SETTING = Setting(family="made", config="small", sim="icarus", memory="hdl")
RUN = Run(setting=SETTING, test="tests.made.FirstTest", seed=1, knobs=(("layers", "20"), ("profile", "harsh")))


def runs(count, **changes):
    return [replace(RUN, seed=seed, **changes) for seed in range(1, count + 1)]


def passed(run, batch="000001", **changes):
    record = TestRecord(name=run.test, passed=True, seed=run.seed, sim_time_ns=100.0, counters={"layers": 3})
    return RunResult(run=run, batch=batch, record=record, wall_s=1.0, **changes)


def failed(run, *findings, layers=3, batch="000001"):
    record = TestRecord(
        name=run.test,
        passed=False,
        seed=run.seed,
        sim_time_ns=100.0,
        counters={"layers": layers},
        findings=findings or (Finding("wrong-data", "wrong data at 0x100"),),
    )
    return RunResult(run=run, batch=batch, record=record, wall_s=1.0)
