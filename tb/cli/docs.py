"""``tb docs``: write the lists of all rules and of all errata, which `make docs` puts on pages of its site."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from models.errata import Erratum
from models.rules import Rule
from tb.cli.options.shared import add_device, chosen_family
from tb.runner.family.find import chosen_families
from tb.runner.paths import BUILD, shown
from tb.whole_file import write_whole

SUMMARY = "Write the lists of all rules and of all errata."
EXAMPLES = """\
  python -m tb docs"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What it takes."""
    add_device(parser)


def run(options: argparse.Namespace) -> int:
    """Write the lists of each family that has rules or errata.

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
        if family.errata is not None:
            page = BUILD / "pages" / "docs" / family.name / "errata.md"
            designs = {config: family.errata.of(config) for config in family.errata.parts}
            write_whole(page, errata_list(list(family.errata.listed.values()), designs))
            print(f"errata: {len(family.errata.listed)} of {family.name}; list: {shown(page)}")
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


def errata_list(errata: Sequence[Erratum], designs: Mapping[str, Collection[str]]) -> str:
    """The errata in Markdown, by unit, each with all that is known of it.

    Args:
        errata: in any order; those of one unit stay in theirs.
        designs: ids of those that each configuration's part has.
    """

    def unit_of(erratum: Erratum) -> str:
        return erratum.unit

    lines: list[str] = []
    for unit, some in groupby(sorted(errata, key=unit_of), key=unit_of):
        lines.append(f"\n## {unit}\n")
        for erratum in some:
            names = [name for name, ids in designs.items() if erratum.id in ids]
            lines += [f"### {erratum.id}\n", "| | |", "|---|---|"]
            lines += [f"| {title} | {text} |" for title, text in _rows(erratum, names) if text]
            lines.append("")
    return "\n".join(lines) + "\n"


def _rows(erratum: Erratum, designs: Sequence[str]) -> Iterator[tuple[str, str]]:
    yield "designs", ", ".join(designs)
    yield "symptom", f"{erratum.symptom} ({erratum.seen})"
    yield "smallest program", erratum.program
    shown = [f"`{erratum.test}`"] if erratum.test else []
    yield "test, trace", ", ".join(shown + [f"`{trace}`" for trace in erratum.traces]) or f"none: {erratum.none}"
    yield "our RTL", f"does the same with `{erratum.plusarg}`" if erratum.plusarg else ""
    yield "software", erratum.software
    yield "source", "<br>".join(erratum.source)
    yield "rule", f"`{erratum.rule}`" if erratum.rule else ""
    yield "with `ERRATA=fail`", f"expected: {erratum.expected}" if erratum.expected else f"as without: {erratum.open}"
