"""Which units may be wrong where a design has taps at some of the links only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from models.layer import Layer
from tb.borders.carriers.wrong import Inside
from tb.borders.comparison.border import Border
from tb.borders.divergence.divergence import Divergence

NOT_LOOKED_AT = "between them nothing is looked at"


def widened(divergence: Divergence, inside: Inside, borders: Sequence[Border]) -> Divergence:
    """The same, of all units up to the borders that are looked at.

    Args:
        divergence: of the unit that gives at a border.
        inside: what is known of the design.
        borders: all that there are.
    """
    border = divergence.look.border
    if divergence.unit != border.giver:
        return divergence
    units = list(dict.fromkeys(_givers(border, divergence.look.layer, inside, borders)))
    if len(units) == 1:
        return replace(divergence, unit=_with_beside(border, inside))
    why = "; ".join(filter(None, (NOT_LOOKED_AT, divergence.why)))
    return replace(divergence, unit=f"{', '.join(units[:-1])} or {units[-1]}", why=why)


def _with_beside(border: Border, inside: Inside) -> str:
    """The giver, and what it takes its input through where that is not looked at."""
    beside = border.beside
    if beside is None or all(tap in inside.taps for tap in beside.taps):
        return border.giver
    return f"{border.giver}, or {beside.unit} from which it reads"


def _givers(border: Border, layer: Layer, inside: Inside, borders: Sequence[Border]) -> Iterator[str]:
    """Who gives at a border, and at those behind it that nobody looks at."""
    yield border.giver
    for behind in borders:
        owner = _owner(behind.block, layer)
        if behind.tap not in border.behind or behind.tap in inside.taps or owner is None:
            continue
        if behind.expected(owner) is not None:
            yield from _givers(behind, owner, inside, borders)


def _owner(block: str, layer: Layer) -> Layer | None:
    """The layer, or the one that feeds it, that a block works on."""
    at: Layer | None = layer
    while at is not None and block not in {claim.block for claim in at.claims}:
        at = at.feeder
    return at
