"""What cells ask of look-up tables, and what values are to meet there: the same of each unit that has tables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from models.nvdla.aims import CASES, Aim
from models.nvdla.cells import Wanted
from models.nvdla.lut.aspects import ARRANGEMENTS, LE, LO, SLOPES

TABLE_AIMS = (Aim.EDGES, *CASES)


def of_tables() -> Iterator[tuple[Wanted, Aim]]:
    """Of one precision."""
    for mode, arrangement in product(("exponential", "linear"), ARRANGEMENTS):
        yield {"lut": mode, "arrangement": arrangement}, Aim.EDGES
    for table in (LE, LO):
        for aspect, aim in zip(("hybrid", "over", "under", "hybrid"), CASES, strict=True):
            yield {aspect: table, "lut": "linear"}, aim
        yield {"under": table, "lut": "exponential"}, Aim.BOTH_UNDER
    for slope in SLOPES:
        yield {"under-slope": slope}, Aim.BOTH_UNDER
        yield {"over-slope": slope}, Aim.BOTH_OVER
