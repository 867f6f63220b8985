"""The rulebook of a family whose rules look at one thing at a time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic

from models.layer import Descriptor
from models.pipeline.rulebook import Start
from models.rules import Config, Rule, RuleContext, Violation, check

UNMAPPED = "unmapped-register"


class PlainRulebook(Generic[Config]):
    """A `Rulebook`: no rule looks at what else is at work, and memories may hold what they hold.

    Args:
        rules: all rules.
        config: the hardware configuration, which rules look at.
        section: where it stands what a write does where no register is.
    """

    def __init__(self, rules: Iterable[Rule[Any, Config]], config: Config, section: str) -> None:
        self._rules, self._context, self._section = tuple(rules), RuleContext(config), section

    def check(self, subject: object) -> list[Violation]:
        """The rules that something breaks by itself."""
        return list(check(self._rules, subject, self._context))

    def check_start(self, descriptor: Descriptor, _start: Start) -> list[Violation]:
        """The rules that a layer breaks that starts now: those that its descriptor breaks."""
        return self.check(descriptor)

    def check_missed(self, address: int) -> list[Violation]:
        """A write where no register is does nothing."""
        return [Violation(UNMAPPED, f"no register is at {address:#x}: the write does nothing", self._section)]

    def missed(self, address: int) -> str:
        """What a register write misses: its address."""
        return f"{address:#x}"

    def need_room(self) -> None:
        """Memories may hold what they hold."""
