"""All faults that a design can have, and the units that they belong to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from models.nearest import did_you_mean
from tb.mutation.faults.elaborated import Elaborated
from tb.mutation.faults.fault import Change, Place, RtlFault, changed_text, one_line
from tb.mutation.faults.places import find_changes
from tb.runner.errors import UserError
from tb.runner.family.mutation import MutationPlan


def find_faults(elaborated: Elaborated) -> list[RtlFault]:
    """Every fault that can be planted, in the order of the sources."""
    found = find_changes(elaborated)
    faults = sorted(_fault(elaborated, place, change) for place, changes in found.items() for change in changes)
    seen: Counter[tuple[object, ...]] = Counter()
    numbered = []
    for fault in faults:
        same = (fault.path, fault.kind, fault.original, fault.changed)
        seen[same] += 1
        numbered.append(replace(fault, nth=seen[same]))
    return numbered


def by_unit(faults: Iterable[RtlFault], plan: MutationPlan, units: Sequence[str]) -> dict[str, list[RtlFault]]:
    """The faults of some units; of all that the design has if none is named.

    Raises:
        UserError: there is no unit of a name, or the design has nothing of it.
    """
    if unknown := [unit for unit in units if unit not in plan.units]:
        near = did_you_mean(unknown[0], plan.units)
        raise UserError(f"UNITS={','.join(unknown)}: no such unit; choose from {', '.join(plan.units)}{near}")
    sorted_in: dict[str, list[RtlFault]] = defaultdict(list)
    for fault in faults:
        if (unit := plan.unit_of(fault.path)) is not None:
            sorted_in[unit].append(fault)
    if absent := [unit for unit in units if unit not in sorted_in]:
        raise UserError(f"UNITS={','.join(absent)}: not in this configuration; it has {', '.join(sorted_in)}")
    return {unit: sorted_in[unit] for unit in (units or plan.units) if unit in sorted_in}


def _fault(elaborated: Elaborated, place: Place, change: Change) -> RtlFault:
    source = elaborated.sources[place.span.path]
    changed = one_line(changed_text(source, place, change))
    return RtlFault(
        place=place,
        change=change,
        line=source.count(b"\n", 0, change.start) + 1,
        original=one_line(elaborated.text(place.span)),
        changed="" if changed == ";" else changed,
    )
