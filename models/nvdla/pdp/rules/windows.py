"""What is legal of PDP's windows and of the size of its output."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from models.breakers import adds, becomes, one_of
from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.pooling.line_buffer import widest
from models.nvdla.pdp.pooling.window import KERNEL_AT_MOST, Window
from models.nvdla.pdp.rules.shared import LEGAL_PAGE, LIMITS, Context, PdpCase, broken, small
from models.rules import Broken, RuleList

KERNEL, PADDING = "D_POOLING_KERNEL_CFG", "D_POOLING_PADDING_CFG"
SIDES = {"width": ("left", "right"), "height": ("top", "bottom")}
TOO_LARGE = Window(kernel=KERNEL_AT_MOST + 1, stride=KERNEL_AT_MOST + 1)
BEFORE, AFTER = Window(kernel=3, before=3), Window(kernel=3, after=3)
"""Windows in the padding alone; of four real elements they make `PADDED`."""
PADDED = BEFORE.outputs(4)


WINDOW_RULES = RuleList[Pdp, HwConfig](Pdp)


@WINDOW_RULES.rule(
    "pdp-kernel",
    "A kernel is at most 8 wide and 8 high.",
    LIMITS,
    becomes(partial(small, y=TOO_LARGE), partial(small, x=TOO_LARGE)),
)
def _kernel(pdp: Pdp, _: Context) -> Iterator[Broken]:
    for name, window, _size, _made in pdp.axes:
        if window.kernel > KERNEL_AT_MOST:
            yield broken(f"a kernel's {name} of {window.kernel} is more than {KERNEL_AT_MOST}", KERNEL)


@WINDOW_RULES.rule(
    "pdp-padding",
    "Padding is less than the kernel on each side, so that each window has a real element.",
    LIMITS,
    becomes(
        *(partial(small, x=window, columns=(PADDED,)) for window in (BEFORE, AFTER)),
        *(partial(small, y=window, lines=PADDED) for window in (BEFORE, AFTER)),
    ),
)
def _padding(pdp: Pdp, _: Context) -> Iterator[Broken]:
    for name, window, _size, _made in pdp.axes:
        for side, padded in zip(SIDES[name], (window.before, window.after), strict=True):
            if padded >= window.kernel:
                text = f"padding {side} of {padded} is not less than the kernel's {name} of {window.kernel}"
                yield broken(text, PADDING, KERNEL)


@WINDOW_RULES.rule(
    "pdp-columns-used",
    "Windows reach to the last padded column: each column is used.",
    LIMITS,
    one_of(
        *(
            adds("width", *range(1, stride), of=partial(small, x=Window(kernel=2, stride=stride)))
            for stride in range(2, 6)
        )
    ),
)
def _columns_used(pdp: Pdp, _: Context) -> Iterator[Broken]:
    if spare := pdp.x.spare(pdp.width):
        text = (
            f"{pdp.width} columns padded to {pdp.x.before + pdp.width + pdp.x.after}: windows leave {spare} of them out"
        )
        yield broken(text, "D_DATA_CUBE_IN_WIDTH", PADDING, KERNEL)


@WINDOW_RULES.rule(
    "pdp-out-width", "Not split, the output has a column for each window.", LIMITS, adds("out_width", -1, 1, of=small)
)
def _out_width(pdp: Pdp, _: Context) -> Iterator[Broken]:
    made = pdp.x.outputs(pdp.width)
    if not pdp.strips.split and made != pdp.out_width:
        text = f"{pdp.width} columns make {made} columns of output, not {pdp.out_width}"
        yield broken(text, "D_DATA_CUBE_OUT_WIDTH", "D_DATA_CUBE_IN_WIDTH")


@WINDOW_RULES.rule(
    "pdp-out-height",
    "The output has a line for each window, and windows reach to the last padded line.",
    LEGAL_PAGE,
    one_of(adds("out_height", -1, of=small), adds("height", -1, of=small)),
)
def _out_height(pdp: Pdp, _: Context) -> Iterator[Broken]:
    padded = pdp.y.before + pdp.height + pdp.y.after
    if (covered := pdp.y.covered(pdp.out_height)) != padded:
        text = f"{pdp.out_height} lines of output cover {covered} lines, not the {padded} lines of the padded input"
        yield broken(text, "D_DATA_CUBE_OUT_HEIGHT", "D_DATA_CUBE_IN_HEIGHT")


def _too_wide(y: Window, case: PdpCase) -> Pdp:
    """A column more than the line buffer holds of so many lines at a time."""
    return small(case, x=Window(kernel=1), y=y, columns=(widest(y, case.context.config) + 1,))


@WINDOW_RULES.rule(
    "pdp-width",
    "What is pooled at once fits into the line buffer: the output, or that of each strip.",
    LIMITS,
    becomes(*(partial(_too_wide, Window(kernel=kernel)) for kernel in range(1, KERNEL_AT_MOST + 1))),
)
def _width(pdp: Pdp, context: Context) -> Iterator[Broken]:
    most = widest(pdp.y, context.config)
    if pdp.y.kernel <= KERNEL_AT_MOST and max(pdp.columns) > most:
        what = "a strip's output" if pdp.strips.split else "the output"
        register = "D_PARTIAL_WIDTH_OUT" if pdp.strips.split else "D_DATA_CUBE_OUT_WIDTH"
        text = f"{what} of {max(pdp.columns)} columns is wider than the {most} columns that the line buffer holds"
        yield broken(f"{text} of {pdp.y.lines} line(s) at a time", register, KERNEL)
