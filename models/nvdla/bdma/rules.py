"""What is legal for a BDMA layer, each rule with its section and with what breaks it."""

from __future__ import annotations

from collections.abc import Iterator

from models.memory.overlap import overlap
from models.nvdla.bdma import breakers
from models.nvdla.bdma.descriptor import UNIT, Bdma
from models.nvdla.bdma.sides import DESTINATION, SOURCE
from models.nvdla.config import HwConfig
from models.nvdla.surfaces.rules import SideExtent, past_the_end, short_line_stride, short_surface_stride
from models.rules import Broken, Rule, RuleContext

GUIDE = "guide, 'BDMA programming'"
LIMITS = "guide, 'Limitation', BDMA"
PART = "docs/nvdla/units.md, 'BDMA'"

Context = RuleContext[HwConfig]


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


def _sides(bdma: Bdma, config: HwConfig) -> Iterator[tuple[int, SideExtent]]:
    """Both sides of each operation, with its slot."""
    for slot, copy in enumerate(bdma.copies):
        line_bytes = copy.line_atoms * config.atom_bytes
        yield slot, SideExtent(SOURCE, copy.source, copy.surfaces, copy.lines, line_bytes)
        yield slot, SideExtent(DESTINATION, copy.destination, copy.surfaces, copy.lines, line_bytes)


def _broken(slot: int, text: str, *registers: str) -> Broken:
    return Broken(f"slot {slot}: {text}", tuple(f"{UNIT}.{register}" for register in registers), slot)


def _line_stride(bdma: Bdma, context: Context) -> Iterator[Broken]:
    for slot, extent in _sides(bdma, context.config):
        if text := short_line_stride(extent.name, extent):
            yield _broken(slot, text, extent.registers.line_stride, "CFG_LINE")


def _surface_stride(bdma: Bdma, context: Context) -> Iterator[Broken]:
    for slot, extent in _sides(bdma, context.config):
        if text := short_surface_stride(f"{extent.name} surface", extent, "surface"):
            yield _broken(slot, text, extent.registers.surface_stride)


def _address_range(bdma: Bdma, context: Context) -> Iterator[Broken]:
    for slot, extent in _sides(bdma, context.config):
        if text := past_the_end(extent, context.config):
            yield _broken(slot, text, extent.registers.address_low, extent.registers.address_high)


def _repeat(bdma: Bdma, context: Context) -> Iterator[Broken]:
    most = 1 << context.config.bdma_repeat_bits
    for slot, copy in enumerate(bdma.copies):
        counts = ((copy.lines, "lines", "CFG_LINE_REPEAT"), (copy.surfaces, "surfaces", "CFG_SURF_REPEAT"))
        for count, name, register in counts:
            if count > most:
                yield _broken(slot, f"{count} {name}, the write side counts at most {most}", register)


def _overlap(bdma: Bdma, context: Context) -> Iterator[Broken]:
    try:
        pairs = list(zip(bdma.writes(context.config), bdma.reads(context.config), strict=True))
    except ValueError:
        return  # refused: too large, or in a memory that is not there
    for slot, (write, read) in enumerate(pairs):
        if overlap(write, read) is not None:
            yield _broken(slot, "the destination overlaps the source", SOURCE.address_low, DESTINATION.address_low)


RULES: tuple[Rule[Bdma, HwConfig], ...] = (
    Rule(
        name="bdma-empty-launch",
        of=Bdma,
        text="A launch has at least one operation.",
        section=GUIDE,
        find=_empty,
        break_it=breakers.empty_launch,
    ),
    Rule(
        name="bdma-slots",
        of=Bdma,
        text="A group has at most as many operations as there are slots.",
        section=GUIDE,
        find=_slots,
        break_it=breakers.slots,
    ),
    Rule(
        name="bdma-both-busy",
        of=Bdma,
        text="While both groups are busy, no further command is given.",
        section=LIMITS,
        find=_both_busy,
        break_it=breakers.both_busy,
    ),
    Rule(
        name="bdma-one-destination",
        of=Bdma,
        text="All operations of a group write the same memory.",
        section=LIMITS,
        find=_one_destination,
        break_it=breakers.one_destination,
    ),
    Rule(
        name="bdma-line-stride",
        of=Bdma,
        text="Lines do not overlap: a line stride is at least a line.",
        section=GUIDE,
        find=_line_stride,
        break_it=breakers.line_stride,
    ),
    Rule(
        name="bdma-surface-stride",
        of=Bdma,
        text="Surfaces do not overlap: a surface stride is at least a surface.",
        section=GUIDE,
        find=_surface_stride,
        break_it=breakers.surface_stride,
    ),
    Rule(
        name="bdma-address-range",
        of=Bdma,
        text="No side runs over the end of the address space.",
        section=GUIDE,
        find=_address_range,
        break_it=breakers.address_range,
    ),
    Rule(
        name="bdma-repeat",
        of=Bdma,
        text="The repeat counts fit into what the write side keeps of them.",
        section=PART,
        find=_repeat,
        break_it=breakers.repeat,
    ),
    Rule(
        name="bdma-overlap",
        of=Bdma,
        text="An operation does not write what it reads.",
        section=GUIDE,
        find=_overlap,
        break_it=breakers.overlap,
    ),
)
