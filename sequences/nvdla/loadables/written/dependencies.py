"""What operations wait for, as the kernel driver's graph says it: a consumer of each kind for each operation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sequences.nvdla.loadables.graph import COMPLETED, ENABLED, PROGRAMMED
from sequences.nvdla.loadables.structs.common import NOWHERE, OP_TYPES
from sequences.nvdla.loadables.written.settings import Fields


@dataclass(frozen=True, slots=True)
class Node:
    """An operation, before it has structures.

    Attributes:
        kind: its kind.
        parent: the operation that feeds it; None: memory does.
        after: operations that must be done before.
    """

    kind: str
    parent: int | None
    after: frozenset[int]


def graph_of(nodes: Sequence[Node]) -> list[Fields]:
    """The structures of the graph, without what they say of themselves.

    Args:
        nodes: in an order in which they could run one by one.

    An operation has room for one consumer of each kind. Of several that wait for it the first one does so; those behind
    it come later anyway, as operations of a kind are programmed one behind the other, and run in that order.
    """
    consumers: list[dict[int, tuple[int, int]]] = [{} for _ in nodes]
    for index, waited, event in _events(nodes):
        consumers[waited].setdefault(OP_TYPES.index(nodes[index].kind), (index, event))
    coming = [0] * len(nodes)
    for slots in consumers:
        for index, _ in slots.values():
            coming[index] += 1
    for node in nodes:
        if node.parent is not None:
            coming[node.parent] += 1
    return [
        {
            "index": index,
            "op_type": OP_TYPES.index(node.kind),
            "dependency_count": coming[index],
            "consumers": [
                {"index": slots.get(kind, (NOWHERE, 0))[0], "event": slots.get(kind, (NOWHERE, COMPLETED))[1]}
                for kind in range(len(OP_TYPES))
            ],
            "fused_parent": {
                "index": NOWHERE if node.parent is None else node.parent,
                "event": COMPLETED if node.parent is None else ENABLED,
            },
        }
        for index, (node, slots) in enumerate(zip(nodes, consumers, strict=True))
    ]


def _events(nodes: Sequence[Node]) -> Iterator[tuple[int, int, int]]:
    """Who waits for whom, and for which event; what must be done comes before what must be programmed."""
    for index, node in enumerate(nodes):
        for waited in sorted(node.after):
            yield index, waited, COMPLETED
    last: dict[str, int] = {}
    for index, node in enumerate(nodes):
        if node.kind in last:
            yield index, last[node.kind], PROGRAMMED
        if node.parent is not None:
            yield index, node.parent, PROGRAMMED
        last[node.kind] = index
