"""Running a simulation."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from tb.code_coverage.counted import BUILD_VARIABLE, CODE_VARIABLE
from tb.outcome.record import RECORDS_FILE, RUN_DIR_VARIABLE, read_records
from tb.outcome.results import TestOutcome, read_results
from tb.outcome.running import RUNNING_FILE, interrupted_test, progress_of
from tb.runner.build import MADE_OF_FILE, Build, build
from tb.runner.errors import UserError
from tb.runner.jobs.job import TAPS_VARIABLE, SimJob, SimResult
from tb.runner.jobs.run_dir import mark_failed, release
from tb.runner.paths import BUILD
from tb.runner.progress import Progress, WatchedProgress
from tb.runner.room import RoomWatch
from tb.runner.simulators.environment import coverage_settings, job_environment, numpy_settings
from tb.runner.simulators.known import simulator
from tb.runner.simulators.process import CommandFailedError, CommandTimeoutError
from tb.runner.simulators.simulator import TIMESCALE

LOG_FILE = "sim.log"
RESULTS_FILE = "results.xml"
LISTING_FILE = "tests.log"
TAIL_LINES = 15
TAPS_FOLDER = "taps"
LOG_ENDS = "; the log ends with"


def run(job: SimJob, *, progress: Progress | None = None, root: Path = BUILD) -> SimResult:
    """Compile a job's design if need be, and run its simulation.

    Args:
        job: what to run.
        progress: shown while it takes time.
        root: folder of all builds.

    Raises:
        UserError: the simulator is missing, the design does not compile, or no test matches the filter.
        NoRoomError: a disk is full.
    """
    progress = progress or Progress()
    sim = simulator(job.sim)
    built = build(job.design, sim, waves=job.waves, counted=job.counted, progress=progress, root=root)
    job.run_dir.mkdir(parents=True, exist_ok=True)
    for old in (RECORDS_FILE, RUNNING_FILE):
        (job.run_dir / old).unlink(missing_ok=True)
    if job.taps:
        (job.run_dir / TAPS_FOLDER).mkdir(exist_ok=True)
    watch = RoomWatch(job.run_dir)
    progress = WatchedProgress(watch.look, progress)
    start = time.monotonic()
    progress.start(f"simulating {job.design.name} on {job.sim}")
    try:
        problem = _simulate(job, built, job.run_dir / LOG_FILE, {}, lambda: progress.tick(_done(job.run_dir)))
    except OSError:
        watch.look()
        raise
    finally:
        progress.stop()
        release(job.run_dir)
    wall_s = time.monotonic() - start
    watch.look()
    tests = _outcomes(job)
    watch.listen([problem, *(test.message for test in tests)])
    if not tests and not problem:
        problem = _why_nothing(job, built)
    records = read_records(job.run_dir)
    if problem and (cut := interrupted_test(job.run_dir, records, problem.partition(LOG_ENDS)[0])):
        records = (*records, cut)
    wave = built.simulator.wave_file(job.run_dir)
    result = SimResult(
        job=job,
        tests=tests,
        records=records,
        log=job.run_dir / LOG_FILE,
        wave=wave if job.waves and wave.is_file() else None,
        wall_s=wall_s,
        problem=problem,
    )
    if not result.passed:
        mark_failed(job.run_dir)
    return result


def _simulate(job: SimJob, built: Build, log: Path, env: Mapping[str, str], tick: Callable[[], None]) -> str:
    """Run the simulator once.

    Returns:
        What went wrong with the run as a whole, or nothing.
    """
    variables = {
        **numpy_settings(),
        **coverage_settings(),
        **built.simulator.environment(),
        **job.design.variables,
        **job.env,
        RUN_DIR_VARIABLE: str(job.run_dir),
        TAPS_VARIABLE: str(job.run_dir / TAPS_FOLDER) if job.taps else "",
        CODE_VARIABLE: str(job.code.absolute()) if job.counted and job.code else "",
        BUILD_VARIABLE: str(built.folder / MADE_OF_FILE) if job.counted else "",
        **env,
    }
    wave_arguments = built.simulator.wave_arguments(built.simulator.wave_file(job.run_dir)) if job.waves else {}
    taps = (f"+taps={TAPS_FOLDER}",) if job.taps else ()
    with job_environment(variables):
        runner = built.simulator.runner(tick, job.timeout_s)
        try:
            runner.test(
                test_module=job.modules,
                hdl_toplevel=job.design.top,
                hdl_toplevel_lang="verilog",
                seed=job.seed,
                waves=job.waves,
                build_dir=built.folder,
                test_dir=job.run_dir,
                results_xml=str(job.run_dir / RESULTS_FILE),
                timescale=TIMESCALE,
                log_file=log,
                test_filter=job.test_filter,
                test_args=wave_arguments.get("test_args", ()),
                plusargs=(*job.plusargs, *taps, *wave_arguments.get("plusargs", ())),
            )
        except (CommandFailedError, CommandTimeoutError) as error:
            return f"{error}{LOG_ENDS}\n{_tail(log)}"
    return ""


def _outcomes(job: SimJob) -> tuple[TestOutcome, ...]:
    """The tests that the simulation reported; none if it ended before."""
    try:
        return read_results(job.run_dir / RESULTS_FILE)
    except (FileNotFoundError, ValueError):
        return ()


def _why_nothing(job: SimJob, built: Build) -> str:
    """Why a simulation without an error reported no test.

    Raises:
        UserError: no test matches the filter.
    """
    if job.test_filter and (job.run_dir / RESULTS_FILE).is_file():
        raise UserError(f"no test matches {job.test_filter!r}; there are: {', '.join(_names(job, built))}")
    return f"the simulation reported no test{LOG_ENDS}\n{_tail(job.run_dir / LOG_FILE)}"


def _names(job: SimJob, built: Build) -> list[str]:
    """The tests that a job could run; cocotb finds them only within a simulation."""
    listing = job.run_dir / LISTING_FILE
    _simulate(job, built, listing, {"COCOTB_LIST_TESTS": "1"}, lambda: None)
    names = (line.strip() for line in listing.read_text(errors="replace").splitlines())
    return [name for name in names if name.rpartition(".")[0] in job.modules]


def _done(run_dir: Path) -> str:
    path = run_dir / RECORDS_FILE
    done = path.read_bytes().count(b"\n") if path.is_file() else 0
    words = [f"{done} done"] if done else []
    return ", ".join([*words, *filter(None, [progress_of(run_dir)])])


def _tail(log: Path) -> str:
    lines = log.read_text(errors="replace").splitlines() if log.is_file() else ["(there is no log)"]
    return "\n".join(lines[-TAIL_LINES:])
