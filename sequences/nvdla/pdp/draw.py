"""Random pooling layers, legal wherever they lie: windows, sizes, strips, what is padded."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import AVERAGE, METHODS, Pdp
from models.nvdla.pdp.line_buffer import widest
from models.nvdla.pdp.strips import Strips
from models.nvdla.pdp.window import KERNEL_AT_MOST, Average, Window
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.nvdla.surfaces.side import Side
from sequences.nvdla.pdp.aspects import FLYING, SPLIT_IN_TWO, STRIDE_AT_MOST, WHOLE, WORKING_MODES
from sequences.nvdla.pdp.pads import average_of
from sequences.nvdla.pdp.strategy import of_columns

MODES = WORKING_MODES


@dataclass(frozen=True, slots=True, kw_only=True)
class PdpKnobs:
    """What random pooling layers are like.

    Attributes:
        columns_at_most: of the output; a kernel and a stride make the input as large as it then is.
        lines_at_most: likewise.
        surfaces_at_most: atoms of channels.
        input_at_most: elements of the input along each axis: windows and outputs are drawn again until it is met.
    """

    columns_at_most: int = 8
    lines_at_most: int = 4
    surfaces_at_most: int = 2
    input_at_most: int = 40


def draw_window(rng: np.random.Generator) -> Window:
    """A window: small kernels and strides are more likely."""
    kernel = int(rng.integers(1, KERNEL_AT_MOST + 1))
    stride = int(rng.integers(1, kernel + 2 if rng.integers(3) else STRIDE_AT_MOST + 1))
    before, after = (int(rng.integers(kernel)) if rng.integers(2) else 0 for _ in range(2))
    return Window(kernel=kernel, stride=stride, before=before, after=after)


def draw_axis(rng: np.random.Generator, outputs_at_most: int, input_at_most: int, least: int = 1) -> tuple[Window, int]:
    """A window and how many outputs there are: at least one real element, no more than allowed."""
    while True:
        window, outputs = draw_window(rng), int(rng.integers(least, max(least, outputs_at_most) + 1))
        if 1 <= window.covered(outputs) - window.before - window.after <= input_at_most:
            return window, outputs


def draw_pdp(
    rng: np.random.Generator, config: HwConfig, mode: str, method: str, precision: str, *, knobs: PdpKnobs | None = None
) -> Pdp:
    """A legal layer that lies at address 0, without gaps.

    Args:
        rng: draws it.
        config: the hardware configuration.
        mode: one of `MODES`.
        method: ``AVERAGE``, ``MAX`` or ``MIN``.
        precision: of its elements.
        knobs: what it is like.
    """
    knobs = knobs or PdpKnobs()
    assert method in METHODS
    y, out_height = draw_axis(rng, knobs.lines_at_most, knobs.input_at_most)
    x, out_width, strips = _draw_width(rng, mode, min(knobs.columns_at_most, widest(y, config)), knobs)
    lanes = config.atom_bytes // ELEMENT_BYTES[precision]
    nowhere = Side(ram=next(iter(config.ports)), address=0, line_stride_bytes=0, surface_stride_bytes=0)
    return packed(
        Pdp(
            method=method,
            precision=precision,
            channels=int(rng.integers(1, knobs.surfaces_at_most * lanes + 1)),
            height=y.covered(out_height) - y.before - y.after,
            width=x.covered(out_width) - x.before - x.after,
            out_height=out_height,
            out_width=out_width,
            x=x,
            y=y,
            source=None if mode == FLYING else nowhere,
            destination=nowhere,
            strips=strips,
            average=_average(rng, precision, x, y) if method == AVERAGE else Average(),
            nan_to_zero=precision == "FP16" and bool(rng.integers(2)),
        ),
        config,
    )


def packed(pdp: Pdp, config: HwConfig) -> Pdp:
    """The layer with sides that have no gaps."""
    source = pdp.source and _packed(pdp.source, pdp.height, pdp.width, config)
    return replace(pdp, source=source, destination=_packed(pdp.destination, pdp.out_height, pdp.out_width, config))


def _packed(side: Side, height: int, width: int, config: HwConfig) -> Side:
    line_bytes = width * config.atom_bytes
    return replace(side, line_stride_bytes=line_bytes, surface_stride_bytes=height * line_bytes)


def _draw_width(rng: np.random.Generator, mode: str, columns: int, knobs: PdpKnobs) -> tuple[Window, int, Strips]:
    """A window along a line, the output's columns, and its strips, each of so many columns at most."""
    if mode in (FLYING, WHOLE):
        return *draw_axis(rng, columns, knobs.input_at_most), Strips()
    while True:
        window = draw_window(rng)
        count = 2 if mode == SPLIT_IN_TWO else int(rng.integers(3, 5))
        first, mid, last = (int(number) for number in rng.integers(1, columns + 1, 3))
        outputs = [first, *[mid] * (count - 2), last]
        strips = of_columns(window, outputs)
        if strips is not None and sum(strips.inputs) <= 2 * knobs.input_at_most:
            return window, sum(outputs), strips


def _average(rng: np.random.Generator, precision: str, x: Window, y: Window) -> Average:
    """The divisors of its windows, and a random number that padded elements hold."""
    if precision == "FP16":
        return average_of(precision, x, y, float(rng.normal()))
    half = 1 << 8 * ELEMENT_BYTES[precision] - 1
    return average_of(precision, x, y, int(rng.integers(-half, half)) if rng.integers(4) else 0)
