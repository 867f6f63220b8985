"""What breaks the rules of PDP's windows: a small legal layer with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.pdp.pooling.line_buffer import widest
from models.nvdla.pdp.pooling.window import KERNEL_AT_MOST, Window
from models.nvdla.pdp.rules.breakers import PdpCase, changed, sized, small

TOO_LARGE = Window(kernel=KERNEL_AT_MOST + 1, stride=KERNEL_AT_MOST + 1)


def kernel(case: PdpCase, rng: np.random.Generator) -> PdpCase:
    """A kernel of nine columns or lines."""
    return changed(case, small(case, x=TOO_LARGE) if rng.integers(2) else small(case, y=TOO_LARGE))


def padding(case: PdpCase, rng: np.random.Generator) -> PdpCase:
    """A window in the padding alone."""
    side, axis = str(rng.choice(("before", "after"))), str(rng.choice(("x", "y")))
    window = replace(Window(kernel=3), **{side: 3})
    pdp = small(case, x=window) if axis == "x" else small(case, y=window)
    size = {"height": pdp.height, "width": pdp.width}
    size["width" if axis == "x" else "height"] = 4
    return changed(case, sized(pdp, case.context.config, **size))


def columns_used(case: PdpCase, rng: np.random.Generator) -> PdpCase:
    """A column or more behind the last window."""
    stride = int(rng.integers(2, 6))
    pdp = small(case, x=Window(kernel=2, stride=stride))
    width = pdp.width + int(rng.integers(1, stride))
    return changed(case, sized(pdp, case.context.config, height=pdp.height, width=width))


def out_width(case: PdpCase, rng: np.random.Generator) -> PdpCase:
    """A column of output too many or too few."""
    pdp = small(case)
    return changed(case, replace(pdp, out_width=pdp.out_width + int(rng.choice((-1, 1)))))


def out_height(case: PdpCase, rng: np.random.Generator) -> PdpCase:
    """A line of output too few, or a line of input behind the last window."""
    pdp = small(case, y=Window(kernel=2, stride=2))
    name = str(rng.choice(("out_height", "height")))
    return changed(case, replace(pdp, **{name: getattr(pdp, name) + (1 if name == "height" else -1)}))


def width(case: PdpCase, rng: np.random.Generator) -> PdpCase:
    """A column more than the line buffer holds of so many lines at a time."""
    config = case.context.config
    y = Window(kernel=int(rng.integers(1, KERNEL_AT_MOST + 1)))
    pdp = small(case, x=Window(kernel=1), y=y)
    return changed(case, sized(pdp, config, height=pdp.height, width=widest(y, config) + 1))
