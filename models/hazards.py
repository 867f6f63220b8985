"""Software races: layers in flight that touch each other's bytes (design 'Overlap is a finding, not a guess')."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from models.distinct import distinct_places, strictly_ascending
from models.layer import ExpectedWrites, Footprint, Layer
from models.memory import Addresses, Flags, SparseMemory


def overlap(one: Footprint, other: Footprint) -> Flags:
    """Which chunks of the first footprint the second one touches too, bool [n]."""
    if one.port != other.port or not _bounds_meet(one.addresses, other.addresses):
        return np.zeros(len(one.addresses), np.bool_)
    return np.isin(one.addresses, other.addresses)


def forget_contested(
    reads: Iterable[Footprint], in_flight: Sequence[Layer], memories: Mapping[str, SparseMemory]
) -> int:
    """Make unknown what a layer about to start reads while a layer in flight still writes it.

    Returns:
        How many of the other bytes that it reads nothing ever wrote.
    """
    never_written = 0
    for read in reads:
        contested = np.zeros(len(read.addresses), np.bool_)
        for layer in in_flight:
            for stream in layer.writes:
                contested |= overlap(read, stream.where)
        memory = memories[read.port]
        never_written += _never_written(read, ~contested, memory)
        if contested.any():
            memory.forget(read.addresses[contested], read.chunk_bytes)
    return never_written


def _never_written(read: Footprint, chosen: Flags, memory: SparseMemory) -> int:
    """How many bytes of some chunks nothing ever wrote."""
    addresses = read.addresses if chosen.all() else read.addresses[chosen]
    if memory.knows_all(addresses, read.chunk_bytes):
        return 0
    _, known = memory.read_chunks(addresses, read.chunk_bytes)
    if read.owned is not None:
        known = known | ~read.owned[chosen]
    return int(known.size - np.count_nonzero(known))


def settle_races(new: Layer, in_flight: Sequence[Layer]) -> None:
    """Find the races of a starting layer with those in flight, name them in both, compare nothing that they touch."""
    for layer in in_flight:
        for read in new.reads:
            for stream in layer.writes:
                _name(new, layer, read, overlap(read, stream.where), "reads what the other writes")
        for stream in new.writes:
            for read in layer.reads:
                hit = overlap(stream.where, read)
                if _name(new, layer, stream.where, hit, "writes what the other reads"):
                    _drop_all(layer)
            for other in layer.writes:
                hit = overlap(stream.where, other.where)
                if _name(new, layer, stream.where, hit, "writes what the other writes"):
                    stream.unsettle(hit)
                    other.unsettle(overlap(other.where, stream.where))


def settle_own_races(layer: Layer) -> None:
    """Find the races inside one layer: it writes a chunk twice, or reads what it writes."""
    for number, stream in enumerate(layer.writes):
        if not strictly_ascending(stream.where.addresses):
            addresses, _, counts = distinct_places(stream.where.addresses)
            twice = np.isin(stream.where.addresses, addresses[counts > 1])
            if _name(layer, layer, stream.where, twice, "writes the same bytes twice"):
                stream.unsettle(twice)
        for other in layer.writes[:number]:
            hit = overlap(stream.where, other.where)
            if _name(layer, layer, stream.where, hit, f"writes what {other.where.label} writes"):
                stream.unsettle(hit)
                other.unsettle(overlap(other.where, stream.where))
        for read in layer.reads:
            hit = overlap(stream.where, read)
            if _name(layer, layer, stream.where, hit, f"writes what {read.label} reads"):
                _drop_all(layer)


def load_races(port: str, address: int, size_bytes: int, in_flight: Sequence[Layer]) -> None:
    """Name the layers in flight that a back-door load disturbs, and compare nothing of those bytes."""
    for layer in in_flight:
        for stream in layer.writes:
            hit = _within(stream.where, port, address, size_bytes)
            if _name(layer, None, stream.where, hit, "is loaded through the back door while it is written"):
                stream.unsettle(hit)
        for read in layer.reads:
            if _name(layer, None, read, _within(read, port, address, size_bytes), "is loaded while it is read"):
                _drop_all(layer)


def _within(where: Footprint, port: str, address: int, size_bytes: int) -> Flags:
    if where.port != port:
        return np.zeros(len(where.addresses), np.bool_)
    first = np.uint64(max(0, address - where.chunk_bytes + 1))
    last = np.uint64(address + size_bytes - 1)
    return (where.addresses >= first) & (where.addresses <= last)


def _bounds_meet(one: Addresses, other: Addresses) -> bool:
    if len(one) == 0 or len(other) == 0:
        return False
    return bool(one.min() <= other.max() and other.min() <= one.max())


def _name(layer: Layer, other: Layer | None, where: Footprint, hit: Flags, what: str) -> bool:
    """Record a race in the layers that take part; False where there is none."""
    if not hit.any():
        return False
    first = int(np.argmax(hit))
    low, high = int(where.addresses[hit].min()), int(where.addresses[hit].max()) + where.chunk_bytes - 1
    region = f"{where.port} {low:#x} to {high:#x}, {where.place(first)}"
    for party in {layer, other} - {None}:
        assert party is not None
        names = f"{layer} and {other}" if other not in (None, layer) else str(layer)
        party.races.append(f"software race: {names}: the former {what}: {region}")
    return True


def _drop_all(layer: Layer) -> None:
    """A layer whose input is contested settles nothing that it writes."""
    for stream in layer.writes:
        stream.unsettle(slice(None))


def apply_writes(writes: Iterable[ExpectedWrites], memories: Mapping[str, SparseMemory]) -> None:
    """Put what a layer wrote into memory; bytes that nothing settles become unknown."""
    for stream in writes:
        memories[stream.where.port].write_chunks(stream.where.addresses, stream.data, stream.care)
