"""One simulation as the options ask for it, the folders that it writes into, and how a command is called again."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile
from types import MappingProxyType

from rich.console import Console

from sequences.printable import printable
from tb.cli.options.shared import LOG_LEVEL_VARIABLE
from tb.code_coverage.recorded import CODE_FILE
from tb.coverage.runs import COVERAGE_VARIABLE
from tb.regression.plan.run import Run
from tb.reports.progress import console_progress
from tb.runner.design import Design
from tb.runner.errors import UserError
from tb.runner.family.find import load_family
from tb.runner.jobs.job import CONFIG_VARIABLE, ERRATA_VARIABLE, SimJob, SimResult
from tb.runner.jobs.run import run
from tb.runner.paths import COVERAGE, shown

SIM_FOLDER = "sim"
"""Of what ``make sim`` has reached, among the coverage of a configuration."""
TAPS_HINT = "with TAPS=1 a failure names the border between units at which RTL and reference device first differ"


def simulate(
    design: Design,
    modules: tuple[str, ...],
    options: argparse.Namespace,
    *,
    run_dir: Path,
    console: Console,
    test_filter: str | None = None,
    env: Mapping[str, str] = MappingProxyType({}),
    code: Path | None = None,
) -> SimResult:
    """Play tests on a design.

    Args:
        design: what to simulate.
        modules: Python modules with the tests.
        options: say on which simulator, with which seed, for how long, with waves or taps or not, what the RTL is told,
            and what is counted.
        run_dir: a folder for the run.
        console: shows the progress.
        test_filter: regular expression on ``module.test``; all tests if None.
        env: further environment variables for the simulation side.
        code: file to which tests add which code they have reached, if it is counted.

    Raises:
        UserError: the simulator is missing, the design does not compile, or no test matches the filter.
    """
    job = SimJob(
        design=design,
        sim=options.sim,
        modules=modules,
        seed=options.seed,
        run_dir=run_dir,
        test_filter=test_filter,
        waves=options.waves,
        plusargs=options.plusargs,
        env={
            CONFIG_VARIABLE: options.config,
            ERRATA_VARIABLE: options.errata,
            LOG_LEVEL_VARIABLE: options.log_level,
            **env,
        },
        taps=options.taps,
        timeout_s=options.timeout,
        counted=options.code_coverage,
        code=code,
    )
    result = run(job, progress=console_progress(console))
    if result.wave is not None:
        from tb.waves.write import views_of_run

        if why := views_of_run(result, load_family(options.family), options.config, options.attach):
            console.print(f"no views of the waves: {why}", soft_wrap=True)
    return result


def make_command(target: str, variables: Mapping[str, object]) -> str:
    """A call of make, to be pasted into a shell.

    Args:
        target: of make.
        variables: values by name; those that are None or empty are left out.
    """
    # The shell takes the quotes, make makes one dollar of two.
    given = {name: str(value).replace("$", "$$") for name, value in variables.items() if value not in (None, "")}
    return " ".join([f"make {target}", *(f"{name}={shlex.quote(value)}" for name, value in given.items())])


def replay_of(tests: Path | None, played: Run) -> str:
    """The command that plays exactly one run of a regression, with waves.

    Args:
        tests: folder of the user's tests; None: they are npuvm's own.
        played: the run.
    """
    return make_command("sim", {**played.words, "TESTS": shown(tests) if tests else None, "WAVES": 1})


def need_folder(name: str, folder: Path) -> None:
    """Make a folder, and a file in it that is gone at once.

    Args:
        name: the variable that names it.
        folder: where it is.

    Raises:
        UserError: one of the two cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        text = f"{name}={printable(folder)}: {error.strerror}; name a folder that you may write to"
        raise UserError(text) from error


def need_coverage_folder() -> None:
    """The same of the folder for coverage, if there shall be one.

    Raises:
        UserError: as above.
    """
    if folder := os.environ.get(COVERAGE_VARIABLE):
        need_folder(COVERAGE_VARIABLE, Path(folder))


def need_code_file(options: argparse.Namespace) -> Path | None:
    """The file for what tests reach of the RTL's code, if that is counted: in the folder for coverage.

    Without such a folder it is one of its own, and begins anew.

    Raises:
        UserError: the folder cannot be made.
    """
    if not options.code_coverage:
        return None
    if folder := os.environ.get(COVERAGE_VARIABLE):
        return Path(folder) / CODE_FILE
    own = COVERAGE / Path(options.config).stem / SIM_FOLDER
    need_folder("CODE_COVERAGE", own)
    (own / CODE_FILE).unlink(missing_ok=True)
    return own / CODE_FILE
