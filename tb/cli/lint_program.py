"""``tb lint-program``: hold register programs against the rules of the architecture."""

from __future__ import annotations

import argparse

from tb.cli.options.shared import add_device, chosen_family
from tb.cli.trace import add_folders, checked_traces, chosen_folders
from tb.runner.family.family import Family
from tb.runner.family.find import need
from tb.runner.family.traces import LintProgram

SUMMARY = "Hold register programs against the rules."
EXAMPLES = """\
  python -m tb lint-program traces/sanity1 my_programs"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_folders(parser)
    add_device(parser)


def run(options: argparse.Namespace) -> int:
    """Print each broken rule with the register write that broke it, and how many there are.

    Raises:
        UserError: an unknown name, or no traces.
    """
    folders = chosen_folders(options, "programs given; make lint-program")
    family = chosen_family(options)
    lint = need(family, _lints, "lint of register programs")
    programs = rules = 0
    for check in checked_traces(family, folders, options.config):
        found = lint(check.folder, options.config)
        if found.skipped:
            print(f"SKIP {check.name} {found.skipped}", flush=True)
            continue
        programs += 1
        rules += len(found.broken)
        for line in found.broken:
            print(f"BROKEN {check.name} {line}", flush=True)
        if found.stopped:
            print(f"STOPPED {check.name} {found.stopped}: what follows was not checked", flush=True)
    print(f"{programs} programs, {rules} rules broken")
    return 1 if rules else 0


def _lints(family: Family) -> LintProgram | None:
    return None if family.traces is None else family.traces.lint
