"""Kinds of CDP layers, one list: random tests draw in each cell, coverage and recorded layers are counted by them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from models.nvdla.aims import NO_AIM, Aim
from models.nvdla.cdp.aspects import (
    CONVERTORS,
    ELEMENTS,
    PRODUCTS,
    SQUARES,
    SUMMED,
)
from models.nvdla.cdp.descriptor import LOCAL_SIZES, UNIT
from models.nvdla.cells import NEGATIVE, POSITIVE, AspectCell, Illegal, Wanted, legal, together, why_not
from models.nvdla.config import HwConfig
from models.nvdla.lut.cells import of_tables
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES

PRECISIONS = tuple(ELEMENT_BYTES)
INTEGERS = tuple(name for name in PRECISIONS if name != "FP16")


def cdp_cells(config: HwConfig) -> tuple[AspectCell, ...]:
    """The cells of a configuration, those that no legal layer is in among them."""
    return tuple(
        AspectCell(wanted, why_not(wanted, config, UNIT, ILLEGAL), aim)
        for wanted, aim in _all_wanted()
        if wanted.get("precision", config.precisions[0]) in config.precisions
    )


def united_cdp(config: HwConfig) -> list[AspectCell]:
    """All legal cells in fewer: a layer of each is in every one of them."""
    return together(legal(cdp_cells(config)), is_possible)


def is_possible(wanted: Wanted) -> bool:
    """Whether a legal layer of a sensible size has such aspects."""
    if any(aspects.items() <= wanted.items() for aspects, _ in ILLEGAL):
        return False
    return not (wanted.get("size") == "pixel" and "blocks" in wanted)


def _all_wanted() -> Iterator[tuple[Wanted, Aim]]:
    """What cells ask for, in the order of the list."""
    for precision in PRECISIONS:
        yield from (({"precision": precision, **wanted}, aim) for wanted, aim in of_tables())
    for precision, size in product(PRECISIONS, LOCAL_SIZES):
        yield {"precision": precision, "squares": SUMMED, "local": str(size)}, NO_AIM
    for precision, squares, multiplied in product(PRECISIONS, SQUARES, PRODUCTS):
        yield {"precision": precision, "squares": squares, "product": multiplied}, NO_AIM
    yield from ((wanted, NO_AIM) for wanted in (*_of_convertors(), *_of_shapes()))


def _of_convertors() -> Iterator[Wanted]:
    for precision, name in product(INTEGERS, CONVERTORS):
        for aspect, sign in product(("offset", "scale"), (POSITIVE, NEGATIVE)):
            yield {"precision": precision, f"{name}-{aspect}": sign}
        yield {"precision": precision, f"{name}-shift": "right"}
    for name in CONVERTORS:
        yield {"precision": "FP16", f"{name}-scale": NEGATIVE, f"{name}-shift": "right"}


def _of_shapes() -> Iterator[Wanted]:
    yield {"size": "pixel"}
    yield from ({"blocks": blocks, "surfaces": "several"} for blocks in ("whole", "ragged"))
    yield from ({"channels": "ragged", "surfaces": surfaces} for surfaces in ("one", "two", "several"))
    yield from ({"precision": "FP16", "nan": "flushed", "squares": squares} for squares in (SUMMED, ELEMENTS))
    yield {"precision": INTEGERS[0], "nan": "flushed"}
    yield from ({f"{side}-ram": "CVSRAM"} for side in ("input", "output"))


ILLEGAL: Illegal = tuple(({"precision": precision, "nan": "flushed"}, "only FP16 has NaN") for precision in INTEGERS)
"""Aspects that no legal layer has, and the rule or the reason."""
