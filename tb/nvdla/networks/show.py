"""A loadable as tables: tasks, memories, operations with what they wait for, surfaces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rich.table import Table

from sequences.flatbuffers.reader import FlatBufferError
from sequences.nvdla.loadables.contents import Contents, LoadableError
from sequences.nvdla.loadables.graph import COMPLETED, ENABLED, PROGRAMMED, Graph, read_graph
from sequences.nvdla.loadables.layers.numbers import RAMS
from sequences.nvdla.loadables.loadable import ALLOC, DLA, EMU, INPUT, OUTPUT, SET, Loadable, read_loadable
from sequences.nvdla.loadables.structs.common import IN_HARDWARE, NOWHERE, offset_of
from sequences.nvdla.loadables.structs.units import CUBES
from tb.reports.console import make_console
from tb.runner.errors import UserError

FLAGS = {ALLOC: "alloc", SET: "set", INPUT: "input", OUTPUT: "output"}
EVENTS = {COMPLETED: "done", PROGRAMMED: "programmed", ENABLED: "enabled"}
INTERFACES = {DLA: "device", EMU: "processor"}


def show_file(path: Path, cube_bytes: int | None) -> None:
    """Show what a loadable holds.

    Args:
        path: of the loadable.
        cube_bytes: of a cube; None: whichever makes sense.

    Raises:
        UserError: it is none, or makes no sense.
    """
    console = make_console()
    try:
        for table in tables_of(read_loadable(path.read_bytes()), cube_bytes):
            console.print(table)
            console.print()
    except OSError as error:
        raise UserError(f"NETWORK={path}: {error.strerror}") from error
    except (FlatBufferError, LoadableError) as error:
        raise UserError(f"NETWORK={path}: {error}") from error


def tables_of(loadable: Loadable, cube_bytes: int | None = None) -> Iterator[Table]:
    """All tables.

    Args:
        loadable: the loadable.
        cube_bytes: of a cube; None: whichever makes sense.

    Raises:
        LoadableError: a task's structures make no sense.
    """
    contents = Contents(loadable)
    tasks = (
        (
            task.id,
            INTERFACES.get(task.interface, task.interface),
            len(task.addresses),
            _ids(task.before),
            _ids(task.after),
        )
        for task in loadable.tasks
    )
    yield _table("tasks", ("id", "of the", "addresses", "waits for events", "signals"), tasks)
    memories = (
        (
            memory.id,
            RAMS[memory.domain] if memory.domain < len(RAMS) else memory.domain,
            f"{memory.size:,}",
            " ".join(name for flag, name in FLAGS.items() if memory.flags & flag),
            ", ".join(filter(None, memory.contents)),
        )
        for memory in loadable.memories
    )
    yield _table("memories", ("id", "in", "bytes", "flags", "holds"), memories)
    tensors = (
        (item.name, item.memory, f"{item.n}x{item.c}x{item.h}x{item.w}", f"{item.stride_1}/{item.stride_2}")
        for item in loadable.tensors
    )
    yield _table("tensors", ("name", "memory", "N x C x H x W", "strides of lines/surfaces"), tensors)
    for task in loadable.tasks:
        if task.interface == DLA:
            graph = read_graph(contents, task, cube_bytes)
            yield _table(
                f"operations of task {task.id}, cubes of {graph.cube_bytes} bytes",
                ("operation", "events to wait for", "fed by", "then"),
                _operations(graph),
            )
            yield _table(
                f"surfaces of task {task.id}",
                ("operation", "cube", "in", "address", "C x H x W", "bytes", "strides"),
                _surfaces(graph),
            )


def _operations(graph: Graph) -> Iterator[Sequence[object]]:
    for operation in graph.operations:
        then = (
            f"{consumer.index} when {EVENTS.get(consumer.event, consumer.event)}" for consumer in operation.consumers
        )
        fed_by = "" if operation.parent is None else operation.parent
        yield f"{operation.index} {operation.kind}", operation.dependencies, fed_by, ", ".join(then)


def _surfaces(graph: Graph) -> Iterator[Sequence[object]]:
    for operation in graph.operations:
        for name in CUBES[operation.kind]:
            cube = operation.surfaces[name]
            if not cube["width"]:
                continue
            kind = int(cube["type"])
            where = "" if cube["address"] == NOWHERE else f"{cube['address']}+{offset_of(cube)}"
            yield (
                f"{operation.index} {operation.kind}",
                name,
                "the next unit" if kind == IN_HARDWARE else RAMS[kind],
                where,
                f"{cube['channel']}x{cube['height']}x{cube['width']}",
                f"{cube['size']:,}",
                f"{cube['line_stride']}/{cube['surf_stride']}",
            )


def _table(title: str, names: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for name in names:
        table.add_column(name)
    for row in rows:
        table.add_row(*map(str, row))
    return table


def _ids(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
