"""Random windows along an axis of a pooling layer, and the strips that a line is split into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from models.nvdla.cells import sign_of
from models.nvdla.pdp.aspects import BEYOND, FULL, PADDED, SIDES, SPLIT_IN_TWO, STRIDE_AT_MOST, parts_of
from models.nvdla.pdp.pooling.strips import Strips
from models.nvdla.pdp.pooling.window import KERNEL_AT_MOST, Window
from sequences.draw import chance
from sequences.nvdla.pdp.strategy import of_columns

TRIES = 300
FEW_STRIPS = (3, 4)
LARGER_THAN_INPUT = 0.15
"""How often a window reaches over both ends of the input at once."""
STEPS = 0.25
"""How often a window moves element by element, whatever its size: then most windows share an element."""
MANY_STRIPS, MANY = 5, 0.2
"""How many strips there are at least now and then, each of few columns; and how often."""
PER_COLUMN = 100
"""Elements of the longest input for each column that many strips have then."""


class NoneFoundError(RuntimeError):
    """Nothing that was asked for was drawn in many draws."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AxisWish:
    """What is asked of an axis; nothing that is not told.

    Attributes:
        kernel: of the window; `stride` likewise. 0: any.
        before: something is padded in front; `after` behind.
        beyond: a window covers all of the input and more.
        overlap: which of `SIGNS` the columns have that neighbouring windows share.
        parts: which of `LINES` the line buffer is in.
        point: the input is of one element.
        outputs: how many there are; 0: any.
    """

    kernel: int = 0
    stride: int = 0
    before: bool = False
    after: bool = False
    beyond: bool = False
    overlap: str = ""
    parts: str = ""
    point: bool = False
    outputs: int = 0

    @property
    def least_kernel(self) -> int:
        """The smallest one that can be padded as it must."""
        return 2 if self.before or self.after or self.beyond else 1

    def allows(self, window: Window) -> bool:
        """Whether a window's kernel and stride are such."""
        shares = not self.overlap or sign_of(window.overlap) == self.overlap
        return shares and (not self.parts or str(parts_of(window)) == self.parts)


def wish_of(wanted: Mapping[str, str], axis: str, widest: int = 0) -> AxisWish:
    """What a cell asks of an axis.

    Args:
        wanted: aspects of a layer.
        axis: ``x`` or ``y``.
        widest: columns that are pooled at once at most, of the axis ``x``.
    """
    before, after = SIDES[:2] if axis == "x" else SIDES[2:]
    along = axis == "x"
    full = widest if along and wanted.get("columns") == FULL else 0
    return AxisWish(
        kernel=int(wanted.get(f"kernel-{axis}", 0)),
        stride=int(wanted.get(f"stride-{axis}", 0)),
        before=wanted.get(before) == PADDED,
        after=wanted.get(after) == PADDED,
        beyond=wanted.get(f"reach-{axis}") == BEYOND,
        overlap=wanted.get("overlap", "") if along else "",
        parts="" if along else wanted.get("lines", ""),
        point=wanted.get("input") == "pixel",
        outputs=1 if wanted.get("output") == "pixel" else full,
    )


ANYTHING = AxisWish()


def draw_window(rng: np.random.Generator, wish: AxisWish = ANYTHING) -> Window:
    """A window: small kernels and strides are more likely.

    Raises:
        NoneFoundError: nothing of what is asked was found.
    """
    for _ in range(TRIES):
        kernel = wish.kernel or int(rng.integers(wish.least_kernel, KERNEL_AT_MOST + 1))
        usual = int(rng.integers(1, kernel + 2 if rng.integers(3) else STRIDE_AT_MOST + 1))
        stride = 1 if chance(rng, STEPS) else usual
        window = Window(kernel=kernel, stride=wish.stride or stride)
        if wish.allows(window):
            before, after = (_padded(rng, kernel, must) for must in (wish.before, wish.after))
            return replace(window, before=before, after=after)
    raise NoneFoundError(f"no window in {TRIES} draws: {wish}")


def draw_axis(
    rng: np.random.Generator, outputs_at_most: int, input_at_most: int, wish: AxisWish = ANYTHING
) -> tuple[Window, int]:
    """A window and how many outputs there are, of at least one real element.

    Args:
        rng: draws them.
        outputs_at_most: so many outputs, if no number is asked for.
        input_at_most: so many elements, unless what is asked for needs more.
        wish: what is asked.

    Raises:
        NoneFoundError: nothing of what is asked was found.
    """
    if wish == ANYTHING and chance(rng, LARGER_THAN_INPUT):
        wish = replace(wish, before=True, after=True, beyond=True)
    if wish.beyond:  # what one window covers has few others
        outputs_at_most = min(outputs_at_most, KERNEL_AT_MOST)
    for _ in range(TRIES):
        window, outputs = draw_window(rng, wish), wish.outputs or int(rng.integers(1, outputs_at_most + 1))
        if wish.point:
            window, outputs = replace(window, after=window.kernel - 1 - window.before), 1
        size = window.covered(outputs) - window.before - window.after
        most = max(input_at_most, window.covered(wish.outputs or 1), window.covered(2) if wish.stride else 0)
        asked = (window.before > 0 or not wish.before) and (window.after > 0 or not wish.after)
        if 1 <= size <= most and asked and (not wish.beyond or window.kernel > size):
            return window, outputs
    raise NoneFoundError(f"no axis in {TRIES} draws: {wish}")


def draw_strips(
    rng: np.random.Generator,
    mode: str,
    columns_at_most: int,
    input_at_most: int,
    wish: AxisWish = ANYTHING,
    *,
    strips_at_most: int,
) -> tuple[Window, int, Strips]:
    """A window along a line, the output's columns, and strips of at most so many columns each.

    Args:
        rng: draws them.
        mode: in two strips, or in more.
        columns_at_most: of the output of a strip.
        input_at_most: half of the columns of the input, unless what is asked for needs more.
        wish: what is asked.
        strips_at_most: where there are many.

    Raises:
        NoneFoundError: nothing of what is asked was found.
    """
    for _ in range(TRIES):
        window = draw_window(rng, wish)
        often = MANY if input_at_most < PER_COLUMN else 0.7
        many = mode != SPLIT_IN_TWO and not wish.outputs and chance(rng, often)
        least, limit = (MANY_STRIPS, strips_at_most) if many else FEW_STRIPS
        count = 2 if mode == SPLIT_IN_TWO else int(rng.integers(least, limit + 1))
        columns = min(columns_at_most, max(1, input_at_most // PER_COLUMN)) if many else columns_at_most
        first, mid, last = (int(number) for number in rng.integers(1, columns + 1, 3))
        outputs = [first, *[mid] * (count - 2), last]
        strips = of_columns(window, outputs)
        most = max(2 * input_at_most, window.kernel + count * window.stride if many or wish.stride else 0)
        if strips is not None and sum(strips.inputs) <= most:
            return window, sum(outputs), strips
    raise NoneFoundError(f"no strips in {TRIES} draws: {wish}")


def _padded(rng: np.random.Generator, kernel: int, must: bool) -> int:
    if kernel > 1 and must:
        return int(rng.integers(1, kernel))
    return int(rng.integers(kernel)) if chance(rng, 0.5) else 0
