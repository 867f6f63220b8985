"""What breaks the rules of strips: a small legal layer that is split, with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.pdp.pooling.window import Window
from models.nvdla.pdp.rules.breakers import PdpCase, changed, split

SHARING = Window(kernel=3, before=1, after=1)
"""Neighbouring windows share columns, and one more or less on either side leaves no column out."""
APART = Window(kernel=1, stride=3)


def flying(case: PdpCase, _: np.random.Generator) -> PdpCase:
    """Strips of what SDP hands on."""
    return changed(case, replace(split(case, SHARING, (2, 2)), source=None))


def inputs(case: PdpCase, _: np.random.Generator) -> PdpCase:
    """An input with as many columns more as its padding has less."""
    pdp = split(case, replace(SHARING, after=2), (2, 3))
    # All of it makes as many columns of output as before, and each strip covers its own.
    return changed(case, replace(pdp, width=pdp.width + 1))


def outputs(case: PdpCase, rng: np.random.Generator) -> PdpCase:
    """An output of a column more or less than its strips have."""
    pdp = split(case, _window(rng), (2, 2))
    return changed(case, replace(pdp, out_width=pdp.out_width + int(rng.choice((-1, 1)))))


def first(case: PdpCase, _: np.random.Generator) -> PdpCase:
    """A padded column on the left that no window covers."""
    pdp = split(case, SHARING, (2, 2))
    return changed(case, replace(pdp, x=replace(pdp.x, before=pdp.x.before + 1)))


def mid(case: PdpCase, _: np.random.Generator) -> PdpCase:
    """A column that moves from the first strip, which gets a padded one for it, to that in the middle."""
    pdp = split(case, SHARING, (3, 2, 2))
    strips = replace(pdp.strips, first_in=pdp.strips.first_in - 1, mid_in=pdp.strips.mid_in + 1)
    return changed(case, replace(pdp, strips=strips, x=replace(pdp.x, before=pdp.x.before + 1)))


def last(case: PdpCase, _: np.random.Generator) -> PdpCase:
    """A padded column on the right that no window covers."""
    pdp = split(case, SHARING, (2, 2))
    return changed(case, replace(pdp, x=replace(pdp.x, after=pdp.x.after + 1)))


def overlap(case: PdpCase, _: np.random.Generator) -> PdpCase:
    """A first strip, most of it padded, of fewer columns than the next one shares with it."""
    return changed(case, split(case, Window(kernel=5, before=4), (1, 4)))


def _window(rng: np.random.Generator) -> Window:
    return SHARING if rng.integers(2) else APART
