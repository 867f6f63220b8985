"""What is legal for the numbers in words: windows, strides, and what the head of a word holds."""

from __future__ import annotations

from collections.abc import Iterator

from models.breakers import one_of
from models.rules import Broken, RuleList
from models.sophgo.config import SophgoConfig
from models.sophgo.kernels.program import Step
from models.sophgo.layouts.strides import Layout
from models.sophgo.operations.operand import MOST_ELEMENTS, MOST_PLACES, MOST_PRODUCTS
from models.sophgo.operations.tiu.windows import Window
from models.sophgo.rules.legal import (
    Context,
    addition,
    average,
    convolution,
    copy,
    spoils,
    undefined,
)
from models.sophgo.words.word import CMD_ID_EN

ARITHMETIC = "docs/sophgo/README.md, 'Arithmetic words'"
WINDOWS = "docs/sophgo/README.md, 'Convolution words'"
WORDS = "docs/sophgo/README.md, 'Words'"
KERNELS = "docs/sophgo/README.md, 'Kernels'"
STRIDE_LIMIT = 1 << 18
SIDE_LIMIT = 1 << 16
MOST_DILATED = 14
"""Largest `opd1_*_ins0`: a dilation is at most 15."""
MOST_INSERTED = {"sCONV": 14, "sPorD": 7}
WIDE = {"opd0_w": 1 << 13, "opd0_x_ins0": 8, "opd0_h": 1, "res0_h": 1, "opd1_addr": 0x2800, "res0_addr": 0x3000}
"""An input that is wider than any may be."""
NUMBER_RULES = RuleList[Step, SophgoConfig](Step)


@NUMBER_RULES.rule(
    "stride-range",
    "A stride that a word of sAR gives is less than 2 to the power of 18.",
    ARITHMETIC,
    spoils(addition, {"opd0_str": 3, "opd0_w_str": 1, "opd0_h_str": STRIDE_LIMIT, "res0_h": 1}),
)
def _far(step: Step, _: Context) -> Iterator[Broken]:
    word = step.word
    for name in ("res0", "opd0", "opd1") if word.kind.name == "sAR" else ():
        constant = name != "res0" and word[f"{name}_const"]
        for side in "hw" if word[f"{name}_str"] == Layout.STRIDES and not constant else "":
            stride = word[f"{name}_{side}_str"]
            if stride >= STRIDE_LIMIT:
                yield Broken(f"{name}_{side}_str is {stride:#x}: at most {STRIDE_LIMIT - 1:#x} is legal")


@NUMBER_RULES.rule(
    "window-range",
    "Between two lines or columns at most 14 are inserted, in pooling 7; a dilation is at most 15; a padded input has "
    "at most 65535 lines and columns.",
    WINDOWS,
    one_of(
        spoils(convolution, {"opd0_x_ins0": 15}, {"opd1_y_ins0": 15}),
        spoils(average, {"opd0_y_ins0": 8}, {"opd1_x_ins0": 15}),
        spoils(convolution, WIDE),
    ),
)
def _window(step: Step, _: Context) -> Iterator[Broken]:
    word = step.word
    most = MOST_INSERTED.get(word.kind.name)
    if most is None:
        return
    limits = {f"opd0_{side}_ins0": most for side in "xy"} | {f"opd1_{side}_ins0": MOST_DILATED for side in "xy"}
    for member, limit in limits.items():
        if word[member] > limit:
            yield Broken(f"{member} is {word[member]}: at most {limit} is legal")
    sizes = Window.of(word).padded_size(word["opd0_h"], word["opd0_w"])
    for side, whole in zip("hw", sizes, strict=True):
        if whole >= SIDE_LIMIT:
            yield Broken(f"opd0_{side} is {word[f'opd0_{side}']}: the padded input has {whole}")


@NUMBER_RULES.rule(
    "window-in-input",
    "A result has no more lines and columns than a kernel has places in the padded input.",
    WINDOWS,
    one_of(spoils(convolution, {"res0_w": 5}, {"opd1_h": 3}), spoils(average, {"res0_h": 3}, {"opd1_w": 2})),
)
def _beyond(step: Step, _: Context) -> Iterator[Broken]:
    yield from undefined(step, "window-in-input")


@NUMBER_RULES.rule(
    "computable",
    f"An operand has at most {MOST_ELEMENTS} elements, a kernel at most {MOST_PLACES} places, a word at most "
    f"{MOST_PRODUCTS} products: more are not computed here.",
    WORDS,
    one_of(
        spoils(addition, dict.fromkeys(("res0_n", "res0_c"), 0xFFFF)),
        spoils(convolution, {"opd1_const": 1} | dict.fromkeys(("opd1_h", "opd1_w", "opd0_h", "opd0_w"), 0xFFFF)),
        spoils(copy, dict.fromkeys(("src_nsize", "src_csize"), 0xFFFF)),
    ),
)
def _large(step: Step, _: Context) -> Iterator[Broken]:
    yield from undefined(step, "computable")


@NUMBER_RULES.rule(
    "plain-head",
    "`cmd_id_en` is 1, `intr_en` and `pwr_step` are 0.",
    KERNELS,
    one_of(
        spoils(addition, {"cmd_id_en": 0}, {"intr_en": 1}, {"pwr_step": 1}),
        spoils(copy, {"cmd_id_en": 0}, {"intr_en": 1}),
    ),
)
def _head(step: Step, _: Context) -> Iterator[Broken]:
    for member, right in (("cmd_id_en", CMD_ID_EN), ("intr_en", 0), ("pwr_step", 0)):
        if step.word.values.get(member, right) != right:
            yield Broken(f"{member} is {step.word[member]}: it is {right}")
