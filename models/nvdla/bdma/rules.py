"""What is legal for a BDMA layer, each rule with its section and with what breaks it."""

from __future__ import annotations

from collections.abc import Iterator

from models.memory.overlap import overlap
from models.nvdla.bdma import breakers
from models.nvdla.bdma.descriptor import UNIT, Bdma
from models.nvdla.bdma.sides import DESTINATION, SOURCE
from models.nvdla.config import HwConfig
from models.nvdla.surfaces.rules import SideExtent, past_the_end, short_line_stride, short_surface_stride
from models.rules import Broken, RuleContext, RuleList

GUIDE = "guide, 'BDMA programming'"
LIMITS = "guide, 'Limitation', BDMA"
PART = "docs/nvdla/units.md, 'BDMA'"

Context = RuleContext[HwConfig]


def _sides(bdma: Bdma, config: HwConfig) -> Iterator[tuple[int, SideExtent]]:
    """Both sides of each operation, with its slot."""
    for slot, copy in enumerate(bdma.copies):
        line_bytes = copy.line_atoms * config.atom_bytes
        yield slot, SideExtent(SOURCE, copy.source, copy.surfaces, copy.lines, line_bytes)
        yield slot, SideExtent(DESTINATION, copy.destination, copy.surfaces, copy.lines, line_bytes)


def _broken(slot: int, text: str, *registers: str) -> Broken:
    return Broken(f"slot {slot}: {text}", tuple(f"{UNIT}.{register}" for register in registers), slot)


RULES = RuleList[Bdma, HwConfig](Bdma)


@RULES.rule("bdma-empty-launch", "A launch has at least one operation.", GUIDE, breakers.empty_launch)
def _empty(bdma: Bdma, _: Context) -> Iterator[Broken]:
    if not bdma.copies:
        yield Broken("a launch without a slot sets the busy flag and never ends")


@RULES.rule("bdma-slots", "A group has at most as many operations as there are slots.", GUIDE, breakers.slots)
def _slots(bdma: Bdma, context: Context) -> Iterator[Broken]:
    gathered = len(bdma.copies) + bdma.dropped
    if gathered > context.config.bdma_slots:
        lost = f", {bdma.dropped} of them found no slot and are lost" if bdma.dropped else ""
        yield Broken(f"{gathered} operations in one group, at most {context.config.bdma_slots}{lost}")


@RULES.rule("bdma-both-busy", "While both groups are busy, no further command is given.", LIMITS, breakers.both_busy)
def _both_busy(bdma: Bdma, context: Context) -> Iterator[Broken]:
    if len({group for other, group in context.in_flight if isinstance(other, type(bdma))}) > 1:
        yield Broken("both groups are busy: no further command is allowed")


@RULES.rule(
    "bdma-one-destination", "All operations of a group write the same memory.", LIMITS, breakers.one_destination
)
def _one_destination(bdma: Bdma, _: Context) -> Iterator[Broken]:
    rams = [copy.destination.ram for copy in bdma.copies]
    for slot, ram in enumerate(rams):
        if ram != rams[0]:
            text = f"slot {slot} writes {ram}, slot 0 {rams[0]}: the operations of one group write different memories"
            yield Broken(text, ("BDMA.CFG_CMD",), slot)
            return


@RULES.rule("bdma-line-stride", "Lines do not overlap: a line stride is at least a line.", GUIDE, breakers.line_stride)
def _line_stride(bdma: Bdma, context: Context) -> Iterator[Broken]:
    for slot, extent in _sides(bdma, context.config):
        if text := short_line_stride(extent.name, extent):
            yield _broken(slot, text, extent.registers.line_stride, "CFG_LINE")


@RULES.rule(
    "bdma-surface-stride",
    "Surfaces do not overlap: a surface stride is at least a surface.",
    GUIDE,
    breakers.surface_stride,
)
def _surface_stride(bdma: Bdma, context: Context) -> Iterator[Broken]:
    for slot, extent in _sides(bdma, context.config):
        if text := short_surface_stride(f"{extent.name} surface", extent, "surface"):
            yield _broken(slot, text, extent.registers.surface_stride)


@RULES.rule("bdma-address-range", "No side runs over the end of the address space.", GUIDE, breakers.address_range)
def _address_range(bdma: Bdma, context: Context) -> Iterator[Broken]:
    for slot, extent in _sides(bdma, context.config):
        if text := past_the_end(extent, context.config):
            yield _broken(slot, text, extent.registers.address_low, extent.registers.address_high)


@RULES.rule("bdma-repeat", "The repeat counts fit into what the write side keeps of them.", PART, breakers.repeat)
def _repeat(bdma: Bdma, context: Context) -> Iterator[Broken]:
    most = 1 << context.config.bdma_repeat_bits
    for slot, copy in enumerate(bdma.copies):
        counts = ((copy.lines, "lines", "CFG_LINE_REPEAT"), (copy.surfaces, "surfaces", "CFG_SURF_REPEAT"))
        for count, name, register in counts:
            if count > most:
                yield _broken(slot, f"{count} {name}, the write side counts at most {most}", register)


@RULES.rule("bdma-overlap", "An operation does not write what it reads.", GUIDE, breakers.overlap)
def _overlap(bdma: Bdma, context: Context) -> Iterator[Broken]:
    try:
        pairs = list(zip(bdma.writes(context.config), bdma.reads(context.config), strict=True))
    except ValueError:
        return  # refused: too large, or in a memory that is not there
    for slot, (write, read) in enumerate(pairs):
        if overlap(write, read) is not None:
            yield _broken(slot, "the destination overlaps the source", SOURCE.address_low, DESTINATION.address_low)
