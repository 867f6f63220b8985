"""Faults that a compiler refuses: found and left out, so that one of them never spoils a whole run."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tb.mutation.faults.fault import RtlFault


def accepted(faults: Mapping[int, RtlFault], compiles: Callable[[Mapping[int, RtlFault]], bool]) -> dict[int, RtlFault]:
    """The faults with which a design compiles, found by halves.

    Args:
        faults: by number.
        compiles: whether the design compiles with some of them in it.
    """
    if not faults or compiles(faults):
        return dict(faults)
    if len(faults) == 1:
        return {}
    numbers = sorted(faults)
    middle = len(numbers) // 2
    halves = [{number: faults[number] for number in part} for part in (numbers[:middle], numbers[middle:])]
    kept = {number: fault for half in halves for number, fault in accepted(half, compiles).items()}
    return kept if len(kept) < len(faults) and compiles(kept) else _one_by_one(kept, compiles)


def _one_by_one(
    faults: Mapping[int, RtlFault], compiles: Callable[[Mapping[int, RtlFault]], bool]
) -> dict[int, RtlFault]:
    """Where two of them do not go together: as many as do."""
    kept: dict[int, RtlFault] = {}
    for number, fault in faults.items():
        if compiles({**kept, number: fault}):
            kept[number] = fault
    return kept
