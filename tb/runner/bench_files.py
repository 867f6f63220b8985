"""The files that decide what tests do and find."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tb.runner.family.family import Family
from tb.runner.family.find import sound_families
from tb.runner.paths import ROOT

FOLDERS = ("registers", "models", "sequences", "tb", "tests/sim")
SUFFIXES = (".rdl", ".py", ".sv", ".toml", ".json", ".h", ".cpp")
GENERATED = "generated"


def bench_files() -> Iterator[Path]:
    """All of them: what was found with others may not be so any more.

    Not among them is what only says which tests are played, or what to think of their results: suites, plans, failures
    that are known, reasons for holes. Nor is what is generated from the register description, which is: there is more
    of it with each configuration of a user's own that is simulated for the first time.
    """
    others = {path for family in sound_families() for path in _judging(family)}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            generated = GENERATED in path.relative_to(ROOT).parts
            if path.suffix in SUFFIXES and not generated and others.isdisjoint((path, *path.parents)):
                yield path


def _judging(family: Family) -> Iterator[Path]:
    """Files of a family, or folders of files, that nothing which is played depends on."""
    if family.suites:
        yield from (family.suites.folder, family.suites.known)
    if family.plan:
        yield family.plan.path
    if family.coverage:
        yield family.coverage.explained_holes
        if family.coverage.code_waivers:
            yield family.coverage.code_waivers
