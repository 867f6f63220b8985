"""What is legal for a BDMA layer, each rule with its section and with what breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from models.breakers import becomes, sets, with_field
from models.memory.overlap import overlap
from models.nvdla.bdma.descriptor import UNIT, Bdma, BdmaCopy
from models.nvdla.bdma.sides import DESTINATION, SOURCE
from models.nvdla.config import HwConfig
from models.nvdla.groups import GROUPS, instance_of
from models.nvdla.surfaces.ruled_side import RuledSide
from models.nvdla.surfaces.rules import ADDRESS_RANGE, LINE_STRIDE, SURFACE_STRIDE, SurfaceRules
from models.rules import Broken, Case, RuleContext, RuleList

GUIDE = "guide, 'BDMA programming'"
LIMITS = "guide, 'Limitation', BDMA"
PART = "docs/nvdla/units.md, 'BDMA'"

Context = RuleContext[HwConfig]
BdmaCase = Case[Bdma, HwConfig]


def _small(case: BdmaCase, surfaces: int = 2, lines: int = 2, line_atoms: int = 2) -> Bdma:
    """One operation without gaps, in the memories of the first one of a case."""
    rams = case.subject.copies[0].source.ram, case.subject.copies[0].destination.ram
    return Bdma((BdmaCopy.of(case.context.config, (surfaces, lines, line_atoms), rams),))


def _sides(bdma: Bdma, config: HwConfig) -> Iterator[RuledSide]:
    """Both sides of each operation."""
    for slot, copy in enumerate(bdma.copies):
        for name, registers in (("source", SOURCE), ("destination", DESTINATION)):
            yield RuledSide(
                place=f"copies.{slot}.{name}",
                block=UNIT,
                registers=registers,
                side=getattr(copy, name),
                surfaces=copy.surfaces,
                lines=copy.lines,
                line_bytes=copy.line_atoms * config.atom_bytes,
                width="CFG_LINE",
                part=slot,
            )


def _broken(slot: int, text: str, *registers: str) -> Broken:
    return Broken(f"slot {slot}: {text}", tuple(f"{UNIT}.{register}" for register in registers), slot)


def _too_many(case: BdmaCase) -> Bdma:
    """One operation more than there are slots."""
    return Bdma(case.subject.copies[:1] * (case.context.config.bdma_slots + 1))


def _while_both_run(case: BdmaCase, _: np.random.Generator) -> BdmaCase:
    """A launch while both groups run."""
    running = tuple((case.subject, instance_of(group)) for group in GROUPS)
    return replace(case, context=replace(case.context, in_flight=running))


def _two_memories(case: BdmaCase) -> Bdma | None:
    """A second operation that writes another memory, where there is one."""
    first = case.subject.copies[0]
    others = [ram for ram in case.context.config.ports if ram != first.destination.ram]
    return Bdma((first, with_field(first, "destination.ram", others[0]))) if others else None


def _too_often(case: BdmaCase) -> Bdma:
    """More lines than the write side counts."""
    return _small(case, surfaces=1, lines=(1 << case.context.config.bdma_repeat_bits) + 1, line_atoms=1)


RULES = RuleList[Bdma, HwConfig](Bdma)


@RULES.rule("bdma-empty-launch", "A launch has at least one operation.", GUIDE, sets("copies", ()))
def _empty(bdma: Bdma, _: Context) -> Iterator[Broken]:
    if not bdma.copies:
        yield Broken("a launch without a slot sets the busy flag and never ends")


@RULES.rule("bdma-slots", "A group has at most as many operations as there are slots.", GUIDE, becomes(_too_many))
def _slots(bdma: Bdma, context: Context) -> Iterator[Broken]:
    gathered = len(bdma.copies) + bdma.dropped
    if gathered > context.config.bdma_slots:
        lost = f", {bdma.dropped} of them found no slot and are lost" if bdma.dropped else ""
        yield Broken(f"{gathered} operations in one group, at most {context.config.bdma_slots}{lost}")


@RULES.rule("bdma-both-busy", "While both groups are busy, no further command is given.", LIMITS, _while_both_run)
def _both_busy(bdma: Bdma, context: Context) -> Iterator[Broken]:
    if len({instance for other, instance in context.in_flight if isinstance(other, type(bdma))}) > 1:
        yield Broken("both groups are busy: no further command is allowed")


@RULES.rule("bdma-one-destination", "All operations of a group write the same memory.", LIMITS, becomes(_two_memories))
def _one_destination(bdma: Bdma, _: Context) -> Iterator[Broken]:
    rams = [copy.destination.ram for copy in bdma.copies]
    for slot, ram in enumerate(rams):
        if ram != rams[0]:
            text = f"slot {slot} writes {ram}, slot 0 {rams[0]}: the operations of one group write different memories"
            yield Broken(text, ("BDMA.CFG_CMD",), slot)
            return


SURFACES = SurfaceRules(rules=RULES, unit="bdma", sides=_sides, small=_small)
SURFACES.add(LINE_STRIDE, GUIDE)
SURFACES.add(SURFACE_STRIDE, GUIDE)
SURFACES.add(ADDRESS_RANGE, GUIDE, "No side runs over the end of the address space.")


@RULES.rule("bdma-repeat", "The repeat counts fit into what the write side keeps of them.", PART, becomes(_too_often))
def _repeat(bdma: Bdma, context: Context) -> Iterator[Broken]:
    most = 1 << context.config.bdma_repeat_bits
    for slot, copy in enumerate(bdma.copies):
        counts = ((copy.lines, "lines", "CFG_LINE_REPEAT"), (copy.surfaces, "surfaces", "CFG_SURF_REPEAT"))
        for count, name, register in counts:
            if count > most:
                yield _broken(slot, f"{count} {name}, the write side counts at most {most}", register)


@RULES.rule(
    "bdma-overlap",
    "An operation does not write what it reads.",
    GUIDE,
    sets("copies.0.destination", lambda case: case.subject.copies[0].source, of=_small),
)
def _overlap(bdma: Bdma, context: Context) -> Iterator[Broken]:
    try:
        pairs = list(zip(bdma.writes(context.config), bdma.reads(context.config), strict=True))
    except ValueError:
        return  # refused: too large, or in a memory that is not there
    for slot, (write, read) in enumerate(pairs):
        if overlap(write, read) is not None:
            yield _broken(slot, "the destination overlaps the source", SOURCE.address_low, DESTINATION.address_low)
