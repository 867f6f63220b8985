"""The ways in which a program can be made simpler, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from models.memory.footprint import Footprint
from models.memory.sparse import Bytes, SparseMemory
from sequences.shrink.members import defaults, fewer, numbers_below, numbers_of, setter
from sequences.shrink.placing import Region, height, made_room, packed_places, regions_of
from sequences.shrink.played import in_one_play
from sequences.shrink.program import Data, Program, data_at, memory_of
from sequences.shrink.program_file import same_layers
from sequences.shrink.shrinking import AnyShrinking, LayerChange, Place

Change = Callable[[Program], Program | None]
"""Makes a program simpler; None: it cannot be made so, or already is."""
PARTS = 8
"""Stretches into which bytes are cut to see which of them matter."""
CALM = ("fast", "typical")
"""Profiles of memories that are easier to look at than others, the easiest first."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something that may be simpler.

    Attributes:
        name: what tells it from others.
        choices: changes that exclude each other, simplest first.
        scouts: where none of these helps, no choice but the first can; empty: each is tried.
    """

    name: str
    choices: tuple[Change, ...]
    scouts: tuple[Change, ...] = ()


Options = Callable[[Program], Sequence[Option]]


def all_options(shrinking: AnyShrinking) -> tuple[Options, ...]:
    """The kinds of options of a family's programs, each tried until nothing of it helps."""
    kinds = (plays, surroundings, family_ways, features, fills, places, sizes, address_bits, contents)
    return tuple(partial(kind, shrinking) for kind in kinds)


def without_steps(program: Program, numbers: Sequence[int]) -> Program:
    """A program without some of its steps; what began a play still does where something of that is left."""
    left = set(numbers)
    steps, begins = [], False
    for number, step in enumerate(program.steps):
        begins = begins or step.begins
        if number not in left:
            steps.append(replace(step, begins=begins))
            begins = False
    return replace(program, steps=tuple(steps))


def plays(shrinking: AnyShrinking, program: Program) -> list[Option]:
    """Fewer plays."""
    later = [number for number, step in enumerate(program.steps) if number and step.begins]

    def joined(number: int, before: Program) -> Program | None:
        return before.with_step(number, replace(before.steps[number], begins=False))

    whole = [Option("one play", (lambda before: in_one_play(shrinking, before),))] if later else []
    return whole + [Option(f"join {number}", (partial(joined, number),)) for number in later]


def surroundings(shrinking: AnyShrinking, program: Program) -> list[Option]:
    """Memories that answer calmly, a driver that does nothing special."""

    def calm(name: str, before: Program) -> Program | None:
        return replace(before, profile=name)

    def in_way(name: str, before: Program) -> Program | None:
        return replace(before, way=name)

    better = CALM[: CALM.index(program.profile)] if program.profile in CALM else CALM
    ways = shrinking.ways[: shrinking.ways.index(program.way)]
    options = [Option("profile", tuple(partial(calm, name) for name in better))] if better else []
    return options + ([Option("way", tuple(partial(in_way, name) for name in ways))] if ways else [])


def family_ways(shrinking: AnyShrinking, program: Program) -> list[Option]:
    """What only the family knows."""
    named: dict[str, list[Change]] = {}
    for number, step in enumerate(program.steps):
        for name, change in shrinking.simpler(step.layers):
            named.setdefault(f"{number} {name}", []).append(_at_step(number, change))
    return [Option(name, tuple(changes)) for name, changes in named.items()]


def features(shrinking: AnyShrinking, program: Program) -> list[Option]:
    """Members as they are where nothing is said, and fewer of what there are several of."""
    return [
        Option(f"{number} {name}", tuple(_at_step(number, change) for change in changes))
        for number, step in enumerate(program.steps)
        for kind in (fewer, defaults)
        for name, changes in kind(shrinking, step.layers)
    ]


def sizes(shrinking: AnyShrinking, program: Program) -> list[Option]:
    """Numbers as small as they may be: those that are called alike and equal together, then each by itself."""
    alike: dict[tuple[str, int, int], list[tuple[int, Place]]] = {}
    each = []
    for number, step in enumerate(program.steps):
        for member in numbers_of(shrinking, step.layers):
            low = shrinking.lowest(member.place, member.default)
            alike.setdefault((str(member.place[-1]), member.value, low), []).append((number, member.place))
            name = f"{number} number {member.place}"
            each.append(_smaller(shrinking, name, [(number, member.place)], member.value, low))
    several = {key: where for key, where in alike.items() if len({number for number, _ in where}) > 1}
    together = [
        _smaller(shrinking, f"all {name} {value}", where, value, low) for (name, value, low), where in several.items()
    ]
    return [*together, *each]


def _smaller(shrinking: AnyShrinking, name: str, where: Sequence[tuple[int, Place]], value: int, low: int) -> Option:
    """One number that stands in one place or in several, smaller in all of them."""
    choices, scouts = (
        tuple(partial(_set_all, shrinking, where, number) for number in numbers)
        for numbers in numbers_below(value, low)
    )
    return Option(name, choices, scouts)


def _set_all(
    shrinking: AnyShrinking, where: Sequence[tuple[int, Place]], value: int, before: Program
) -> Program | None:
    """A program with one value in several places."""
    program = before
    for number, place in where:
        changed = _at_step(number, setter(shrinking, place, value))(program)
        if changed is None:
            return None
        program = changed
    return program


