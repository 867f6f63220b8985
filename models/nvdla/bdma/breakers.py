"""What breaks the rules of the BDMA: a legal layer with one thing wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from models.nvdla.bdma.descriptor import Bdma, BdmaCopy
from models.nvdla.config import HwConfig
from models.nvdla.surfaces.side import Side
from models.rules import Case

SOURCE_AT, DESTINATION_AT = 1 << 28, 1 << 29

BdmaCase = Case[Bdma, HwConfig]


def empty_launch(case: BdmaCase, _: np.random.Generator) -> BdmaCase:
    """No operation."""
    return replace(case, subject=Bdma(()))


def slots(case: BdmaCase, _: np.random.Generator) -> BdmaCase:
    """One operation more than there are slots."""
    return replace(case, subject=Bdma(case.subject.copies[:1] * (case.context.config.bdma_slots + 1)))


def both_busy(case: BdmaCase, _: np.random.Generator) -> BdmaCase:
    """A launch while both groups run."""
    return replace(case, context=replace(case.context, in_flight=((case.subject, 0), (case.subject, 1))))


def one_destination(case: BdmaCase, _: np.random.Generator) -> BdmaCase | None:
    """A second operation that writes another memory, where there is one."""
    first = case.subject.copies[0]
    others = [ram for ram in case.context.config.ports if ram != first.destination.ram]
    if not others:
        return None
    other = replace(first, destination=replace(first.destination, ram=others[0]))
    return replace(case, subject=Bdma((first, other)))


def line_stride(case: BdmaCase, rng: np.random.Generator) -> BdmaCase:
    """Lines that overlap."""
    copy, stride_bytes = _packed(case, line_atoms=3, lines=2, surfaces=1), 2 * case.context.config.atom_bytes
    return _with_copy(case, _change_side(copy, rng, lambda side: replace(side, line_stride_bytes=stride_bytes)))


def surface_stride(case: BdmaCase, rng: np.random.Generator) -> BdmaCase:
    """Surfaces that overlap."""
    copy, stride_bytes = _packed(case, line_atoms=2, lines=2, surfaces=2), 3 * case.context.config.atom_bytes
    return _with_copy(case, _change_side(copy, rng, lambda side: replace(side, surface_stride_bytes=stride_bytes)))


def address_range(case: BdmaCase, rng: np.random.Generator) -> BdmaCase:
    """A side whose end lies behind the last address."""
    config = case.context.config

    def move(side: Side) -> Side:
        return replace(side, address=(1 << config.port(side.ram).address_bits) - config.atom_bytes)

    return _with_copy(case, _change_side(_packed(case, line_atoms=2, lines=1, surfaces=1), rng, move))


def repeat(case: BdmaCase, _: np.random.Generator) -> BdmaCase:
    """More lines than the write side counts."""
    most = 1 << case.context.config.bdma_repeat_bits
    return _with_copy(case, _packed(case, line_atoms=1, lines=most + 1, surfaces=1))


def overlap(case: BdmaCase, _: np.random.Generator) -> BdmaCase:
    """A destination on its source."""
    copy = case.subject.copies[0]
    return replace(case, subject=Bdma((replace(copy, destination=copy.source),)))


def _with_copy(case: BdmaCase, copy: BdmaCopy) -> BdmaCase:
    """The case with its first operation exchanged."""
    return replace(case, subject=Bdma((copy, *case.subject.copies[1:])))


def _change_side(copy: BdmaCopy, rng: np.random.Generator, change: Callable[[Side], Side]) -> BdmaCopy:
    """The operation with a side changed; which one is drawn."""
    if rng.integers(2):
        return replace(copy, source=change(copy.source))
    return replace(copy, destination=change(copy.destination))


def _packed(case: BdmaCase, line_atoms: int, lines: int, surfaces: int) -> BdmaCopy:
    """The first operation with no gaps and of another extent, its sides far apart."""
    copy = replace(case.subject.copies[0], line_atoms=line_atoms, lines=lines, surfaces=surfaces)
    line_bytes = line_atoms * case.context.config.atom_bytes
    source = Side(
        ram=copy.source.ram,
        address=SOURCE_AT,
        line_stride_bytes=line_bytes,
        surface_stride_bytes=lines * line_bytes,
    )
    destination = replace(source, ram=copy.destination.ram, address=DESTINATION_AT)
    return replace(copy, source=source, destination=destination)
