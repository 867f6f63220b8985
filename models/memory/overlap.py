"""Which bytes footprints have in common."""

from __future__ import annotations

import numpy as np

from models.arrays.distinct import contained
from models.memory.footprint import Footprint
from models.memory.sparse import Addresses, Flags


def overlap(one: Footprint, other: Footprint) -> Flags | None:
    """Which bytes of the first footprint the second one touches too, whatever their chunks.

    Returns:
        bool [n, chunk bytes] of the first one; None where they do not meet.
    """
    if one.port != other.port or not _bounds_meet(one, other):
        return None
    size = min(one.chunk_bytes, other.chunk_bytes)
    mine, theirs = pieces(one, size), pieces(other, size)
    met = contained(mine, theirs)
    if not met.any():
        return None
    flags = np.repeat(met[:, None], size, axis=1)
    if other.owned is not None:
        flags[met] &= _owned_at(mine[met], theirs, other.owned.reshape(-1, size))
    flags = flags.reshape(-1, one.chunk_bytes)
    if one.owned is not None:
        flags &= one.owned
    return flags if flags.any() else None


def overlap_of_range(where: Footprint, port: str, address: int, size_bytes: int) -> Flags | None:
    """Which bytes of a footprint lie in a range of consecutive ones.

    Returns:
        bool [n, chunk bytes]; None where none does.
    """
    if where.port != port or not size_bytes or not len(where.addresses):
        return None
    first, last = np.uint64(address), np.uint64(address + size_bytes - 1)
    behind = np.uint64(where.chunk_bytes - 1)
    chunks = (where.addresses <= last) & (where.addresses + behind >= first)
    if not chunks.any():
        return None
    flags = np.zeros((len(chunks), where.chunk_bytes), np.bool_)
    bytes_at = where.addresses[chunks, None] + np.arange(where.chunk_bytes, dtype=np.uint64)
    flags[chunks] = (bytes_at >= first) & (bytes_at <= last)
    if where.owned is not None:
        flags &= where.owned
    return flags if flags.any() else None


def pieces(where: Footprint, size: int) -> Addresses:
    """The starts of a footprint's pieces, of a size that divides its chunks; uint64 [n * chunk bytes / size]."""
    if where.chunk_bytes == size:
        return where.addresses
    offsets = np.arange(0, where.chunk_bytes, size, dtype=np.uint64)
    return (where.addresses[:, None] + offsets).reshape(-1)


def _owned_at(addresses: Addresses, pieces: Addresses, owned: Flags) -> Flags:
    """Which bytes a footprint owns at some of its pieces' addresses; a piece may stand in it more than once."""
    order = np.argsort(pieces, kind="stable")
    ordered = pieces[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    union = np.logical_or.reduceat(owned[order], starts, axis=0)
    flags: Flags = union[np.searchsorted(ordered[starts], addresses)]
    return flags


def _bounds_meet(one: Footprint, other: Footprint) -> bool:
    if len(one.addresses) == 0 or len(other.addresses) == 0:
        return False
    return _low(one) <= _high(other) and _low(other) <= _high(one)


def _low(where: Footprint) -> int:
    return int(where.addresses.min())


def _high(where: Footprint) -> int:
    return int(where.addresses.max()) + where.chunk_bytes - 1
