"""What is legal when an SDP layer is started that uses look-up tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from models.nvdla.config import HwConfig
from models.rules import Broken, Case, Rule, RuleContext


@dataclass(frozen=True, slots=True)
class LutStart:
    """The tables of a layer that starts.

    Attributes:
        incomplete: names of those that were not written whole, from the first entry to the last.
    """

    incomplete: frozenset[str]


LutCase = Case[LutStart, HwConfig]


def _incomplete(start: LutStart, _: RuleContext[HwConfig]) -> Iterator[Broken]:
    for table in sorted(start.incomplete):
        text = f"table {table} was not written whole, from its first entry to its last, before the layer that uses it"
        yield Broken(text, ("SDP.S_LUT_ACCESS_DATA",))


def _cut_short(case: LutCase, rng: np.random.Generator) -> LutCase:
    table = str(rng.choice(sorted(case.context.config.table_entries)))
    return replace(case, subject=LutStart(frozenset((table,))))


LUT_START_RULES: tuple[Rule[LutStart, HwConfig], ...] = (
    Rule(
        name="sdp-whole-table",
        of=LutStart,
        text="Look-up tables are written whole, from the first entry to the last, before a layer uses them.",
        section="guide, 'LUT programming', LUT storage programming",
        find=_incomplete,
        break_it=_cut_short,
    ),
)
