"""Which units may be wrong where a design has taps at some of the links only."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from models.layer import Layer
from models.nvdla.config import HwConfig
from tb.nvdla.borders.blame import Blame
from tb.nvdla.borders.border import Border
from tb.nvdla.borders.pipeline import BORDERS

NOT_LOOKED_AT = "between them nothing is looked at"


def widened(blame: Blame, config: HwConfig, taps: Collection[str]) -> Blame:
    """The same, of all units up to the borders that are looked at.

    Args:
        blame: of the unit that gives at a border.
        config: the hardware configuration.
        taps: those that the design has.
    """
    if blame.unit != blame.look.border.giver:
        return blame
    units = list(dict.fromkeys(_givers(blame.look.border, blame.look.layer, config, taps)))
    if len(units) == 1:
        return blame
    why = "; ".join(filter(None, (NOT_LOOKED_AT, blame.why)))
    return replace(blame, unit=f"{', '.join(units[:-1])} or {units[-1]}", why=why)


def _givers(border: Border, layer: Layer, config: HwConfig, taps: Collection[str]) -> Iterator[str]:
    """Who gives at a border, and at those behind it that nobody looks at."""
    yield border.giver
    for behind in BORDERS:
        owner = _owner(behind.block, layer)
        if behind.tap not in border.behind or behind.tap in taps or owner is None:
            continue
        if behind.passing(owner, config) is not None:
            yield from _givers(behind, owner, config, taps)


def _owner(block: str, layer: Layer) -> Layer | None:
    """The layer, or the one that feeds it, that a block works on."""
    at: Layer | None = layer
    while at is not None and block not in {claim.block for claim in at.claims}:
        at = at.feeder
    return at
