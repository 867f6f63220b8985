"""What a program broke of the architecture's rules, where no bench checks it: an error of one line."""

from __future__ import annotations

from collections.abc import Collection

from models.reference import Happened
from models.rules import Violation
from sequences.host import BrokenRuleError


class BrokenRules:
    """Remembers broken rules, and what the reference cannot compute.

    Args:
        announces: names of the rules that the program means to break; None: it may break any.

    Raises:
        ValueError: it is a single word.
    """

    def __init__(self, announces: Collection[str] | None) -> None:
        if isinstance(announces, str):
            raise ValueError(f"announces is a single word: write ({announces!r},)")
        self._announces = announces
        self._broken: list[Violation] = []
        self._refused = ""

    def take(self, happened: Happened) -> None:
        """Remember what happened in a device."""
        self._broken += happened.broken
        self._refused = (self._refused, *happened.refused)[-1]

    def need_announced(self) -> None:
        """Make sure that all that was broken since the last time was announced.

        Raises:
            BrokenRuleError: a rule was not.
        """
        known, broken = self._announces, self._broken
        self._broken = []
        found = [] if known is None else [violation for violation in broken if violation.rule not in known]
        if found:
            others = f", and {len(found) - 1} more" if len(found) > 1 else ""
            raise BrokenRuleError(
                f"{found[0]}{others}; a program that means to break this rule announces it: "
                f"ModelHost(device, announces={(found[0].rule,)!r})"
            )

    def probable_cause(self) -> str:
        """What may be why something does not come, as the end of a message."""
        refused = f"; the reference cannot compute: {self._refused}" if self._refused else ""
        return f"{refused}; the last broken rule: {self._broken[-1]}" if self._broken else refused
