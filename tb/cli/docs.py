"""``tb docs``: write the list of all rules, which `make docs` puts on a page of its site."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from models.rules import Rule
from tb.cli.options.shared import add_device, chosen_family
from tb.runner.family.find import chosen_families
from tb.runner.paths import BUILD, shown
from tb.whole_file import write_whole

SUMMARY = "Write the list of all rules."
EXAMPLES = """\
  python -m tb docs"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_device(parser)


def run(options: argparse.Namespace) -> int:
    """Write the list of each family that has rules.

    Raises:
        UserError: an unknown name.
    """
    families = [chosen_family(options)] if options.config else chosen_families(options.family)
    for family in families:
        if family.rules is not None:
            page = BUILD / "pages" / "docs" / family.name / "rules.md"
            rules = family.rules()
            write_whole(page, rules_list(rules))
            print(f"rules: {len(rules)} of {family.name}; list: {shown(page)}")
    return 0


def rules_list(rules: Sequence[Rule[Any, Any]]) -> str:
    """The rules in Markdown, a table for each kind of thing that they are about.

    Args:
        rules: in any order; those about one thing stay in theirs.
    """

    def subject_of(rule: Rule[Any, Any]) -> str:
        return rule.of.__name__

    lines = []
    for subject, some in groupby(sorted(rules, key=subject_of), key=subject_of):
        lines += [f"\n## {subject}\n", "| rule | what it says | where it comes from |", "|---|---|---|"]
        lines += [f"| `{rule.name}` | {rule.text} | {rule.section} |" for rule in some]
    return "\n".join(lines) + "\n"
