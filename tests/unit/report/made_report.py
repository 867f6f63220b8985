"""Regressions of a made family on disk, and what a report makes of them."""

from tb.coverage.bins import each, names
from tb.coverage.covergroup import Covergroup, Coverpoint, cross
from tb.regression.store.played import Played
from tb.regression.store.results import FOLDER
from tb.report.left_out import LeaveOut
from tb.report.sources.regressions import read_regression
from tb.report.sources.sources import Sources
from tb.runner.family.family import Family
from tb.runner.family.parts import CoverageParts, SuiteParts
from tb.whole_file import append_line

PLAYED = Played(suite="smoke", family="made", commit="0123456789ab", versions={"icarus": "11.0"}, planned=4)


def made_groups(_config):
    points = [
        Coverpoint("size", each(range(1, 4)), lambda sample: sample),
        Coverpoint("mode", names("plain", "odd"), lambda sample: sample),
    ]
    return (Covergroup("layers", points, [cross("size", "mode")]),)


def made_family(folder):
    none = lambda *_: ()  # noqa: E731
    return Family(
        name="made",
        configs=("small",),
        check_config=none,
        design=none,
        pins=none,
        memories=none,
        sim_modules=none,
        test_modules=none,
        tests=lambda *_, **__: {},
        coverage=CoverageParts(groups=made_groups, explained_holes=folder / "explained.toml"),
        suites=SuiteParts(folder=folder, known=folder / "known.toml"),
    )


def write_regression(folder, *results, played=PLAYED, name="000001"):
    """A regression's folder with these results."""
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    if played:
        played.write(folder)
    for result in results:
        append_line(folder / FOLDER / f"{name}.jsonl", result.to_line())
    return folder


def made_sources(folder, *regressions):
    """What a report on these regressions' folders is made of; all else that it reads is in `folder`."""
    leave_out = LeaveOut()
    return Sources(
        family=made_family(folder),
        regressions=tuple(read_regression(one, leave_out) for one in regressions),
        page=folder / "report",
        replay=lambda _tests, run: f"make sim TEST={run.test} SEED={run.seed}",
        build=folder,
        leave_out=leave_out,
    )
