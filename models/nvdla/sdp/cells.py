"""Kinds of SDP layers, one list: random tests draw in each cell, coverage and recorded layers are counted by them.

A cell says some aspects of a layer and leaves the others open, so a layer may be in several cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from models.nvdla.aims import COMPARISONS, NO_AIM, Aim
from models.nvdla.cells import AspectCell, Illegal, Wanted, why_not
from models.nvdla.config import HwConfig
from models.nvdla.lut.cells import of_tables
from models.nvdla.sdp.aspects import (
    ALGORITHMS,
    BATCHES,
    BOTH,
    ELEMENT,
    EQUAL,
    FLYING,
    KERNEL,
    MIXED,
    MUL,
    OFFLINE,
    OPERATORS,
    PRELU,
    REGISTER,
    RELU,
    SOURCES,
    WINOGRAD,
)
from models.nvdla.sdp.descriptor import FLYING_OUT, NARROWED, UNIT
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES

PRECISIONS = tuple(ELEMENT_BYTES)
FEATURES: Mapping[str, str] = {"x1": "SDP_X1", "x2": "SDP_X2", "y": "SDP_Y", "lut": "SDP_LUT"}


def sdp_cells(config: HwConfig) -> tuple[AspectCell, ...]:
    """The cells of a configuration, those that no legal layer is in among them."""
    return tuple(
        AspectCell(wanted, why_not(wanted, config, UNIT, ILLEGAL, _needed), aim)
        for wanted, aim in _all_wanted()
        if _precisions_of(wanted) <= set(config.precisions)
    )


def united(cells: Sequence[AspectCell]) -> list[AspectCell]:
    """Cells of which one layer can be in several at once: those of different operators are, and ways to come in."""
    found: list[AspectCell] = []
    for cell in cells:
        for number, other in enumerate(found):
            if _unite(cell, other):
                found[number] = AspectCell({**other.wanted, **cell.wanted})
                break
        else:
            found.append(cell)
    return found


UNITED = ("precision", "way", "lut", *(f"{name}{end}" for name in OPERATORS for end in ("", "-source", "-bytes")))


def _unite(one: AspectCell, other: AspectCell) -> bool:
    """Whether one layer can be in both: nothing that one asks for is something else in the other."""
    both = [cell for cell in (one, other) if cell.aim is NO_AIM and EQUAL not in cell.wanted.values()]
    if len(both) < 2 or not set(one.wanted) | set(other.wanted) <= set(UNITED):
        return False
    if any(name in other.wanted and other.wanted[name] != value for name, value in one.wanted.items()):
        return False
    return {"precision"} <= set(one.wanted) & set(other.wanted) and not any(
        name in other.wanted for name in set(one.wanted) - {"precision", "way"}
    )


def _precisions_of(wanted: Mapping[str, str]) -> set[str]:
    return {wanted["precision"]} if "precision" in wanted else set(wanted.get("formats", "INT8").split("-"))


def _all_wanted() -> Iterator[tuple[Wanted, Aim]]:
    """What cells ask for, in the order of the list."""
    for precision, operator in product(PRECISIONS, OPERATORS):
        wanted = list(_of_operator(operator, precision))
        first = (
            len(wanted) * OPERATORS.index(operator) // len(OPERATORS)
        )  # so that `united` brings different ones together
        yield from (({"precision": precision, **item}, NO_AIM) for item in wanted[first:] + wanted[:first])
    for precision in PRECISIONS:
        yield from (({"precision": precision, **wanted}, NO_AIM) for wanted in _of_ways())
        yield from (({"precision": precision, **wanted}, aim) for wanted, aim in _of_comparisons())
        yield from (({"precision": precision, **wanted}, aim) for wanted, aim in of_tables())
        yield from (({"precision": precision, **wanted}, NO_AIM) for wanted in _of_shapes())
    yield from ((wanted, NO_AIM) for wanted in _of_formats())


def _of_operator(name: str, precision: str) -> Iterator[Wanted]:
    """What an operator does, with operands from where, of how many bytes."""
    works = (*ALGORITHMS, MUL, PRELU, BOTH)
    for work, source in product(works, SOURCES):
        yield {name: work, f"{name}-source": source}
        if source != REGISTER and (precision == "INT8" or work == MUL):
            yield {name: work, f"{name}-source": source, f"{name}-bytes": "1"}
    yield from ({name: BOTH, f"{name}-source": source} for source in MIXED)
    if name != "y":
        yield {name: RELU}


def _of_ways() -> Iterator[Wanted]:
    """How the input comes, beside operands of each operator."""
    for way, name, source in product((FLYING, BATCHES, WINOGRAD), OPERATORS, (KERNEL, ELEMENT)):
        yield {"way": way, name: BOTH, f"{name}-source": source}
    yield from ({"way": way, "lut": mode} for way in (FLYING, BATCHES, WINOGRAD) for mode in ("linear", "exponential"))


def _of_comparisons() -> Iterator[tuple[Wanted, Aim]]:
    for aim in COMPARISONS:
        yield {"way": OFFLINE, "y": EQUAL, "y-source": ELEMENT}, aim
    for aim in COMPARISONS[1:]:
        yield {"way": FLYING, "y": EQUAL, "y-source": ELEMENT}, aim
    yield from (({"y": EQUAL, "y-source": source}, NO_AIM) for source in (REGISTER, KERNEL))
    yield from (({"way": way, "y": EQUAL}, NO_AIM) for way in (BATCHES, WINOGRAD))


def _of_shapes() -> Iterator[Wanted]:
    yield from ({"size": "pixel", "y": BOTH, "y-source": source} for source in (KERNEL, ELEMENT))
    yield from ({"channels": "ragged", "x1": BOTH, "x1-source": source} for source in (KERNEL, ELEMENT))
    yield {"surfaces": "several", "channels": "ragged"}
    yield {"nan": "flushed"}
    yield from ({f"{what}-ram": "CVSRAM"} for what in ("input", "output", *OPERATORS))


def _of_formats() -> Iterator[Wanted]:
    for precision, out in product(PRECISIONS, PRECISIONS):
        name = f"{precision}-{precision}-{out}"
        yield from ({"way": way, "formats": name} for way in (OFFLINE, FLYING))
    narrowed = "-".join(NARROWED)
    yield {"way": OFFLINE, "formats": narrowed}
    yield from ({"formats": narrowed, name: BOTH, f"{name}-source": ELEMENT} for name in OPERATORS)


ILLEGAL: Illegal = (
    *(
        ({"precision": precision, f"{name}-bytes": "1"}, "sdp-operand-size")
        for precision in ("INT16", "FP16")
        for name in OPERATORS
    ),
    *(({"precision": precision, "nan": "flushed"}, "only FP16 has NaN") for precision in ("INT8", "INT16")),
    *(({"way": way, "y": EQUAL}, "sdp-compare-alone") for way in (BATCHES, WINOGRAD)),
    *(
        ({"formats": f"{one}-{one}-{out}"}, "sdp-precisions")
        for one in PRECISIONS
        for out in PRECISIONS
        if out not in FLYING_OUT[one]
    ),
)
"""Aspects that no legal layer has, and the rule or the reason."""


def _needed(wanted: Wanted) -> Iterator[str]:
    """Features that layers of a cell need."""
    yield from (FEATURES[name] for name in (name.removesuffix("-ram") for name in wanted) if name in FEATURES)
    if not {"lut", "arrangement", "under-slope", "over-slope"}.isdisjoint(wanted):
        yield from (FEATURES[name] for name in ("y", "lut"))
    way = wanted.get("way")
    if way in (BATCHES, WINOGRAD):
        yield {BATCHES: "BATCH", WINOGRAD: "WINOGRAD"}[way]
