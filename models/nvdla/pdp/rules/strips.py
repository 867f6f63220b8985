"""What is legal of the strips that a PDP layer is split into."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from models.breakers import adds, becomes, one_of, sets
from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.pooling.window import Window
from models.nvdla.pdp.rules.shared import FLYING, LEGAL_PAGE, LIMITS, Context, PdpCase, broken, small
from models.rules import Broken, RuleList

IN, OUT, MODE = "D_PARTIAL_WIDTH_IN", "D_PARTIAL_WIDTH_OUT", "D_OPERATION_MODE_CFG"
SHARING = Window(kernel=3, before=1, after=1)
"""Neighbouring windows share columns, and one more or less on either side leaves no column out."""
APART = Window(kernel=1, stride=3)
OVERPADDED = Window(kernel=5, before=4)
"""Windows of which the first strip, most of it padded, has fewer columns than the next one shares with it."""


def _uncovered(pdp: Pdp, part: str, columns: int, outputs: int) -> Iterator[Broken]:
    """Where the windows of a part do not cover its columns, padded and shared ones among them."""
    if (covered := pdp.x.covered(outputs)) != columns:
        text = f"{part} strip: {outputs} columns of output cover {covered} columns, not the {columns} that it has"
        yield broken(text, IN, OUT)


STRIP_RULES = RuleList[Pdp, HwConfig](Pdp)


@STRIP_RULES.rule(
    "pdp-flying-whole",
    "What SDP hands on is not split.",
    FLYING,
    sets("source", None, of=partial(small, x=SHARING, columns=(2, 2))),
)
def _flying(pdp: Pdp, _: Context) -> Iterator[Broken]:
    if pdp.flying and pdp.strips.split:
        yield broken(f"{pdp.strips.count} strips on the fly: only what comes from memory is split", MODE)


@STRIP_RULES.rule(
    "pdp-strip-inputs",
    "The input columns of all strips are those of the input.",
    LEGAL_PAGE,
    adds("width", 1, of=partial(small, x=replace(SHARING, after=2), columns=(2, 3))),
)
def _inputs(pdp: Pdp, _: Context) -> Iterator[Broken]:
    if pdp.strips.split and (columns := sum(pdp.strips.inputs)) != pdp.width:
        yield broken(f"strips have {columns} columns of input, the input has {pdp.width}", IN, "D_DATA_CUBE_IN_WIDTH")


@STRIP_RULES.rule(
    "pdp-strip-outputs",
    "The output columns of all strips are those of the output.",
    LIMITS,
    one_of(*(adds("out_width", -1, 1, of=partial(small, x=window, columns=(2, 2))) for window in (APART, SHARING))),
)
def _outputs(pdp: Pdp, _: Context) -> Iterator[Broken]:
    if pdp.strips.split and (columns := sum(pdp.strips.outputs)) != pdp.out_width:
        text = f"strips have {columns} columns of output, the output has {pdp.out_width}"
        yield broken(text, OUT, "D_DATA_CUBE_OUT_WIDTH")


@STRIP_RULES.rule(
    "pdp-first-strip",
    "Windows of the first strip cover its columns and the padding on the left.",
    LIMITS,
    adds("x.before", 1, of=partial(small, x=SHARING, columns=(2, 2))),
)
def _first(pdp: Pdp, _: Context) -> Iterator[Broken]:
    if pdp.strips.split:
        yield from _uncovered(pdp, "first", pdp.strips.first_in + pdp.x.before, pdp.strips.first_out)


def _moved_to_the_middle(case: PdpCase) -> Pdp:
    """A column that moves from the first strip, which gets a padded one for it, to that in the middle."""
    pdp = small(case, x=SHARING, columns=(3, 2, 2))
    strips = replace(pdp.strips, first_in=pdp.strips.first_in - 1, mid_in=pdp.strips.mid_in + 1)
    return replace(pdp, strips=strips, x=replace(pdp.x, before=pdp.x.before + 1))


@STRIP_RULES.rule(
    "pdp-mid-strip",
    "Windows of a strip in the middle cover its columns and those that it shares.",
    LIMITS,
    becomes(_moved_to_the_middle),
)
def _mid(pdp: Pdp, _: Context) -> Iterator[Broken]:
    if pdp.strips.count > 2:
        yield from _uncovered(pdp, "middle", pdp.strips.mid_in + pdp.x.overlap, pdp.strips.mid_out)


@STRIP_RULES.rule(
    "pdp-last-strip",
    "Windows of the last strip cover its columns, those that it shares, and the padding on the right.",
    LIMITS,
    adds("x.after", 1, of=partial(small, x=SHARING, columns=(2, 2))),
)
def _last(pdp: Pdp, _: Context) -> Iterator[Broken]:
    if pdp.strips.split:
        columns = pdp.strips.last_in + pdp.x.after + pdp.x.overlap
        yield from _uncovered(pdp, "last", columns, pdp.strips.last_out)


@STRIP_RULES.rule(
    "pdp-strip-overlap",
    "A strip shares no more columns than the one in front of it has, and has more than it leaves out.",
    LIMITS,
    becomes(partial(small, x=OVERPADDED, columns=(1, 4))),
)
def _overlap(pdp: Pdp, _: Context) -> Iterator[Broken]:
    if not pdp.strips.split:
        return
    shared, sizes = pdp.x.overlap, pdp.strips.inputs
    if shared >= 0 and shared > min(sizes[:-1]):
        yield broken(f"strips share {shared} columns with one of {min(sizes[:-1])} columns in front of them", IN)
    if shared < 0 and -shared >= min(sizes[1:]):
        yield broken(f"{-shared} columns lie between strips, of which one has {min(sizes[1:])} columns", IN)
