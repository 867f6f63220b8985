"""From what was found at the borders of a layer to the unit that is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tb.borders.comparison.look import Look


@dataclass(frozen=True, slots=True)
class Divergence:
    """The first border at which a design and the reference part.

    Attributes:
        look: what was found there.
        unit: the unit that is wrong.
        what: what is wrong, as words.
        why: what else led to the unit, as words.
    """

    look: Look
    unit: str
    what: str
    why: str


def differing(looks: Sequence[Look], along: Sequence[Look]) -> Divergence | None:
    """The first border where something else passed than must.

    Args:
        looks: those at a layer's borders, in the order of the pipeline.
        along: the same, and those at the layers that feed it.
    """
    found = next((look for look in looks if look.difference), None)
    return Divergence(found, found.border.giver, found.difference, _agreeing(along, found)) if found else None


def ended_short(looks: Sequence[Look], along: Sequence[Look]) -> Divergence | None:
    """The first border of a layer that has ended at which transfers are missing; no cause where anything differs."""
    found = next((look for look in looks if look.short), None)
    if found is None:
        return None
    what = f"only {found.count} when the layer was through"
    return Divergence(found, found.border.giver, what, _agreeing(along, found))


def missing(looks: Sequence[Look]) -> Divergence | None:
    """Who holds up layers that do not end: from the last border backwards, who has what it needs and gives nothing.

    Args:
        looks: those at the borders of one pipeline, in its order; nothing that passed differs.
    """
    by_tap = {look.border.tap: look for look in looks}
    found = next((look for look in reversed(looks) if look.short), None)
    while found is not None:
        border = found.border
        if found.held_up:
            return Divergence(found, border.taker, f"{found.count}, the next is offered and not taken", "")
        short = [by_tap[tap] for tap in border.behind if tap in by_tap and by_tap[tap].short]
        waiting = next((look for look in short if not look.held_up), None)
        if waiting is None:
            why = "; ".join(filter(None, (_agreeing(looks, found), border.waits_for)))
            return Divergence(found, border.giver, f"{found.count}, the next is not offered", why)
        found = waiting
    return None


def _agreeing(looks: Sequence[Look], at: Look) -> str:
    """What is right of what the giver took."""
    if not at.border.behind:
        return "it takes from memory"
    behind = [look for look in looks if look.border.tap in at.border.behind]
    if not behind:
        return f"inputs of {at.border.giver} are not tapped"
    return "before it " + ", ".join(
        f"{look.border.text} ({look.border.tap}) agrees in {look.passed:,} transfer(s)" for look in behind
    )
