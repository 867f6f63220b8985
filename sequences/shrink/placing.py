"""Surfaces brought to low addresses, with what they hold, those that overlap together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from sequences.shrink.members import put
from sequences.shrink.program import Data, Program
from sequences.shrink.shrinking import AnyShrinking, Layers, Place

APART_BYTES = 1 << 12
"""Surfaces that are brought together begin at multiples of it."""
FARTHEST = 1 << 64
NUDGE_BYTES = 1 << 16
"""An address is changed by so much to see which footprints hang on it."""


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of memory that moves as a whole.

    Attributes:
        port: the memory.
        begin: its first byte; `end` behind its last one.
        places: the addresses that say where it is: the step's number, and where in its layers.
    """

    port: str
    begin: int
    end: int
    places: tuple[tuple[int, Place], ...]

    @property
    def size(self) -> int:
        """Bytes from the first to the last one."""
        return self.end - self.begin


def regions_of(shrinking: AnyShrinking, program: Program) -> list[Region]:
    """All regions, in the order in which steps use them.

    Raises:
        ValueError: a layer cannot be described.
    """
    regions: list[Region] = []
    for number, step in enumerate(program.steps):
        for place, port in shrinking.addresses(step.layers).items():
            for begin, end in _extents(shrinking, step.layers, place, port):
                regions.append(Region(port, begin, end, ((number, place),)))
    return _joined(regions)


def moved(program: Program, moves: Mapping[Region, int]) -> Program:
    """A program in which regions lie somewhere else.

    Args:
        program: the program.
        moves: their new beginnings.
    """
    steps = list(program.steps)
    for region, begin in moves.items():
        for number, place in region.places:
            layers = steps[number].layers
            address = _at(layers, place) + begin - region.begin
            steps[number] = replace(steps[number], layers=put(layers, place, address))
    by = {region: begin - region.begin for region, begin in moves.items()}
    return replace(
        program,
        steps=tuple(replace(step, data=tuple(part for item in step.data for part in _cut(item, by))) for step in steps),
    )


def made_room(shrinking: AnyShrinking, program: Program, number: int, begin: int) -> Program | None:
    """A program in which one region lies somewhere else, and what is in its way there where nothing is.

    None: there is no such region, or all together would not lie lower than before; else two could take turns.

    Args:
        shrinking: the family's strategies.
        program: the program.
        number: of the region, as `regions_of` counts them.
        begin: its new beginning.
    """
    regions = regions_of(shrinking, program)
    if len(regions) <= number:
        return None
    region = regions.pop(number)
    there = replace(region, begin=begin, end=begin + region.size)
    kept = [there, *(other for other in regions if not _overlap(there, other))]
    moves = {region: begin}
    for other in regions:
        if _overlap(there, other):
            moves[other] = _first_free(shrinking, other, kept)
            kept.append(replace(other, begin=moves[other], end=moves[other] + other.size))
    before = sum(height(shrinking, one, one.begin) for one in moves)
    after = sum(height(shrinking, one, at) for one, at in moves.items())
    return moved(program, moves) if after < before else None


def height(shrinking: AnyShrinking, region: Region, begin: int) -> int:
    """How far from the beginning of its memory a region lies; before that is farther than anything behind it."""
    far = begin - shrinking.origin(region.port)
    return far if far >= 0 else FARTHEST - far


def _first_free(shrinking: AnyShrinking, region: Region, taken: Sequence[Region]) -> int:
    """The first place at which a region overlaps none of some others."""
    begin = shrinking.origin(region.port)
    while clash := [other for other in taken if _overlap(replace(region, begin=begin, end=begin + region.size), other)]:
        begin = max(_apart(other.end) for other in clash)
    return begin


def packed_places(shrinking: AnyShrinking, regions: Sequence[Region]) -> dict[Region, int]:
    """Where each region would lie if all were brought together at the beginning of their memory."""
    free = {region.port: shrinking.origin(region.port) for region in regions}
    found = {}
    for region in regions:
        found[region] = free[region.port]
        free[region.port] += _apart(region.size)
    return found


def _apart(size_bytes: int) -> int:
    """So many bytes, or where they end, and then up to the next beginning."""
    return -(-size_bytes // APART_BYTES) * APART_BYTES


def _overlap(one: Region, other: Region) -> bool:
    return one.port == other.port and one.begin < other.end and other.begin < one.end


def _extents(shrinking: AnyShrinking, layers: Layers, place: Place, port: str) -> Iterator[tuple[int, int]]:
    """The stretch in which what hangs on an address lies; none where nothing does."""
    address = _at(layers, place)
    nudge = NUDGE_BYTES if address < NUDGE_BYTES else -NUDGE_BYTES
    other = put(layers, place, address + nudge)
    begins: list[int] = []
    ends: list[int] = []
    for every in (shrinking.reads, shrinking.writes):
        for where, then in zip(every(layers), every(other), strict=True):
            mine = where.addresses[where.addresses != then.addresses]
            if where.port == port and mine.size:
                begins.append(int(mine.min()))
                ends.append(int(mine.max()) + where.chunk_bytes)
    if begins:
        yield min(begins), max(ends)


def _joined(regions: Sequence[Region]) -> list[Region]:
    """Regions of which none overlaps another one."""
    joined: list[Region] = []
    for region in regions:
        whole = region
        for other in list(joined):
            if _overlap(other, whole):
                joined.remove(other)
                places = (*other.places, *whole.places)
                whole = Region(whole.port, min(whole.begin, other.begin), max(whole.end, other.end), places)
        joined.append(whole)
    return joined if len(joined) == len(regions) else _joined(joined)


def _cut(item: Data, by: Mapping[Region, int]) -> Iterator[Data]:
    """Bytes, those in a region moved with it."""
    borders = {item.address, item.end}
    for region in by:
        if region.port == item.port:
            borders |= {border for border in (region.begin, region.end) if item.address < border < item.end}
    edges = sorted(borders)
    for begin, end in pairwise(edges):
        inside = (
            move for region, move in by.items() if region.port == item.port and region.begin <= begin < region.end
        )
        data = item.data[begin - item.address : end - item.address]
        yield Data(item.port, begin + next(inside, 0), data)


def _at(layers: Layers, place: Place) -> int:
    value: object = layers
    for name in place:
        value = value[name] if isinstance(value, tuple) and isinstance(name, int) else getattr(value, str(name))
    assert isinstance(value, int)
    return value
