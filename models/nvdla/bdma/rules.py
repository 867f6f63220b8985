"""What is legal for a BDMA layer, each rule with its section and with what breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from models.memory.hazards import overlap
from models.nvdla.bdma.descriptor import Bdma, BdmaCopy
from models.nvdla.config import HwConfig
from models.nvdla.surfaces.layout import TooLargeError
from models.nvdla.surfaces.rules import past_the_end, short_line_stride, short_surface_stride
from models.nvdla.surfaces.side import Side
from models.rules import Broken, Case, Rule, RuleContext

GUIDE = "guide, 'BDMA programming'"
LIMITS = "guide, 'Limitation', BDMA"
PART = "the part's write side"
SIDES = (("source", "SRC"), ("destination", "DST"))
SOURCE_AT, DESTINATION_AT = 1 << 28, 1 << 29  # of what breaks a rule

Context = RuleContext[HwConfig]
BdmaCase = Case[Bdma, HwConfig]


def _side(copy: BdmaCopy, name: str) -> Side:
    side: Side = getattr(copy, name)
    return side


def _empty(bdma: Bdma, _: Context) -> Iterator[Broken]:
    if not bdma.copies:
        yield Broken("a launch without a slot sets the busy flag and never ends")


def _slots(bdma: Bdma, context: Context) -> Iterator[Broken]:
    gathered = len(bdma.copies) + bdma.dropped
    if gathered > context.config.bdma_slots:
        lost = f", {bdma.dropped} of them found no slot and are lost" if bdma.dropped else ""
        yield Broken(f"{gathered} operations in one group, at most {context.config.bdma_slots}{lost}")


def _both_busy(bdma: Bdma, context: Context) -> Iterator[Broken]:
    if len({group for other, group in context.in_flight if isinstance(other, type(bdma))}) > 1:
        yield Broken("both groups are busy: no further command is allowed")


def _one_destination(bdma: Bdma, _: Context) -> Iterator[Broken]:
    rams = [copy.destination.ram for copy in bdma.copies]
    for slot, ram in enumerate(rams):
        if ram != rams[0]:
            text = f"slot {slot} writes {ram}, slot 0 {rams[0]}: the operations of one group write different memories"
            yield Broken(text, ("BDMA.CFG_CMD",), slot)
            return


def _sides(bdma: Bdma, config: HwConfig) -> Iterator[tuple[int, BdmaCopy, str, str, Side, int]]:
    """Slot, operation, name of the side and of its registers, the side, and bytes of a line."""
    for slot, copy in enumerate(bdma.copies):
        for name, short in SIDES:
            yield slot, copy, name, short, _side(copy, name), copy.line_atoms * config.atom_bytes


def _line_stride(bdma: Bdma, context: Context) -> Iterator[Broken]:
    for slot, copy, name, short, side, line_bytes in _sides(bdma, context.config):
        if text := short_line_stride(name, side, copy.lines, line_bytes):
            yield Broken(f"slot {slot}: {text}", (f"BDMA.CFG_{short}_LINE", "BDMA.CFG_LINE"), slot)


def _surface_stride(bdma: Bdma, context: Context) -> Iterator[Broken]:
    for slot, copy, name, short, side, line_bytes in _sides(bdma, context.config):
        extent = copy.surfaces, copy.lines
        if text := short_surface_stride(f"{name} surface", side, extent, line_bytes, "surface"):
            yield Broken(f"slot {slot}: {text}", (f"BDMA.CFG_{short}_SURF",), slot)


def _address_range(bdma: Bdma, context: Context) -> Iterator[Broken]:
    for slot, copy, name, short, side, line_bytes in _sides(bdma, context.config):
        if text := past_the_end(name, side, (copy.surfaces, copy.lines), line_bytes, context.config):
            registers = (f"BDMA.CFG_{short}_ADDR_LOW", f"BDMA.CFG_{short}_ADDR_HIGH")
            yield Broken(f"slot {slot}: {text}", registers, slot)


def _repeat(bdma: Bdma, context: Context) -> Iterator[Broken]:
    most = 1 << context.config.bdma_repeat_bits
    for slot, copy in enumerate(bdma.copies):
        for name, register in (("lines", "CFG_LINE_REPEAT"), ("surfaces", "CFG_SURF_REPEAT")):
            count = getattr(copy, name)
            if count > most:
                text = f"slot {slot}: {count} {name}, the write side counts at most {most}"
                yield Broken(text, (f"BDMA.{register}",), slot)


def _overlap(bdma: Bdma, context: Context) -> Iterator[Broken]:
    try:
        pairs = list(zip(bdma.writes(context.config), bdma.reads(context.config), strict=True))
    except TooLargeError:
        return  # refused for its size
    for slot, (write, read) in enumerate(pairs):
        if overlap(write, read) is not None:
            registers = ("BDMA.CFG_SRC_ADDR_LOW", "BDMA.CFG_DST_ADDR_LOW")
            yield Broken(f"slot {slot}: the destination overlaps the source", registers, slot)


def _with_copy(case: BdmaCase, copy: BdmaCopy) -> BdmaCase:
    """The case with its first operation exchanged."""
    return replace(case, subject=Bdma((copy, *case.subject.copies[1:])))


def _with_side(copy: BdmaCopy, name: str, **changes: Any) -> BdmaCopy:  # noqa: ANN401 - any attribute of a side
    """The operation with a side changed."""
    sides: dict[str, Any] = {name: replace(_side(copy, name), **changes)}
    return replace(copy, **sides)


def _strided(
    case: BdmaCase, rng: np.random.Generator, line_atoms: int, lines: int, surfaces: int
) -> tuple[BdmaCopy, str]:
    """An operation with no gaps, of another extent, its sides far apart; and a side that is drawn."""
    copy = replace(case.subject.copies[0], line_atoms=line_atoms, lines=lines, surfaces=surfaces)
    line = copy.line_atoms * case.context.config.atom_bytes
    source = replace(copy.source, line_stride_bytes=line, surface_stride_bytes=copy.lines * line)
    source = replace(source, address=SOURCE_AT)
    destination = replace(source, ram=copy.destination.ram, address=DESTINATION_AT)
    return replace(copy, source=source, destination=destination), str(rng.choice(["source", "destination"]))


def _break_line_stride(case: BdmaCase, rng: np.random.Generator) -> BdmaCase:
    copy, name = _strided(case, rng, line_atoms=3, lines=2, surfaces=1)
    return _with_copy(case, _with_side(copy, name, line_stride_bytes=2 * case.context.config.atom_bytes))


def _break_surface_stride(case: BdmaCase, rng: np.random.Generator) -> BdmaCase:
    copy, name = _strided(case, rng, line_atoms=2, lines=2, surfaces=2)
    return _with_copy(case, _with_side(copy, name, surface_stride_bytes=3 * case.context.config.atom_bytes))


def _break_address_range(case: BdmaCase, rng: np.random.Generator) -> BdmaCase:
    copy, name = _strided(case, rng, line_atoms=2, lines=1, surfaces=1)
    config = case.context.config
    last = (1 << config.port(_side(copy, name).ram).address_bits) - config.atom_bytes
    return _with_copy(case, _with_side(copy, name, address=last))


def _break_repeat(case: BdmaCase, rng: np.random.Generator) -> BdmaCase:
    most = 1 << case.context.config.bdma_repeat_bits
    return _with_copy(case, _strided(case, rng, line_atoms=1, lines=most + 1, surfaces=1)[0])


def _break_overlap(case: BdmaCase, _: np.random.Generator) -> BdmaCase:
    copy = case.subject.copies[0]
    return replace(case, subject=Bdma((replace(copy, destination=copy.source),)))


def _break_destination(case: BdmaCase, _: np.random.Generator) -> BdmaCase | None:
    first = case.subject.copies[0]
    others = [ram for ram in case.context.config.ports if ram != first.destination.ram]
    if not others:
        return None
    other = replace(first, destination=replace(first.destination, ram=others[0]))
    return replace(case, subject=Bdma((first, other)))


def _break_slots(case: BdmaCase, _: np.random.Generator) -> BdmaCase:
    return replace(case, subject=Bdma(case.subject.copies[:1] * (case.context.config.bdma_slots + 1)))


def _break_both_busy(case: BdmaCase, _: np.random.Generator) -> BdmaCase:
    return replace(case, context=replace(case.context, in_flight=((case.subject, 0), (case.subject, 1))))


RULES: tuple[Rule[Bdma, HwConfig], ...] = (
    Rule(
        name="bdma-empty-launch",
        of=Bdma,
        text="A launch has at least one operation.",
        section=GUIDE,
        judge=_empty,
        break_it=lambda case, _: replace(case, subject=Bdma(())),
    ),
    Rule(
        name="bdma-slots",
        of=Bdma,
        text="A group has at most as many operations as there are slots.",
        section=GUIDE,
        judge=_slots,
        break_it=_break_slots,
    ),
    Rule(
        name="bdma-both-busy",
        of=Bdma,
        text="While both groups are busy, no further command is given.",
        section=LIMITS,
        judge=_both_busy,
        break_it=_break_both_busy,
    ),
    Rule(
        name="bdma-one-destination",
        of=Bdma,
        text="All operations of a group write the same memory.",
        section=LIMITS,
        judge=_one_destination,
        break_it=_break_destination,
    ),
    Rule(
        name="bdma-line-stride",
        of=Bdma,
        text="Lines do not overlap: a line stride is at least a line.",
        section=GUIDE,
        judge=_line_stride,
        break_it=_break_line_stride,
    ),
    Rule(
        name="bdma-surface-stride",
        of=Bdma,
        text="Surfaces do not overlap: a surface stride is at least a surface.",
        section=GUIDE,
        judge=_surface_stride,
        break_it=_break_surface_stride,
    ),
    Rule(
        name="bdma-address-range",
        of=Bdma,
        text="No side runs over the end of the address space.",
        section=GUIDE,
        judge=_address_range,
        break_it=_break_address_range,
    ),
    Rule(
        name="bdma-repeat",
        of=Bdma,
        text="The repeat counts fit into what the write side keeps of them.",
        section=PART,
        judge=_repeat,
        break_it=_break_repeat,
    ),
    Rule(
        name="bdma-overlap",
        of=Bdma,
        text="An operation does not write what it reads.",
        section=GUIDE,
        judge=_overlap,
        break_it=_break_overlap,
    ),
)
