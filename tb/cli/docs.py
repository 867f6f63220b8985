"""``tb docs``: write the list of all rules as a page that a browser opens from the disk."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from html import escape

from tb.cli.options.shared import Subparsers, add_command, add_device
from tb.runner.family.family import RuleText
from tb.runner.family.find import load_family
from tb.runner.paths import BUILD, shown
from tb.whole_file import write_whole

EXAMPLES = """\
  python -m tb docs"""
STYLE = """
body { font: 15px/1.5 sans-serif; max-width: 75em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #ccc; padding: .4em .8em; text-align: left; vertical-align: top; }
code { white-space: nowrap; }
"""


def add(subparsers: Subparsers) -> None:
    """Add the subcommand."""
    parser = add_command(subparsers, "docs", "Write the list of all rules.", EXAMPLES)
    add_device(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the page.

    Raises:
        UserError: an unknown name.
    """
    family = load_family(options.family)
    family.config(options.config)
    page = BUILD / "docs" / "rules" / f"{family.name}.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    rules = family.rules()
    write_whole(page, rules_page(family.name, rules))
    print(f"rules: {len(rules)} of {family.name}; list: {shown(page)}")
    return 0


def rules_page(family: str, rules: Sequence[RuleText]) -> str:
    """The list as HTML.

    Args:
        family: the family's name.
        rules: its rules.
    """
    rows = "\n".join(
        f"<tr><td><code>{escape(rule.name)}</code></td><td>{escape(rule.of)}</td>"
        f"<td>{escape(rule.text)}</td><td>{escape(rule.section)}</td></tr>"
        for rule in rules
    )
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(family)}: rules</title>'
        f"<style>{STYLE}</style></head><body>\n<h1>What {escape(family)} programs must keep to</h1>\n"
        "<p>A broken rule is a warning: the hardware accepts much that is illegal. "
        "<code>make lint-program</code> holds programs against this list.</p>\n"
        f"<table><tr><th>Rule</th><th>Judges</th><th>What it says</th><th>Where it stands</th></tr>\n{rows}\n"
        "</table></body></html>\n"
    )
