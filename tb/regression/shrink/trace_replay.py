"""Plays a trace on RTL to see whether it fails."""

from __future__ import annotations

from pathlib import Path

from tb.regression.plan.run import Setting
from tb.regression.plan.settings import design_of
from tb.runner.family.find import load_family
from tb.runner.jobs.job import CONFIG_VARIABLE, SimJob
from tb.runner.jobs.run import run
from tb.runner.jobs.run_dir import new_run_dir
from tb.runner.jobs.trace_job import TRACES_VARIABLE, TraceJob
from tb.runner.paths import BUILD

TRACES_FILE = "traces.json"


def fails_as_trace(folder: Path, setting: Setting, seed: int, name: str) -> bool:
    """Whether a trace fails.

    Args:
        folder: the trace.
        setting: on what it is played.
        seed: what everything random hangs on.
        name: what the run's folder is called.

    Raises:
        UserError: the design does not compile.
    """
    traces = load_family(setting.family).traces
    assert traces is not None, f"{setting.family} writes traces and cannot play them"
    run_dir = new_run_dir(name)
    TraceJob(strict=False, folders={folder.name: folder}).write(run_dir / TRACES_FILE)
    job = SimJob(
        design=design_of(setting),
        sim=setting.sim,
        modules=traces.modules,
        seed=seed,
        run_dir=run_dir,
        plusargs=setting.plusargs,
        env={CONFIG_VARIABLE: setting.config, TRACES_VARIABLE: str(run_dir / TRACES_FILE)},
    )
    result = run(job, root=BUILD)
    return bool(result.problem) or any(not record.passed for record in result.records)
