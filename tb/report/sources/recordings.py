"""What simulations beside regressions have covered: those of ``make test``, or ``make sim`` that was told to count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tb.coverage.counts import Hits
from tb.coverage.runs import SUFFIX, CoverageFileError, read_run
from tb.report.left_out import LeaveOut
from tb.runner.paths import COVERAGE, shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """What one test covered that passed.

    Attributes:
        config: the hardware configuration.
        simulation: the simulation, as its folder is called.
        test: the test's ``module.name``.
        groups: of each covergroup its version and its hits.
    """

    config: str
    simulation: str
    test: str
    groups: Mapping[str, tuple[str, Hits]]


def recordings(config: str, leave_out: LeaveOut, root: Path = COVERAGE) -> Iterator[Recording]:
    """The recordings of a configuration; what is damaged is left out by name.

    Args:
        config: its name, or a user's file.
        leave_out: gets what is left out.
        root: where they are.
    """
    folder = root / Path(config).stem
    for path in sorted(folder.rglob(f"*{SUFFIX}")):
        try:
            groups = read_run(path)
        except CoverageFileError:
            leave_out.add(shown(path), "no record of coverage; delete it and run its test again")
            continue
        except OSError as error:
            leave_out.add(shown(path), f"cannot be read ({error.strerror})")
            continue
        yield Recording(
            config=config,
            simulation=path.parent.relative_to(folder).as_posix(),
            test=path.stem,
            groups={name: (group["version"], group["hits"]) for name, group in groups.items()},
        )
