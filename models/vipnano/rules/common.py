"""What rules of both kinds of jobs have in common."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.arrays.distinct import contained, distinct
from models.rules import Broken, RuleContext
from models.vipnano.coefficients.shape import Indices
from models.vipnano.config import VipnanoConfig
from models.vipnano.config.hardware import ADDRESS_BITS
from models.vipnano.jobs.faults import Fault, FaultKind, place_of
from models.vipnano.structures.structure import Structure

PAGE = "docs/vipnano/README.md"
Context = RuleContext[VipnanoConfig]


def of_kind(unit: str, faults: Iterator[Fault], kind: FaultKind) -> Iterator[Broken]:
    """The faults of one kind of a unit's job, as what breaks a rule."""
    for fault in faults:
        if fault.kind is kind:
            yield Broken(f"the job hangs: {fault.text}", (f"{unit}.{fault.member}",) if fault.member else ())


def twice(targets: Indices) -> Iterator[str]:
    """Whether an address is written twice."""
    ordered = np.sort(targets.ravel())
    again = ordered[1:][ordered[1:] == ordered[:-1]]
    if again.size:
        yield f"{len(distinct(again))} byte(s) are written twice, the first one at {int(again[0]):#x}"


def overlaps(targets: Indices, what: str, read: Indices) -> Iterator[str]:
    """Whether bytes are written that the job reads."""
    met = contained(targets.ravel(), read.ravel())
    if met.any():
        first = int(targets.ravel()[met].min())
        yield f"{int(met.sum())} byte(s) of the output are in its {what}, the first one at {first:#x}"


def said(unit: str, structure: Structure, name: str, text: str) -> Broken:
    """What a number of a structure breaks, with its word and its bits."""
    return Broken(f"{place_of(structure, name)}: {text}", (f"{unit}.{name}",))


def beyond(unit: str, structure: Structure, name: str, what: str, last: int) -> Iterator[Broken]:
    """Whether something ends beyond the last address, of which a number says where it begins."""
    if last >> ADDRESS_BITS:
        yield said(unit, structure, name, f"the last byte of its {what} is at {last:#x}, beyond the last address")
