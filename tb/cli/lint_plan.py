"""``tb lint-plan``: whether the test plans of one family or all name what there is, and all that there is."""

from __future__ import annotations

import argparse

from tb.cli.options.shared import add_family
from tb.plan.checks import wrong_with
from tb.plan.names import names_of
from tb.plan.plan import read_plan
from tb.runner.family.find import chosen_families
from tb.runner.paths import shown

SUMMARY = "Hold test plans against the tests, coverage, rules and planted faults that there are."
EXAMPLES = """\
  python -m tb lint-plan"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_family(parser)


def run(options: argparse.Namespace) -> int:
    """Print what is wrong with each plan, a line each.

    Raises:
        UserError: an unknown family, or a plan that cannot be read.
    """
    status = 0
    for family in chosen_families(options.family):
        if family.plan is None:
            print(f"Plan of {family.name}: there is none.")
            continue
        points = read_plan(family.plan.path)
        found = list(wrong_with(points, names_of(family)))
        for line in found:
            print(line)
        print(f"Plan of {family.name}: {len(points)} points in {shown(family.plan.path)}, {len(found)} wrong.")
        status = max(status, int(bool(found)))
    return status
