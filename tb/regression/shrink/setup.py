"""Where the shrinking of a run lies, and what plays its candidates."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tb.regression.plan.run import Run
from tb.regression.plan.settings import design_of
from tb.regression.setup import held
from tb.regression.shrink.rounds import Rounds
from tb.regression.shrink.shrink import Shrinker, Shrunk
from tb.runner.bench_files import bench_files
from tb.runner.cache import content_key, drop_old
from tb.runner.family.find import load_family, need
from tb.runner.paths import BUILD

SHRUNK = BUILD / "shrink"
KEPT, IN_USE_S = 40, 86400.0
DEFAULT_RUNS = 600


def shrink_run(run: Run, *, jobs: int, most: int, tests: Path | None, tell: Callable[[str], None]) -> Shrunk:
    """Make a run smaller; what was played before of the same run on the same sources is known.

    Args:
        run: a run that fails.
        jobs: how many simulators there are at a time.
        most: how many may be played.
        tests: folder of the user's tests, if it is one of theirs.
        tell: is told how far it is.

    Raises:
        UserError: the family has no programs, or as of `Shrinker.shrink`.
    """
    shrinking = need(load_family(run.setting.family), lambda family: family.shrinking, "shrinking")
    own = sorted(tests.glob("*.py")) if tests else []
    key = content_key([run.id], [*bench_files(), *design_of(run.setting).sources, *own])
    if SHRUNK.is_dir():
        drop_old(SHRUNK.glob("*-*"), KEPT, IN_USE_S)
    folder = SHRUNK / f"{run.test.rpartition('.')[2]}-{run.seed}-{key}"

    def rounds(folder_of_tests: Path | None) -> Rounds:
        place = folder / ("played" if folder_of_tests in (None, tests) else "replayed")
        return Rounds(place, builds=BUILD, jobs=jobs, tests=folder_of_tests)

    with held(folder):
        ways = shrinking(run.setting.config, run.setting.errata)
        return Shrinker(ways, folder, rounds=rounds, tests=tests, most=most, tell=tell).shrink(run)
