"""What closing coverage came to: how bins came over time, what was played, what is left and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from rich.console import Console

from tb.coverage.counts import Counts
from tb.coverage.covergroup import bins_of
from tb.coverage.explained import Explained
from tb.regression.close.closing import Closing
from tb.reports.console import make_table
from tb.reports.coverage import SHOWN_HOLES, Tally, report_coverage

CURVE_ROWS = 8


def report_closing(closing: Closing, console: Console) -> None:
    """Print how bins came over processor time, and how fast the device alone was."""
    table = make_table(("processor s",), ("bins hit",))
    for spent_s, bins in _some(closing.curve):
        table.add_row(f"{spent_s:,.0f}", f"{bins:,}")
    console.print(table)
    drawn = closing.on_device
    rate = drawn.layers / drawn.cpu_s if drawn.cpu_s else 0.0
    console.print(
        f"on the device alone: {drawn.count:,} runs drawn, {drawn.layers:,} layers, {rate:,.0f} a second; "
        f"{closing.device_s:,.0f} of {closing.spent_s:,.0f} processor seconds"
    )
    if drawn.problem:
        console.print(f"some runs need pins: {drawn.problem}", soft_wrap=True, markup=False)
    console.print(f"ended: {closing.why_over or 'it was stopped'}")


def report_left(config: str, closing: Closing, explained: Explained, console: Console, *, at_least: float) -> Tally:
    """Print the bins of a configuration by group and the largest holes, then what is left of each group and why.

    Args:
        config: the configuration.
        closing: has the bins.
        explained: what explanations come to.
        console: where to print.
        at_least: percent below which a line is not good.

    Returns:
        All groups together.
    """
    counts = closing.ledger.counts(config)
    total = report_coverage(counts, explained, console, at_least, most=SHOWN_HOLES)
    table = make_table(("left of group",), ("bins", "explained", "the device alone hit", "nobody has hit"))
    for name, row in _left(counts, closing.ledger.only_foreseen(config), explained):
        table.add_row(name, *(f"{number:,}" for number in row))
    console.print(table)
    return total


def _left(
    counts: Mapping[str, Counts], foreseen: Mapping[str, Counts], explained: Explained
) -> Sequence[tuple[str, tuple[int, int, int, int]]]:
    """Of each group with bins left: how many, explained, not explained but hit by the device alone, the others."""
    rows = []
    for name, own in counts.items():
        left = [
            (item.name, label) for item in own.group.items for label in bins_of(item) if not own.hit(item.name, label)
        ]
        known = [place for place in left if (name, *place) in explained.bins]
        alone = sum(foreseen[name].hit(*place) > 0 for place in left if (name, *place) not in explained.bins)
        if left:
            rows.append((name, (len(left), len(known), alone, len(left) - len(known) - alone)))
    return rows


def _some(curve: Sequence[tuple[float, int]]) -> list[tuple[float, int]]:
    """Points of a curve that are about as far from each other in time."""
    if not curve:
        return []
    times = np.array([time for time, _ in curve])
    wanted = np.linspace(times[0], times[-1], CURVE_ROWS)
    return [curve[at] for at in dict.fromkeys(np.searchsorted(times, wanted).clip(max=len(curve) - 1).tolist())]
