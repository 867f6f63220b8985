"""Registers of look-up tables that cover a little, and what breaks the rules about them, one thing at a time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.lut.config import LutConfig, LutRange
from models.nvdla.lut.ranges import EXPONENTIAL_INTERVALS, LINEAR_BITS, end_of, word_of

OFFSET, SELECT = -50, 4
START, FLOAT_START = -100, -2.0


def small_tables(bits: int, *, floating: bool, exponential: bool) -> LutConfig:
    """Tables that cover a little.

    Args:
        bits: of the registers of starts and ends of integers.
        floating: starts and ends are FP32 codes.
        exponential: table LE is.
    """
    start = word_of(FLOAT_START) if floating else START
    exponent = OFFSET + EXPONENTIAL_INTERVALS if exponential else SELECT + LINEAR_BITS["LE"]
    ends = [end_of(start, size, bits, floating=floating) for size in (exponent, SELECT + LINEAR_BITS["LO"])]
    return LutConfig(
        le=LutRange(start=start, end=ends[0], select=0 if exponential else SELECT),
        lo=LutRange(start=start, end=ends[1], select=SELECT),
        exponential=exponential,
        le_offset=OFFSET if exponential else 0,
    )


def with_select(lut: LutConfig, select: int, rng: np.random.Generator) -> LutConfig:
    """Entries of a linear table at another distance."""
    return _with_table(lut, _linear(lut, rng), select=select)


def with_linear_end(lut: LutConfig, rng: np.random.Generator) -> LutConfig:
    """A linear table that ends an entry too late or too early."""
    table = _linear(lut, rng)
    end: int = getattr(lut, table).end + (1 << SELECT) * int(rng.choice((-1, 1)))
    return _with_table(lut, table, end=end)


def with_exponential_end(lut: LutConfig, rng: np.random.Generator) -> LutConfig:
    """An exponential table that ends too late or too early."""
    return _with_table(lut, "le", end=lut.le.end + int(rng.choice((-1, 1))))


def with_far_float_start(lut: LutConfig, bits: int, rng: np.random.Generator) -> LutConfig:
    """A table of FP32 codes that starts where its end is the same number."""
    table = _linear(lut, rng)
    exponent = SELECT + LINEAR_BITS[table.upper()]
    start = word_of(float(rng.choice((-1, 1))) * 2.0 ** (exponent + 25))
    return _with_table(lut, table, start=start, end=end_of(start, exponent, bits, floating=True))


def _linear(lut: LutConfig, rng: np.random.Generator) -> str:
    return "lo" if lut.exponential else ("le", "lo")[rng.integers(2)]


def _with_table(lut: LutConfig, table: str, **fields: int) -> LutConfig:
    """The registers with those of a table changed."""
    where = replace(getattr(lut, table), **fields)
    return replace(lut, **{table: where})
