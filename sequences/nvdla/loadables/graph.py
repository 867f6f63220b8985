"""A task of the device: its operations, what they depend on, and their tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from sequences.nvdla.loadables.contents import PAGE_BYTES, Contents, LoadableError, round_up
from sequences.nvdla.loadables.loadable import Task
from sequences.nvdla.loadables.structs.common import (
    COMMON,
    CUBE_BYTES,
    IN_HARDWARE,
    NETWORK,
    NOWHERE,
    OP_TYPES,
    OPERATION_BYTES,
    SURFACES_BYTES,
    TABLES,
    offset_of,
)
from sequences.nvdla.loadables.structs.units import CUBES, SETTINGS, surfaces

COMPLETED, PROGRAMMED, ENABLED = 1, 2, 3
"""Events of an operation: it is done, its registers are written, it is enabled."""


@dataclass(frozen=True, slots=True)
class Consumer:
    """An operation that waits for an event of another one.

    Attributes:
        index: the operation.
        event: which event.
    """

    index: int
    event: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation.

    Attributes:
        index: its number.
        kind: one of `OP_TYPES`.
        dependencies: how many events it waits for.
        consumers: operations that wait for it.
        parent: the operation that hands it its input without memory in between; None: there is none.
        settings: its structure in the list of operations.
        surfaces: its structure in the list of surfaces.
    """

    index: int
    kind: str
    dependencies: int
    consumers: tuple[Consumer, ...]
    parent: int | None
    settings: np.void = field(repr=False)
    surfaces: np.void = field(repr=False)

    def __str__(self) -> str:
        return f"operation {self.index} ({self.kind})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """A task's network.

    Attributes:
        task: the task.
        cube_bytes: of its cubes.
        operations: in the order of the lists.
        tables: look-up tables.
    """

    task: Task
    cube_bytes: int
    operations: tuple[Operation, ...]
    tables: tuple[np.void, ...]

    def waits(self, *events: int) -> dict[int, set[int]]:
        """The operations that each one waits for: for one of some events."""
        waits: dict[int, set[int]] = {operation.index: set() for operation in self.operations}
        for operation in self.operations:
            for consumer in operation.consumers:
                if consumer.event in events:
                    waits[consumer.index].add(operation.index)
        return waits

    def order(self) -> list[Operation]:
        """The operations in an order in which they could run one by one, mostly that of the lists.

        Raises:
            LoadableError: some wait for each other in a circle.
        """
        waits = self.waits(COMPLETED, PROGRAMMED)
        for operation in self.operations:
            if operation.parent is not None:
                waits[operation.index].add(operation.parent)
        ordered: list[Operation] = []
        left = list(self.operations)
        while left:
            done = {operation.index for operation in ordered}
            ready = next((operation for operation in left if waits[operation.index] <= done), None)
            if ready is None:
                names = ", ".join(str(operation) for operation in left)
                raise LoadableError(f"dependency graph: {names} wait for each other in a circle")
            left.remove(ready)
            ordered.append(ready)
        return ordered


def read_graph(contents: Contents, task: Task, cube_bytes: int | None = None) -> Graph:
    """A task's network.

    Args:
        contents: the loadable's memories.
        task: the task, one of the device.
        cube_bytes: of a cube; None: the one of the two with which all cubes make sense.

    Raises:
        LoadableError: a structure lies outside, numbers lead nowhere, or no size of cubes makes sense.
    """
    (network,) = contents.structures(task, 0, NETWORK, "network")
    if not network["operation_count"]:
        raise LoadableError(f"task {task.id}, network: it has no operations")
    problems = []
    for size in CUBE_BYTES if cube_bytes is None else (cube_bytes,):
        operations = _operations(contents, task, network, size)
        problem = next(_problems(contents, task, operations), "")
        if not problem:
            tables = _tables(contents, task, network)
            graph = Graph(task=task, cube_bytes=size, operations=operations, tables=tables)
            need_sound(graph)
            return graph
        problems.append(f"with cubes of {size} bytes {problem}")
    raise LoadableError(f"task {task.id}: {'; '.join(problems)}")


def need_sound(graph: Graph) -> None:
    """Make sure that operations wait for what comes.

    Raises:
        LoadableError: one waits for an operation that is not there, for more events than come, or in a circle.
    """
    count = len(graph.operations)
    coming = [0] * count
    for operation in graph.operations:
        told = [consumer.index for consumer in operation.consumers]
        for index in told if operation.parent is None else [*told, operation.parent]:
            if not 0 <= index < count:
                raise LoadableError(f"{operation}: it leads to operation {index}; there are 0 to {count - 1}")
            coming[index] += 1
    for operation in graph.operations:
        if operation.dependencies != coming[operation.index]:
            raise LoadableError(
                f"{operation}: it waits for {operation.dependencies} events, and {coming[operation.index]} lead to it"
            )
    graph.order()


def _tables(contents: Contents, task: Task, network: np.void) -> tuple[np.void, ...]:
    """All look-up tables: as many as there is room for, since files of the compiler do not count them."""
    if network["tables"] <= 0:
        return ()
    place = contents.place(task, int(network["tables"]), "look-up tables")
    count = place.size // TABLES.itemsize
    return tuple(contents.structures(task, int(network["tables"]), TABLES, "look-up tables", count)) if count else ()


def _operations(contents: Contents, task: Task, network: np.void, cube_bytes: int) -> tuple[Operation, ...]:
    common = contents.structures(
        task, int(network["dependencies"]), COMMON, "dependency graph", int(network["operation_count"])
    )
    made = []
    for index, item in enumerate(common):
        if item["op_type"] >= len(OP_TYPES):
            raise LoadableError(f"dependency graph: operation {index} is of the unknown kind {item['op_type']}")
        kind = OP_TYPES[int(item["op_type"])]
        lists = (
            ("operations", SETTINGS[kind], OPERATION_BYTES, "list of operations"),
            ("surfaces", surfaces(kind, cube_bytes), SURFACES_BYTES, "list of surfaces"),
        )
        settings, surface = (
            contents.structure(task, int(network[place]), shape, index * step, f"{what}, {index}")
            for place, shape, step, what in lists
        )
        parent = int(item["fused_parent"]["index"])
        consumers = [(int(each["index"]), int(each["event"])) for each in item["consumers"]]
        made.append(
            Operation(
                index=index,
                kind=kind,
                dependencies=int(item["dependency_count"]),
                consumers=tuple(Consumer(*each) for each in consumers if each[0] != NOWHERE),
                parent=None if parent == NOWHERE else parent,
                settings=settings,
                surfaces=surface,
            )
        )
    return tuple(made)


def _problems(contents: Contents, task: Task, operations: Sequence[Operation]) -> Iterator[str]:
    """Why cubes make no sense: with the other size of cubes there is always something."""
    for operation in operations:
        for name in CUBES[operation.kind]:
            cube = operation.surfaces[name]
            what, number = f"{operation}, {name}", int(cube["address"])
            if cube["type"] > IN_HARDWARE or cube["reserved0"]:
                yield f"{what} has the memory type {cube['type']} and {cube['reserved0']} where 0 must be"
            elif cube["type"] != IN_HARDWARE and number != NOWHERE and cube["width"]:
                place = contents.place(task, number, what) if 0 <= number < len(task.addresses) else None
                if place is None:
                    yield f"{what} has address {number} of {len(task.addresses)}"
                elif offset_of(cube) + int(cube["size"]) > round_up(place.size, PAGE_BYTES):
                    yield f"{what} has {cube['size']} bytes at {offset_of(cube)} of {place.size} of address {number}"
