"""The rules of look-up tables that SDP and CDP share: what is legal of their registers, and what breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np

from models.breakers import with_field
from models.numbers.rounding import limits as limits_of
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig, LutRange
from models.nvdla.lut.legal import INDEX_BITS, START_BITS, LutLimits, Wrong
from models.nvdla.lut.ranges import LINEAR_BITS, end_of, word_of
from models.rules import Broken, Case, RuleContext, RuleList

LUT_LIMITS = "guide, 'Limitation', LUT"


class LooksUp(Protocol):
    """A layer with tables, a frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def precision(self) -> str:
        """Name of the number format."""

    @property
    def lut(self) -> LutConfig | None:
        """The tables' registers; None: it uses none."""


Subject = TypeVar("Subject", bound=LooksUp)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledTables(Generic[Subject]):
    """The tables of one unit's layers.

    Attributes:
        unit: what the names of the rules begin with.
        limits: what is legal, by precision.
        broken: what is wrong, in which table's edges and which other registers.
        small: a small legal layer for a case, whose table LE is exponential or not, of the case's precision or
            of a given one; None: no layer of the configuration has tables.
    """

    unit: str
    limits: Mapping[str, LutLimits]
    broken: Callable[[str, tuple[str, ...]], Broken]
    small: Callable[[Case[Subject, HwConfig], bool, str], Subject | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _TableRule:
    """One rule.

    Attributes:
        name: behind the unit's.
        text: what it says.
        find: what breaks it.
        wrong: legal tables with one thing wrong.
        exponential: whether table LE is exponential there; None: it may be.
        precision: the only one that it is about.
    """

    name: str
    text: str
    find: Callable[[LutLimits, LutConfig], Iterator[Wrong]]
    wrong: Callable[[LutConfig, LutLimits, np.random.Generator], LutConfig]
    exponential: bool | None
    precision: str = ""


def _illegal_offset(lut: LutConfig, limits: LutLimits, rng: np.random.Generator) -> LutConfig:
    """A first power of two that the register holds and the part cannot tell."""
    low, high = limits_of(INDEX_BITS)
    offset = int(rng.choice([power for power in range(low, high + 1) if power not in limits.offsets]))
    return replace(lut, le_offset=offset)


def _illegal_select(lut: LutConfig, limits: LutLimits, rng: np.random.Generator) -> LutConfig:
    """Entries of a linear table too far apart."""
    return with_field(lut, f"{_linear(lut, rng)}.select", max(legal.stop for legal in limits.selects.values()))


def _other_linear_end(lut: LutConfig, _: LutLimits, rng: np.random.Generator) -> LutConfig:
    """A linear table that ends an entry too late or too early."""
    name = _linear(lut, rng)
    table: LutRange = getattr(lut, name)
    return with_field(lut, f"{name}.end", table.end + (1 << table.select) * int(rng.choice((-1, 1))))


def _other_exponential_end(lut: LutConfig, _: LutLimits, rng: np.random.Generator) -> LutConfig:
    """An exponential table that ends too late or too early."""
    return with_field(lut, "le.end", lut.le.end + int(rng.choice((-1, 1))))


def _far_float_start(lut: LutConfig, limits: LutLimits, rng: np.random.Generator) -> LutConfig:
    """A table of FP32 codes that starts where its end is the same number."""
    name = _linear(lut, rng)
    table: LutRange = getattr(lut, name)
    exponent = table.select + LINEAR_BITS[name.upper()]
    start = word_of(float(rng.choice((-1, 1))) * 2.0 ** (exponent + START_BITS + 1))
    end = end_of(start, exponent, limits.bits, floating=True)
    return with_field(lut, name, replace(table, start=start, end=end))


def _linear(lut: LutConfig, rng: np.random.Generator) -> str:
    """A table that is linear."""
    return "lo" if lut.exponential else ("le", "lo")[rng.integers(2)]


_RULES = (
    _TableRule(
        name="select",
        text="Entries of linear tables are as far apart as the part can tell.",
        find=LutLimits.wrong_select,
        wrong=_illegal_select,
        exponential=False,
    ),
    _TableRule(
        name="linear-end",
        text="A linear table ends as far from its start as its intervals reach.",
        find=LutLimits.wrong_linear_end,
        wrong=_other_linear_end,
        exponential=None,
    ),
    _TableRule(
        name="offset",
        text="The first power of two of an exponential table is one that the part can tell.",
        find=LutLimits.wrong_offset,
        wrong=_illegal_offset,
        exponential=True,
    ),
    _TableRule(
        name="exponential-end",
        text="An exponential table ends at its last power of two behind its start, or at the largest number.",
        find=LutLimits.wrong_exponential_end,
        wrong=_other_exponential_end,
        exponential=True,
    ),
    _TableRule(
        name="float-start",
        text="A linear table of floating-point numbers starts where its end still differs from its start.",
        find=LutLimits.wrong_float_start,
        wrong=_far_float_start,
        exponential=False,
        precision="FP16",
    ),
)


def lut_rules(kind: type[Subject], tables: RuledTables[Subject]) -> RuleList[Subject, HwConfig]:
    """The rules for the layers of one unit."""
    rules = RuleList[Subject, HwConfig](kind)
    for rule in _RULES:
        breaker = partial(_break, tables, rule)
        rules.rule(f"{tables.unit}-lut-{rule.name}", rule.text, LUT_LIMITS, breaker)(partial(_find, tables, rule))
    return rules


def _find(
    tables: RuledTables[Subject], rule: _TableRule, subject: Subject, _: RuleContext[HwConfig]
) -> Iterator[Broken]:
    """What is found wrong in a layer's tables; of a reserved precision nothing is known."""
    if subject.lut is not None and subject.precision in tables.limits:
        for text, names in rule.find(tables.limits[subject.precision], subject.lut):
            yield tables.broken(text, names)


def _break(
    tables: RuledTables[Subject], rule: _TableRule, case: Case[Subject, HwConfig], rng: np.random.Generator
) -> Case[Subject, HwConfig] | None:
    """A small layer with one thing wrong in its tables, where the configuration has any."""
    if rule.precision and rule.precision not in case.context.config.precisions:
        return None
    exponential = bool(rng.integers(2)) if rule.exponential is None else rule.exponential
    layer = tables.small(case, exponential, rule.precision)
    if layer is None or layer.lut is None:
        return None
    return replace(case, subject=replace(layer, lut=rule.wrong(layer.lut, tables.limits[layer.precision], rng)))
