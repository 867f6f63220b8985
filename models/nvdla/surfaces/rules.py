"""The rules of surfaces that units share: where layers read and write, of what precision, and what breaks them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Generic, TypeVar

import numpy as np

from models.breakers import field_at, with_field
from models.memory.overlap import overlap
from models.nvdla.config import HwConfig
from models.nvdla.programming import LayerDescriptor
from models.nvdla.surfaces.ruled_side import RuledSide
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from models.rules import Broken, Case, RuleContext, RuleList

ABSENT = "docs/configurations.md, 'What is absent'"

Subject = TypeVar("Subject")
OnMemory = TypeVar("OnMemory", bound=LayerDescriptor)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideRule:
    """A rule about one side of a layer.

    Attributes:
        name: behind the unit's.
        text: what it says.
        find: what is wrong with a side; empty: nothing.
        registers: those that say so; empty: none.
        breakable: whether a side can break it.
        wrong: the side that breaks it; what it needs is drawn.
    """

    name: str
    text: str
    find: Callable[[RuledSide, HwConfig], str]
    registers: Callable[[RuledSide], tuple[str, ...]]
    breakable: Callable[[RuledSide], bool] = lambda _: True
    wrong: Callable[[RuledSide, HwConfig, np.random.Generator], Side]


def _short_lines(ruled: RuledSide, config: HwConfig, _: np.random.Generator) -> Side:
    return replace(ruled.side, line_stride_bytes=ruled.line_bytes - ruled.step_bytes(config))


def _short_surfaces(ruled: RuledSide, config: HwConfig, _: np.random.Generator) -> Side:
    return replace(ruled.side, surface_stride_bytes=ruled.surface_bytes - ruled.step_bytes(config))


def _loose_pixel(ruled: RuledSide, _: HwConfig, rng: np.random.Generator) -> Side:
    stride = str(rng.choice(("line_stride_bytes", "surface_stride_bytes")))
    return with_field(ruled.side, stride, 2 * ruled.pixel_bytes)


def _at_the_end(ruled: RuledSide, config: HwConfig, _: np.random.Generator) -> Side:
    return replace(ruled.side, address=(1 << config.port(ruled.side.ram).address_bits) - ruled.step_bytes(config))


LINE_STRIDE = SideRule(
    name="line-stride",
    text="Lines do not overlap: a line stride is at least a line.",
    find=lambda ruled, _: ruled.short_lines(),
    registers=lambda ruled: (ruled.registers.line_stride, ruled.width),
    breakable=lambda ruled: ruled.lines > 1,
    wrong=_short_lines,
)
SURFACE_STRIDE = SideRule(
    name="surface-stride",
    text="Surfaces do not overlap: a surface stride is at least a surface.",
    find=lambda ruled, _: ruled.short_surfaces(),
    registers=lambda ruled: (ruled.registers.surface_stride, ruled.height),
    breakable=lambda ruled: ruled.surfaces > 1,
    wrong=_short_surfaces,
)
POINT_PACKED = SideRule(
    name="point-packed",
    text="A cube of 1x1 pixels is packed: both strides are those of a pixel.",
    find=lambda ruled, _: ruled.loose_pixel(),
    registers=lambda ruled: (ruled.registers.line_stride, ruled.registers.surface_stride),
    breakable=lambda ruled: ruled.pixel_bytes > 0,
    wrong=_loose_pixel,
)
ADDRESS_RANGE = SideRule(
    name="address-range",
    text="What is read and written does not run over the end of the address space.",
    find=RuledSide.past_the_end,
    registers=lambda ruled: (ruled.registers.address_low, ruled.registers.address_high),
    wrong=_at_the_end,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SurfaceRules(Generic[Subject]):
    """What rules of sides are about, of the layers of one unit.

    Attributes:
        rules: the unit's list.
        unit: what the names of rules begin with.
        sides: the sides of a layer that these rules look at; none where nothing can be computed.
        small: a small legal layer for a case, of two lines and two surfaces at least, but where a pixel is ruled.
    """

    rules: RuleList[Subject, HwConfig]
    unit: str
    sides: Callable[[Subject, HwConfig], Iterable[RuledSide]]
    small: Callable[[Case[Subject, HwConfig]], Subject]

    def add(self, rule: SideRule, section: str, text: str = "") -> None:
        """Add a rule to the list.

        Args:
            rule: the rule.
            section: where it stands.
            text: what it says, where that is not what the rule says of all units.
        """

        def find(subject: Subject, context: RuleContext[HwConfig]) -> Iterator[Broken]:
            for ruled in self.sides(subject, context.config):
                if wrong := rule.find(ruled, context.config):
                    yield ruled.broken(wrong, *rule.registers(ruled))

        def break_it(case: Case[Subject, HwConfig], rng: np.random.Generator) -> Case[Subject, HwConfig]:
            layer, config = self.small(case), case.context.config
            some = [ruled for ruled in self.sides(layer, config) if rule.breakable(ruled)]
            ruled = some[rng.integers(len(some))]
            return replace(case, subject=with_field(layer, ruled.place, rule.wrong(ruled, config, rng)))

        self.rules.rule(f"{self.unit}-{rule.name}", text or rule.text, section, break_it)(find)


def add_absent_precision(
    rules: RuleList[Subject, HwConfig],
    name: str,
    text: str,
    *,
    register: str,
    precisions: Callable[[Subject], Iterable[str]],
    small: Callable[[Case[Subject, HwConfig], str], Subject],
) -> None:
    """Add the rule that a unit works in precisions that the configuration has.

    Args:
        rules: the unit's list.
        name: of the rule.
        text: what it says.
        register: the one that says the precisions, in full.
        precisions: those of a layer; reserved values are a rule of their own.
        small: a small legal layer for a case, of a precision.
    """

    def find(subject: Subject, context: RuleContext[HwConfig]) -> Iterator[Broken]:
        config = context.config
        if absent := sorted({name for name in precisions(subject) if name in ELEMENT_BYTES} - set(config.precisions)):
            text = f"{config.name} has no {' and no '.join(absent)}; it has {', '.join(config.precisions)}"
            yield Broken(text, (register,))

    def break_it(case: Case[Subject, HwConfig], rng: np.random.Generator) -> Case[Subject, HwConfig] | None:
        missing = sorted(set(ELEMENT_BYTES) - set(case.context.config.precisions))
        return replace(case, subject=small(case, str(rng.choice(missing)))) if missing else None

    rules.rule(name, text, ABSENT, break_it)(find)


def add_overlap(
    rules: RuleList[OnMemory, HwConfig],
    name: str,
    text: str,
    section: str,
    *,
    registers: tuple[str, str],
    small: Callable[[Case[OnMemory, HwConfig]], OnMemory],
) -> None:
    """Add the rule that a layer does not write what it reads.

    Args:
        rules: the unit's list.
        name: of the rule.
        text: what it says.
        section: where it stands.
        registers: those of the addresses of input and output, in full.
        small: a small legal layer for a case, which reads memory.
    """

    def find(layer: OnMemory, context: RuleContext[HwConfig]) -> Iterator[Broken]:
        try:
            written, read = layer.writes(context.config), layer.reads(context.config)
        except ValueError:
            return  # refused: too large, a reserved value, in a memory that is not there, or with no place
        if any(overlap(one, other) is not None for one, other in product(written, read)):
            yield Broken("the output overlaps the input", registers)

    def break_it(case: Case[OnMemory, HwConfig], _: np.random.Generator) -> Case[OnMemory, HwConfig]:
        layer = small(case)
        source = field_at(layer, "source")
        destination = replace(field_at(layer, "destination"), ram=source.ram, address=source.address)
        return replace(case, subject=with_field(layer, "destination", destination))

    rules.rule(name, text, section, break_it)(find)


def broken_in(unit: str, text: str, *registers: str) -> Broken:
    """What a rule found wrong in registers of a unit; those of another block are given with it."""
    return Broken(text, tuple(name if "." in name else f"{unit}.{name}" for name in registers))


def in_precision(
    small: Callable[[Case[Subject, HwConfig], str], Subject], precision: str
) -> Callable[[Case[Subject, HwConfig]], Subject | None]:
    """A small layer of a precision, where the configuration has it, for breakers."""
    return lambda case: small(case, precision) if precision in case.context.config.precisions else None


def atoms(count: int) -> Callable[[Case[Any, HwConfig]], int]:
    """Bytes of so many atoms of a case's configuration, for breakers."""
    return lambda case: count * case.context.config.atom_bytes