def places(shrinking: AnyShrinking, program: Program) -> list[Option]:
    """Surfaces at the beginning of their memory."""
    regions = regions_of(shrinking, program)
    wanted = packed_places(shrinking, regions)

    def place(number: int, before: Program) -> Program | None:
        now = regions_of(shrinking, before)
        begin = packed_places(shrinking, now)[now[number]] if number < len(now) else 0
        return made_room(shrinking, before, number, begin)

    return [
        Option(f"place {number}", (partial(place, number),))
        for number, region in enumerate(regions)
        if height(shrinking, region, wanted[region]) < height(shrinking, region, region.begin)
    ]


def address_bits(shrinking: AnyShrinking, program: Program) -> list[Option]:
    """Fewer bits in the addresses of surfaces that cannot come to the beginning."""

    def clear(number: int, bit: int, before: Program) -> Program | None:
        now = regions_of(shrinking, before)
        if len(now) <= number or not offset(now[number]) >> bit & 1:
            return None
        return made_room(shrinking, before, number, now[number].begin - (1 << bit))

    def offset(region: Region) -> int:
        return max(region.begin - shrinking.origin(region.port), 0)

    regions = regions_of(shrinking, program)
    wanted = packed_places(shrinking, regions)
    return [
        Option(f"bit {number} {bit}", (partial(clear, number, bit),))
        for number, region in enumerate(regions)
        for bit in reversed(range(offset(region).bit_length()))
        if offset(region) >> bit & 1 and region.begin != wanted[region]
    ]


def fills(shrinking: AnyShrinking, program: Program) -> list[Option]:
    """Surfaces whose bytes are all alike."""
    found = []
    for number, stream, where in _surfaces(shrinking, program):
        data = _held(program.steps[number].data, where)
        patterns = shrinking.fills(where.label)
        known = next((at for at, one in enumerate(patterns) if (_filled(one, data) == data).all()), len(patterns))
        choices = tuple(partial(_refill, shrinking, number, stream, partial(_filled, one)) for one in patterns[:known])
        found += [Option(f"{number} fill {stream}", choices)] if choices else []
    return found


def contents(shrinking: AnyShrinking, program: Program) -> list[Option]:
    """Of surfaces whose bytes are not alike as few as possible that are not 0, each 1."""
    found = []
    for number, stream, where in _surfaces(shrinking, program):
        data = _held(program.steps[number].data, where)
        if any((_filled(one, data) == data).all() for one in shrinking.fills(where.label)):
            continue
        name, change = f"{number} data {stream}", partial(_refill, shrinking, number, stream)
        nonzero = np.flatnonzero(data)
        found.append(Option(f"{name} ones", (partial(change, _ones),)))
        for part in np.array_split(nonzero, min(PARTS, len(nonzero))) if len(nonzero) > 1 else ():
            first, last = int(part[0]), int(part[-1]) + 1
            found.append(Option(f"{name} from {first}", (partial(change, partial(_cleared, first, last)),)))
    return found


def _surfaces(shrinking: AnyShrinking, program: Program) -> Iterator[tuple[int, int, Footprint]]:
    """All that steps read, with the step's number and its own."""
    for number, step in enumerate(program.steps):
        for stream, where in enumerate(shrinking.reads(step.layers)):
            yield number, stream, where


def _refill(
    shrinking: AnyShrinking, number: int, stream: int, make: Callable[[Bytes], Bytes], before: Program
) -> Program | None:
    """A program in which a surface holds something else."""
    step = before.steps[number]
    reads = shrinking.reads(step.layers)
    if len(reads) <= stream:
        return None
    where, memories = reads[stream], memory_of(step.data)
    held = _held(step.data, where)
    made = make(held.copy())
    if (made == held).all():
        return None
    memories.setdefault(where.port, SparseMemory()).write_chunks(where.addresses, made.reshape(-1, where.chunk_bytes))
    return before.with_step(number, replace(step, data=data_at(memories, reads)))


def _held(data: Sequence[Data], where: Footprint) -> Bytes:
    """What data have where a layer reads, uint8 [n]; 0 where they have nothing."""
    memory = memory_of(data).get(where.port, SparseMemory())
    found, known = memory.read_chunks(where.addresses, where.chunk_bytes)
    flat: Bytes = np.where(known, found, 0).astype(np.uint8).reshape(-1)
    return flat


def _filled(fill: bytes, data: Bytes) -> Bytes:
    filled: Bytes = np.resize(np.frombuffer(fill, np.uint8), data.size)
    return filled


def _ones(data: Bytes) -> Bytes:
    ones: Bytes = (data != 0).astype(np.uint8)
    return ones


def _cleared(first: int, last: int, data: Bytes) -> Bytes:
    data[first:last] = 0
    return data


def _at_step(number: int, change: LayerChange) -> Change:
    """A change of the layers of one step."""

    def whole(before: Program) -> Program | None:
        step = before.steps[number]
        layers = change(step.layers)
        if layers is None or same_layers(layers, step.layers):
            return None
        return before.with_step(number, replace(step, layers=layers))

    return whole
