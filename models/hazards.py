"""Software races: layers in flight that touch each other's bytes (docs/architecture.md, 'Software races')."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from models.arrays.distinct import contained, distinct_indices, strictly_ascending
from models.arrays.flags import count_set, every, none_set
from models.layer import Claim, Layer, Result
from models.memory.footprint import ExpectedWrites, Fetched, Footprint
from models.memory.overlap import overlap, overlap_of_range
from models.memory.sparse import Flags, SparseMemory


def sample(where: Footprint, writing: Sequence[Layer], memories: Mapping[str, SparseMemory]) -> tuple[Fetched, int]:
    """What a claim reads, as it is now; what a layer in flight still writes is not known, beside what is owned either.

    Returns:
        The bytes, and how many of those that nobody contests nothing ever wrote.
    """
    memory = memories[where.port]
    data, known = memory.read_chunks(where.addresses, where.chunk_bytes)
    written = memory.written_chunks(where.addresses, where.chunk_bytes) if memory.zeroed else known
    never = none_set(known.shape) if every(written) else ~written
    if where.owned is not None and not every(written):
        never &= where.owned
    fetched = Fetched(where, data, known)
    for layer in writing:
        for stream in layer.writes:
            if (met := overlap(where.whole, stream.where)) is not None:
                fetched.forget(met)
                never = never & ~met
    return fetched, count_set(never)


def claim_races(new: Claim, writing: Sequence[Layer]) -> None:
    """Name the layers in flight that write what a new claim reads; `sample` has made those bytes unknown."""
    for layer in writing:
        for read in new.reads:
            for stream in layer.writes:
                _name((new.layer or new, layer), read, overlap(read, stream.where), "reads what the other writes")


def find_races(new: Layer, claims: Sequence[Claim], writing: Sequence[Layer]) -> None:
    """Find the races of a starting layer, name them in both parties, compare nothing that they touch.

    Args:
        new: the layer.
        claims: claims in flight that are not the layer's: they may fetch.
        writing: other layers whose writes are not all in memory.
    """
    for stream in new.writes:
        for claim in claims:
            for fetched in claim.coming:
                met = overlap(stream.where, fetched.where)
                if _name((new, claim.layer or claim), stream.where, met, "writes what the other reads"):
                    _contest(claim, fetched, stream.where)
        for layer in writing:
            for other in layer.writes:
                met = overlap(stream.where, other.where)
                if _name((new, layer), stream.where, met, "writes what the other writes"):
                    _ignore(stream, met)
                    _ignore(other, overlap(other.where, stream.where))


def find_own_races(layer: Layer, *, in_place: bool = False) -> None:
    """Find the races inside one layer: it writes a chunk twice, or reads what it writes and may not do so in place."""
    for number, stream in enumerate(layer.writes):
        if not strictly_ascending(stream.where.addresses):
            addresses, _, counts = distinct_indices(stream.where.addresses)
            twice = contained(stream.where.addresses, addresses[counts > 1])
            flags = np.repeat(twice[:, None], stream.where.chunk_bytes, axis=1) if twice.any() else None
            if _name((layer,), stream.where, flags, "writes the same bytes twice"):
                _ignore(stream, flags)
        for other in layer.writes[:number]:
            met = overlap(stream.where, other.where)
            if _name((layer,), stream.where, met, f"writes what {other.where.label} writes"):
                _ignore(stream, met)
                _ignore(other, overlap(other.where, stream.where))
        for read in () if in_place else layer.reads:
            if _name((layer,), stream.where, overlap(stream.where, read), f"writes what {read.label} reads"):
                drop_all(layer)


def load_races(port: str, address: int, size_bytes: int, claims: Sequence[Claim], writing: Sequence[Layer]) -> None:
    """Name the claims and layers in flight that a back-door load disturbs, and compare nothing of those bytes."""
    for layer in writing:
        for stream in layer.writes:
            met = overlap_of_range(stream.where, port, address, size_bytes)
            if _name((layer,), stream.where, met, "is loaded through the back door while it is written"):
                _ignore(stream, met)
    for claim in claims:
        for fetched in claim.coming:
            met = overlap_of_range(fetched.where, port, address, size_bytes)
            if _name((claim.layer or claim,), fetched.where, met, "is loaded while it is read"):
                _lose(claim, fetched, met)


def forget_written_beside(new: Layer, claims: Iterable[Claim]) -> list[Claim]:
    """Claims that may fetch do not know any more what a starting layer writes beside what they own.

    That is no race: nobody has to keep those bytes for them. They are read all the same, and what comes of them may be
    written.

    Returns:
        The claims that know less now.
    """
    places = [stream.where for stream in new.writes]
    return [claim for claim in claims if _forget_beside(claim, lambda where: [overlap(where, it) for it in places])]


def forget_loaded_beside(port: str, address: int, size_bytes: int, claims: Iterable[Claim]) -> list[Claim]:
    """As `forget_written_beside`, of a load through the back door."""
    there = (port, address, size_bytes)
    return [claim for claim in claims if _forget_beside(claim, lambda where: [overlap_of_range(where, *there)])]


def lessen(layer: Layer, result: Result) -> None:
    """A layer comes to what it came to, as far as another result of it, of which less is known, says the same."""
    for stream, less in zip(layer.writes, result.writes, strict=True):
        stream.ignore(~less.care)
    layer.statuses = {key: value for key, value in layer.statuses.items() if result.statuses.get(key) == value}
    layer.bounded = {key: value for key, value in layer.bounded.items() if result.bounded.get(key) == value}
    if layer.flow is not None and result.flow is not None:
        layer.flow = replace(layer.flow, known=layer.flow.known & result.flow.known)


def drop_all(layer: Layer) -> None:
    """A layer whose input is contested has unknown results: what it writes, what it hands on, its statuses."""
    for stream in layer.writes:
        stream.ignore(slice(None))
    layer.statuses, layer.bounded = {}, {}
    if layer.flow is not None:
        layer.flow = replace(layer.flow, known=np.zeros(layer.flow.known.shape, np.bool_))
    if layer.taken_by is not None:
        layer.taken_by.races.append(f"software race: {layer}, which feeds {layer.taken_by}, takes part in one")
        drop_all(layer.taken_by)


def apply_writes(writes: Iterable[ExpectedWrites], memories: Mapping[str, SparseMemory]) -> None:
    """Put what a layer wrote into memory; bytes that are not compared become unknown, those of failed writes stay."""
    for stream in writes:
        memory, data, care = memories[stream.where.port], stream.data, stream.care
        if stream.failed is not None:
            held, known = memory.read_chunks(stream.where.addresses, stream.where.chunk_bytes)
            data, care = np.where(stream.failed, held, data), np.where(stream.failed, known, care)
        memory.write_chunks(stream.where.addresses, data, care)


def _contest(claim: Claim, fetched: Fetched, where: Footprint) -> None:
    _lose(claim, fetched, overlap(fetched.where, where))


def _lose(claim: Claim, fetched: Fetched, flags: Flags | None) -> None:
    """Bytes that a claim may already have fetched are contested: of a layer that is computed, all is."""
    if flags is not None:
        fetched.forget(flags)
    if claim.layer is not None:
        drop_all(claim.layer)


def _forget_beside(claim: Claim, met: Callable[[Footprint], Iterable[Flags | None]]) -> bool:
    """Forget the bytes beside what a claim owns that are met; whether it knew some of them."""
    lost = False
    for fetched in claim.coming:
        if (owned := fetched.where.owned) is None:
            continue
        for flags in met(fetched.where.whole):
            if flags is not None and (beside := flags & ~owned & fetched.known).any():
                fetched.forget(beside)
                lost = True
    return lost


def _ignore(stream: ExpectedWrites, flags: Flags | None) -> None:
    if flags is not None:
        stream.ignore(flags)


def _name(parties: Sequence[Claim | Layer], where: Footprint, flags: Flags | None, what: str) -> bool:
    """Record a race in all that take part, the one that does it first; False where there is none."""
    if flags is None:
        return False
    chunks, offsets = np.nonzero(flags)
    touched = where.addresses[chunks] + offsets.astype(np.uint64)
    low, high = int(touched.min()), int(touched.max())
    region = f"{where.port} {low:#x} to {high:#x}, {where.describe(int(touched[0]))}"
    who = f"{' and '.join(map(str, parties))}: the former" if len(parties) > 1 else f"{parties[0]}:"
    for party in parties:
        party.races.append(f"software race: {who} {what}: {region}")
    return True
