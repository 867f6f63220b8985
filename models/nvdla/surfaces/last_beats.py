"""Whether those who see the beats of a stream see its last read.

A beat holds several atoms where a port is wider than an atom, and is read for each request that wants some of them.
Once every beat was seen, the last request may still be to come: for a beat that was read for other requests before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from models.memory.footprint import Footprint
from models.memory.sparse import Addresses


def shows_last_read(reads: Sequence[Footprint], last: Iterable[Addresses], beat_bytes: int) -> bool:
    """Whether a stream has read everything once each of its beats was seen.

    Args:
        reads: all that it reads.
        last: the atoms of each request that may be its last one, in order, uint64 [n].
        beat_bytes: size of a beat of its port.
    """
    return all(
        _count(atoms, atoms[-1], beat_bytes) == sum(_count(read.addresses, atoms[-1], beat_bytes) for read in reads)
        for atoms in last
        if len(atoms)
    )


def _count(atoms: Addresses, address: np.uint64, beat_bytes: int) -> int:
    """How many atoms lie in the beat of an address."""
    size = np.uint64(beat_bytes)
    return int(np.count_nonzero(atoms - address // size * size < size))
