"""What is legal when a convolution is started, each rule with its section and with what breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise, product

import numpy as np

from models.breakers import sets
from models.nvdla.config import HwConfig
from models.nvdla.conv.rules.shared import BUFFER, LIMITS, Context
from models.rules import Broken, Case, RuleList


@dataclass(frozen=True, slots=True)
class ConvStart:
    """How a convolution was started.

    Attributes:
        order: the blocks, in the order in which they were enabled.
        flushed: the convolution buffer was known to be ready when CDMA began.
    """

    order: tuple[str, ...]
    flushed: bool


StartCase = Case[ConvStart, HwConfig]
ORDER = (("CACC",), ("CMAC_A", "CMAC_B"), ("CSC",), ("CDMA",))
"""Blocks as they are enabled; those that stand together in any order."""
LATER = tuple(pair for first, second in pairwise(ORDER) for pair in product(first, second))
"""Blocks, and one that is enabled later."""


def _other_order(case: StartCase, rng: np.random.Generator) -> StartCase:
    first, second = LATER[rng.integers(len(LATER))]
    rest = tuple(block for block in case.subject.order if block not in (first, second))
    return replace(case, subject=replace(case.subject, order=(second, first, *rest)))


RULES = RuleList[ConvStart, HwConfig](ConvStart)


@RULES.rule(
    "conv-enable-order",
    "The blocks of a convolution are enabled from the last of the pipeline to the first.",
    LIMITS,
    _other_order,
)
def _order(start: ConvStart, _: Context) -> Iterator[Broken]:
    for first, second in LATER:
        if start.order.index(first) > start.order.index(second):
            yield Broken(
                f"{second} was enabled before {first}; the order is {', '.join(map(' and '.join, ORDER))}",
                (f"{second}.D_OP_ENABLE", f"{first}.D_OP_ENABLE"),
            )
            return


@RULES.rule(
    "cbuf-flush",
    "A convolution starts when the convolution buffer has flushed itself after reset.",
    BUFFER,
    sets("flushed", False),
)
def _flush(start: ConvStart, _: Context) -> Iterator[Broken]:
    if not start.flushed:
        yield Broken("the convolution buffer may still flush itself after reset: poll CDMA.S_CBUF_FLUSH_STATUS first")
