"""Subcommands that only some families offer."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from tb.cli.options.shared import add_family
from tb.runner.errors import UserError
from tb.runner.family.family import Family
from tb.runner.family.find import load_family, not_offered, offers
from tb.runner.family.parts import Command


@dataclass(slots=True)
class OfferedCommand:
    """A subcommand of some families.

    Attributes:
        name: what it is called.
        families: those that offer it, by name.
        SUMMARY: what it does in the family that is asked for, or in one that has it.
        EXAMPLES: calls of it there.
        add_options: what it takes there.
    """

    name: str
    families: Mapping[str, Family]
    SUMMARY: str
    EXAMPLES: str
    add_options: Callable[[argparse.ArgumentParser], None]

    def run(self, options: argparse.Namespace) -> int:
        """Let the chosen family do it.

        Raises:
            UserError: there is no such family, or it does not offer it; or as the family's command says.
        """
        family = load_family(options.family)
        if self.name not in family.commands:
            raise not_offered(family.name, f"'{self.name}'", list(self.families))
        return family.commands[self.name].run(options)


def offered(words: Sequence[str], taken: Collection[str]) -> dict[str, Command]:
    """The subcommands that only some families offer, by name.

    Args:
        words: of the command line; the family that they name, or the environment does, says how a subcommand looks.
        taken: names of the subcommands that every family has.

    Raises:
        UserError: a family calls a subcommand of its own like one of these.
    """
    finder = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    add_family(finder)
    asked = finder.parse_known_args(words)[0].family
    found: dict[str, Command] = {}
    for name, families in offers().items():
        if name in taken:
            raise UserError(f"FAMILY={next(iter(families))}: every family has a '{name}'; call its own otherwise")
        shown = (families.get(asked) or next(iter(families.values()))).commands[name]
        found[name] = OfferedCommand(name, families, shown.SUMMARY, shown.EXAMPLES, shown.add_options)
    return found
