"""Where a regression lies: one that was begun before with the same arguments and sources is found again."""

from __future__ import annotations

import fcntl
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tb.code_coverage.counted import Counted
from tb.regression.plan.expand import Chosen, Expanded
from tb.regression.plan.run import Setting
from tb.regression.plan.settings import design_of, has_taps
from tb.runner.bench_files import bench_files
from tb.runner.build import build
from tb.runner.cache import content_key, drop_old, last_use
from tb.runner.errors import UserError
from tb.runner.paths import BUILD, shown
from tb.runner.progress import Progress
from tb.runner.simulators.known import counted_on, simulator

REGRESSIONS = BUILD / "regress"
RERUN = "rerun"
"""Within a regression's folder, that of its failures which were played once more, with waves."""
TIMES_FILE = REGRESSIONS / "times.json"
LOCK_FILE = "in_use.lock"
KEPT = 20
IN_USE_S = 7 * 86400.0


def settings_of(expanded: Expanded) -> tuple[Setting, ...]:
    """What runs are played on."""
    return tuple(dict.fromkeys(run.setting for run, _ in expanded.kinds))


def regression_folder(name: str, expanded: Expanded, chosen: Chosen, counted: Counted = Counted.NOTHING) -> Path:
    """Where a regression lies.

    Args:
        name: the suite's.
        expanded: what is to be played.
        chosen: what the user said.
        counted: what of the RTL's code is counted: runs that were played without would not be played again.

    Raises:
        UserError: the RTL of a setting is wrong.
    """
    sources = {path: None for setting in settings_of(expanded) for path in design_of(setting).sources}
    own = sorted(chosen.tests.glob("*.py")) if chosen.tests else []
    kinds = [(run.id, tuple(seeds)) for run, seeds in expanded.kinds]
    key = content_key(
        [repr(kinds), repr(expanded.without_end), *([counted] if counted else [])], [*bench_files(), *sources, *own]
    )
    return REGRESSIONS / f"{name}-{key}"


def other_regressions(folder: Path) -> list[Path]:
    """Regressions of the same suite with other arguments or sources, the one that was played last first."""
    suite = folder.name.rpartition("-")[0]
    name = re.compile(re.escape(suite) + "-[0-9a-f]{16}")
    others = [path for path in folder.parent.iterdir() if name.fullmatch(path.name) and path != folder]
    return sorted(others, key=last_use, reverse=True)


def build_all(
    settings: Sequence[Setting], progress: Progress, *, waves: bool = False, counted: Counted = Counted.NOTHING
) -> None:
    """Build each design once, so that batches find it.

    Raises:
        UserError: a simulator is missing, or a design does not compile.
    """
    for setting in settings:
        design, mine = design_of(setting, taps=waves and has_taps(setting)), counted_on(setting.sim, counted)
        build(design, simulator(setting.sim), waves=waves, counted=mine, progress=progress, root=BUILD)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a regression's folder.

    Raises:
        UserError: another process does.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK_FILE).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UserError(f"{shown(folder)}: this regression is being played already; wait until it ends") from None
        yield


def drop_old_regressions(folder: Path = REGRESSIONS) -> None:
    """Delete all regressions but the last ones, if nobody has touched them for a week."""
    if folder.is_dir():
        drop_old(folder.glob("*-*"), KEPT, IN_USE_S)
