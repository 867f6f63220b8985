"""Which faults of all are tried: evenly by unit, then by kind, then by place, so that nothing common dominates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from tb.mutation.faults.fault import Place, RtlFault
from tb.mutation.faults.operators import KINDS
from tb.seeds import generator


def draw(pools: Mapping[str, Sequence[RtlFault]], count: int, seed: int) -> list[tuple[str, RtlFault]]:
    """Draw faults, each at most once.

    Args:
        pools: all faults by unit.
        count: how many to draw; fewer if there are no more.
        seed: the same one draws the same faults.

    Returns:
        The faults with their units, those of a unit together.
    """
    orders = {unit: _shuffled(faults, generator(seed, f"mutation.{unit}")) for unit, faults in pools.items()}
    chosen: dict[str, list[RtlFault]] = {unit: [] for unit in pools}
    turns = list(pools)
    while turns and count:
        for unit in list(turns):
            fault = next(orders[unit], None)
            if fault is None:
                turns.remove(unit)
            elif count:
                chosen[unit].append(fault)
                count -= 1
    return [(unit, fault) for unit, faults in chosen.items() for fault in faults]


def _shuffled(faults: Sequence[RtlFault], rng: np.random.Generator) -> Iterator[RtlFault]:
    """One fault of each kind in turns."""
    kinds = [_by_place([fault for fault in faults if fault.kind == kind], rng) for kind in KINDS]
    while kinds:
        for kind in list(kinds):
            fault = next(kind, None)
            if fault is None:
                kinds.remove(kind)
            else:
                yield fault


def _by_place(faults: Sequence[RtlFault], rng: np.random.Generator) -> Iterator[RtlFault]:
    """One fault of each place, then a second one of each, and so on."""
    places: dict[Place, list[RtlFault]] = defaultdict(list)
    for fault in faults:
        places[fault.place].append(fault)
    left = [[items[n] for n in rng.permutation(len(items))] for _, items in sorted(places.items())]
    while left:
        order = rng.permutation(len(left))
        for n in order:
            yield left[n].pop()
        left = [items for items in left if items]
