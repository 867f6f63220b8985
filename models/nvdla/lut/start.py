"""What is legal when a layer is started that uses look-up tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from models.nvdla.config import HwConfig
from models.rules import Broken, Case, Rule, RuleContext


@dataclass(frozen=True, slots=True)
class TablesAtStart:
    """The tables of a layer that starts.

    Attributes:
        incomplete: names of those that were not written whole, from the first entry to the last.
    """

    incomplete: frozenset[str]


Start = TypeVar("Start", bound=TablesAtStart)


def whole_tables(kind: type[Start], unit: str) -> Rule[Start, HwConfig]:
    """The rule for one unit.

    Args:
        kind: the starts of its layers.
        unit: its name.
    """

    def incomplete(start: Start, _: RuleContext[HwConfig]) -> Iterator[Broken]:
        for table in sorted(start.incomplete):
            text = (
                f"table {table} was not written whole, from its first entry to its last, before the layer that uses it"
            )
            yield Broken(text, (f"{unit}.S_LUT_ACCESS_DATA",))

    def cut_short(case: Case[Start, HwConfig], rng: np.random.Generator) -> Case[Start, HwConfig]:
        table = str(rng.choice(sorted(case.context.config.table_entries)))
        return replace(case, subject=kind(frozenset((table,))))

    return Rule(
        name=f"{unit.lower()}-whole-table",
        of=kind,
        text="Look-up tables are written whole, from the first entry to the last, before a layer uses them.",
        section="guide, 'LUT programming', LUT storage programming",
        find=incomplete,
        break_it=cut_short,
    )
