"""What jobs of both units have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from models.arrays.flags import Flags, every
from models.derivation import Derivation
from models.layer import Result
from models.memory.footprint import ExpectedWrites, Fetched, Footprint
from models.memory.place import MemoryPlace
from models.memory.sparse import Bytes
from models.pipeline.stage import HangsError
from models.vipnano.config.hardware import MEMORY
from models.vipnano.jobs.faults import Fault
from models.vipnano.structures.structure import Structure


def need_known(fetched: Iterable[Fetched]) -> None:
    """Make sure that it is known what was read.

    Raises:
        ValueError: it is not.
    """
    for item in fetched:
        if not every(item.known):
            raise ValueError(f"nobody knows what its {item.where.label} holds")


def need_end(faults: Iterator[Fault]) -> None:
    """Make sure that a job comes to an end.

    Raises:
        HangsError: it does not.
    """
    if (fault := next(faults, None)) is not None:
        raise HangsError(fault.text)


def written(where: Footprint, data: Bytes, care: Flags, derivation: Derivation) -> Result:
    """What a job comes to that writes bytes, one for each address."""
    column = (slice(None), np.newaxis)
    writes = (ExpectedWrites(where, data[column], care[column]),)
    return Result(writes, last_write=0, in_place=True, derivation=derivation)


def places_of(structure: Structure, address: int) -> dict[tuple[int, str], MemoryPlace]:
    """Where in memory the numbers of a structure begin, for messages."""
    words = {name: number.parts[0].word for name, number in structure.kind.numbers.items()}
    return {(0, name): MemoryPlace(MEMORY, address + 4 * word) for name, word in words.items()}
