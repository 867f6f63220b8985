"""What is legal for the shifts of words."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.breakers import one_of
from models.rules import Broken, RuleList
from models.sophgo.config import SophgoConfig
from models.sophgo.kernels.program import Step
from models.sophgo.operations.operand import SIZES
from models.sophgo.operations.tiu.arithmetic import LARGEST_LEFT, LARGEST_RIGHT, OPERANDS, SHIFTS, most_left
from models.sophgo.rules.legal import (
    Context,
    addition,
    average,
    convolution,
    depthwise,
    multiply_add,
    product,
    requantisation,
    shifting,
    spoils,
)
from models.sophgo.words.word import Word

ARITHMETIC = "docs/sophgo/README.md, 'Arithmetic words'"
LEFT, RIGHT = range(LARGEST_LEFT + 1), range(LARGEST_RIGHT + 1)
BOTH = range(-LARGEST_RIGHT, LARGEST_LEFT + 1)
REQUANTISED = range(-64, LARGEST_LEFT + 1)
SHIFT_RULES = RuleList[Step, SophgoConfig](Step)
Shift = tuple[str, int, range]
"""A member, by how many bits it says, and those that are legal."""


def shifts_of(word: Word) -> Iterator[Shift]:
    """By how many bits a word shifts, as far as it says so itself."""
    match word.kind.name, word.function:
        case "sAR", _:
            yield from _arithmetic(word)
        case "sCONV", "requantised" | "requantised_relu":
            yield "opd3_addr[7:0]", _byte(word, "opd3_addr"), RIGHT
        case "sMM", _:
            if word["res_add"]:
                yield "opd3_addr[7:0]", _byte(word, "opd3_addr"), LEFT
            yield "opd3_addr[15:8]", _byte(word, "opd3_addr", 1), RIGHT
        case "sPorD", "average":
            yield "opd2_addr[7:0]", _byte(word, "opd2_addr"), RIGHT
        case "sPorD", "depthwise" | "depthwise_relu":
            yield "res1_addr[15:8]", _byte(word, "res1_addr", 1), RIGHT
        case "sRQ", _ if word["opd1_const"]:
            yield "opd2_addr[7:0]", _signed(word, "opd2_addr"), REQUANTISED


def _arithmetic(word: Word) -> Iterator[Shift]:
    """The same of a word of sAR."""
    if word.function == "mac":
        yield "opd2_addr[7:0]", _byte(word, "opd2_addr"), LEFT
        yield "opd2_addr[15:8]", _byte(word, "opd2_addr", 1), RIGHT
    elif word.function in SHIFTS:
        if word["opd1_const"]:
            bits = 8 * SIZES[word["opd0_prec"]]
            legal = range(-bits, bits + 1) if word.function == "circular_shift" else BOTH
            yield "opd1_addr[7:0]", _signed(word, "opd1_addr"), legal
    elif word.function.removesuffix("_saturate") in ("add", "sub", "mul"):
        most = most_left(word.function, word.values)
        if word["tsk_opd_num"] == OPERANDS and word["opd2_const"] and most >= 0:
            yield "opd2_addr[7:0]", _signed(word, "opd2_addr"), range(-LARGEST_RIGHT, most + 1)


def _byte(word: Word, member: str, index: int = 0) -> int:
    return word[member] >> 8 * index & 0xFF


def _signed(word: Word, member: str) -> int:
    return int(np.uint8(_byte(word, member)).astype(np.int8))


@SHIFT_RULES.rule(
    "shift-range",
    "What a word shifts by is from -32 to 31, in requantisation from -64 on, in a circular shift at most all bits; a "
    "sum that is shifted fits 64 bits.",
    ARITHMETIC,
    one_of(
        spoils(addition, {"opd2_addr": -33 & 0xFF}, {"opd2_addr": 32}),
        spoils(addition, {"opd0_prec": 4, "opd1_prec": 4, "opd0_addr": 512, "opd1_addr": 1024, "opd2_addr": 31}),
        spoils(shifting, {"opd1_addr": 40}, {"opd1_addr": -33 & 0xFF}),
        spoils(multiply_add, {"opd2_addr": 32}, {"opd2_addr": 33 << 8}),
        spoils(convolution, {"opd3_addr": 33}),
        spoils(product, {"opd3_addr": 33 << 8}),
        spoils(average, {"opd2_addr": 33}),
        spoils(depthwise, {"res1_addr": 33 << 8}),
        spoils(requantisation, {"opd2_addr": 32}, {"opd2_addr": -65 & 0xFF}),
    ),
)
def _shifted(step: Step, _: Context) -> Iterator[Broken]:
    for member, by, legal in shifts_of(step.word):
        if by not in legal:
            yield Broken(f"{member} is {by}: {legal.start} to {legal.stop - 1} are legal")


@SHIFT_RULES.rule(
    "shifted-product",
    "The product of two operands of 32 bits without a sign is not shifted.",
    ARITHMETIC,
    spoils(
        lambda config: Word.of("sAR", "mul", **_rest(addition(config))),
        {"opd0_prec": 4, "opd1_prec": 4},
    ),
)
def _product(step: Step, _: Context) -> Iterator[Broken]:
    word = step.word
    if (
        word.function in ("mul", "mul_saturate")
        and word["tsk_opd_num"] == OPERANDS
        and most_left("mul", word.values) < 0
    ):
        yield Broken("tsk_opd_num is 3: the product may need more than 63 bits")


def _rest(word: Word) -> dict[str, int]:
    """The members of a word but for its head."""
    return {name: value for name, value in word.values.items() if name not in ("cmd_short", "tsk_typ", "tsk_eu_typ")}
