"""Which code of the RTL a test has reached: taken from Verilator when the test ends."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np

from tb.code_coverage.counted import BUILD_VARIABLE, CODE_VARIABLE
from tb.code_coverage.dat import points_of, read_dat
from tb.code_coverage.made_of import MadeOf
from tb.code_coverage.recorded import CodeRun, PointsFile, add_run, points_path
from tb.main_program import counts_code, take_coverage
from tb.outcome.record import RUN_DIR_VARIABLE
from tb.runner.jobs.job import CONFIG_VARIABLE, KNOBS_VARIABLE
from tb.runner.paths import shown
from tb.seeds import SEED_VARIABLE

DAT_FILE = "code.dat"
"""In the run's folder, for a moment."""


def record_code(test: str, *, passed: bool) -> None:
    """Add what was reached since the last test to the file that the environment names, if it names one.

    Args:
        test: the test's ``module.name``.
        passed: whether it passed.

    Raises:
        OSError: it cannot be written.
        DamagedDatError: Verilator wrote something else than it does.
    """
    file = os.environ.get(CODE_VARIABLE, "")
    if not file or not counts_code():
        return
    record, dat_file = Path(file), Path(os.environ[RUN_DIR_VARIABLE]) / DAT_FILE
    take_coverage(dat_file)
    dat = read_dat(dat_file)
    record.parent.mkdir(parents=True, exist_ok=True)
    if not (path := points_path(record, dat.id)).is_file():
        points = (replace(point, file=shown(Path(point.file))) for point in points_of(dat, dat_file))
        PointsFile(MadeOf.read(Path(os.environ[BUILD_VARIABLE])), tuple(points)).write(path)
    dat_file.unlink()
    places = np.flatnonzero(dat.counts)
    hits = np.minimum(dat.counts[places], np.iinfo(np.int64).max).astype(np.int64)
    run = CodeRun(
        points=dat.id,
        test=test,
        seed=os.environ[SEED_VARIABLE],
        knobs=os.environ.get(KNOBS_VARIABLE, ""),
        config=Path(os.environ.get(CONFIG_VARIABLE, "")).stem,
        passed=passed,
        places=places,
        hits=hits,
    )
    add_run(record, run)
