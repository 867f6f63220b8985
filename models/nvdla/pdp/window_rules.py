"""What is legal of PDP's windows and of the size of its output."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.pdp import window_breakers as breakers
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.line_buffer import widest
from models.nvdla.pdp.sections import LEGAL_PAGE, LIMITS, Context, PdpRule, broken
from models.nvdla.pdp.window import KERNEL_AT_MOST
from models.rules import Broken, Rule

KERNEL, PADDING = "D_POOLING_KERNEL_CFG", "D_POOLING_PADDING_CFG"
SIDES = {"width": ("left", "right"), "height": ("top", "bottom")}


def _kernel(pdp: Pdp, _: Context) -> Iterator[Broken]:
    for name, window, _size, _made in pdp.axes:
        if window.kernel > KERNEL_AT_MOST:
            yield broken(f"a kernel's {name} of {window.kernel} is more than {KERNEL_AT_MOST}", KERNEL)


def _padding(pdp: Pdp, _: Context) -> Iterator[Broken]:
    for name, window, _size, _made in pdp.axes:
        for side, padded in zip(SIDES[name], (window.before, window.after), strict=True):
            if padded >= window.kernel:
                text = f"padding {side} of {padded} is not less than the kernel's {name} of {window.kernel}"
                yield broken(text, PADDING, KERNEL)


def _columns_used(pdp: Pdp, _: Context) -> Iterator[Broken]:
    if spare := pdp.x.spare(pdp.width):
        text = (
            f"{pdp.width} columns padded to {pdp.x.before + pdp.width + pdp.x.after}: windows leave {spare} of them out"
        )
        yield broken(text, "D_DATA_CUBE_IN_WIDTH", PADDING, KERNEL)


def _out_width(pdp: Pdp, _: Context) -> Iterator[Broken]:
    made = pdp.x.outputs(pdp.width)
    if not pdp.strips.split and made != pdp.out_width:
        text = f"{pdp.width} columns make {made} columns of output, not {pdp.out_width}"
        yield broken(text, "D_DATA_CUBE_OUT_WIDTH", "D_DATA_CUBE_IN_WIDTH")


def _out_height(pdp: Pdp, _: Context) -> Iterator[Broken]:
    padded = pdp.y.before + pdp.height + pdp.y.after
    if (covered := pdp.y.covered(pdp.out_height)) != padded:
        text = f"{pdp.out_height} lines of output cover {covered} lines, not the {padded} lines of the padded input"
        yield broken(text, "D_DATA_CUBE_OUT_HEIGHT", "D_DATA_CUBE_IN_HEIGHT")


def _width(pdp: Pdp, context: Context) -> Iterator[Broken]:
    most = widest(pdp.y, context.config)
    if pdp.y.kernel <= KERNEL_AT_MOST and max(pdp.columns) > most:
        what = "a strip's output" if pdp.strips.split else "the output"
        register = "D_PARTIAL_WIDTH_OUT" if pdp.strips.split else "D_DATA_CUBE_OUT_WIDTH"
        text = f"{what} of {max(pdp.columns)} columns is wider than the {most} columns that the line buffer holds"
        yield broken(f"{text} of {pdp.y.lines} line(s) at a time", register, KERNEL)


WINDOW_RULES: tuple[PdpRule, ...] = (
    Rule(
        name="pdp-kernel",
        of=Pdp,
        text="A kernel is at most 8 wide and 8 high.",
        section=LIMITS,
        find=_kernel,
        break_it=breakers.kernel,
    ),
    Rule(
        name="pdp-padding",
        of=Pdp,
        text="Padding is less than the kernel on each side, so that each window has a real element.",
        section=LIMITS,
        find=_padding,
        break_it=breakers.padding,
    ),
    Rule(
        name="pdp-columns-used",
        of=Pdp,
        text="Windows reach to the last padded column: each column is used.",
        section=LIMITS,
        find=_columns_used,
        break_it=breakers.columns_used,
    ),
    Rule(
        name="pdp-out-width",
        of=Pdp,
        text="Not split, the output has a column for each window.",
        section=LIMITS,
        find=_out_width,
        break_it=breakers.out_width,
    ),
    Rule(
        name="pdp-out-height",
        of=Pdp,
        text="The output has a line for each window, and windows reach to the last padded line.",
        section=LEGAL_PAGE,
        find=_out_height,
        break_it=breakers.out_height,
    ),
    Rule(
        name="pdp-width",
        of=Pdp,
        text="What is pooled at once fits into the line buffer: the output, or that of each strip.",
        section=LIMITS,
        find=_width,
        break_it=breakers.width,
    ),
)
