"""A loadable's memories in those of the device."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from models.memory.footprint import Footprint
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.memory_plan import Surface
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.loadables.contents import PAGE_BYTES, Bytes, Contents, LoadableError, Place, round_up
from sequences.nvdla.loadables.graph import Graph
from sequences.nvdla.loadables.layers.numbers import RAMS
from sequences.nvdla.loadables.loadable import INPUT, OUTPUT, SET, Memory, Task, TensorDescription
from sequences.nvdla.loadables.structs.common import IN_HARDWARE, NOWHERE
from sequences.nvdla.loadables.structs.units import CUBES
from sequences.nvdla.tensors.tensor import Tensor

PRECISIONS = {2: "FP16", 3: "INT16", 4: "INT8"}
"""Number formats of tensors, by their data type."""
CUBE_ATOM_BYTES = {36: 32, 37: 8}
"""Bytes of an atom of features, by pixel format."""


class PlacedMemories:
    """Memories of a loadable that the device or the emulator touches, each somewhere in the device's.

    Args:
        bench: has the device's memories.
        contents: the loadable's memories.
        graphs: the device's tasks.

    Raises:
        LoadableError: there is no such memory, or no room.
    """

    def __init__(self, bench: NvdlaBench, contents: Contents, graphs: Iterable[Graph]) -> None:
        self._bench, self._contents = bench, contents
        self._surfaces: dict[int, Surface] = {}
        for graph in graphs:
            for number in _numbers(graph):
                self._take(contents.place(graph.task, number, "address list").memory)
        for memory in contents.memories.values():
            if memory.flags & (INPUT | OUTPUT):
                self._take(memory)

    def begin(self) -> None:
        """Load what memories hold at first; what the loadable does not say is random, and inputs are 0."""
        for number, surface in self._surfaces.items():
            memory = self._contents.memories[number]
            if memory.flags & (SET | INPUT):
                self._bench.host.load(surface.port, surface.address, self._contents.first(memory))

    def copy(self, other: PlacedMemories, touched: Sequence[Footprint] | None = None) -> None:
        """Take what the same loadable's memories hold elsewhere.

        Args:
            other: those elsewhere.
            touched: only memories that these touch; None: all.
        """
        for number, theirs in other._surfaces.items():
            mine = self._take(self._contents.memories[number])
            if touched is not None and not any(_lies_in(where, mine) for where in touched):
                continue
            data = other._bench.host.dump(theirs.port, theirs.address, theirs.size_bytes)
            self._bench.host.load(mine.port, mine.address, data)

    def address_of(self, task: Task, number: int) -> int:
        """The address of a place that a task knows by a number.

        Raises:
            LoadableError: there is none.
        """
        place = self._contents.place(task, number, "address list")
        return self._take(place.memory).address + place.offset

    def load(self, place: Place, size: int) -> Bytes:
        """Bytes of a place, as they are in memory now."""
        surface = self._take(place.memory)
        return self._bench.host.dump(surface.port, surface.address + place.offset, size)

    def store(self, place: Place, data: Bytes) -> None:
        """Put bytes into memory."""
        surface = self._take(place.memory)
        self._bench.host.load(surface.port, surface.address + place.offset, data)

    def tensor(self, described: TensorDescription) -> Tensor:
        """An input or an output.

        Raises:
            LoadableError: it is no features, or does not fit its memory.
        """
        what, config = f"tensor {described.name!r}", self._bench.config
        memory = self._contents.memories.get(described.memory)
        precision, atom_bytes = PRECISIONS.get(described.data_type), CUBE_ATOM_BYTES.get(described.pixel_format)
        if memory is None or precision is None or atom_bytes is None:
            raise LoadableError(
                f"{what}: memory {described.memory}, data type {described.data_type}, pixel format "
                f"{described.pixel_format}: only features of integers and FP16 in a memory of the list can be shown"
            )
        surface = self._take(memory)
        shape = described.c, described.h, described.w
        side = Side(
            ram=surface.port,
            address=surface.address + described.offset,
            line_stride_bytes=described.stride_1,
            surface_stride_bytes=described.stride_2,
        )
        layout = FeatureCube(side, config.atom_bytes, *shape, ELEMENT_BYTES[precision])
        if min(shape) < 1 or described.offset + layout.size_bytes > surface.size_bytes:
            sizes = "x".join(map(str, shape))
            raise LoadableError(f"{what}: {sizes} (C x H x W) does not fit its memory of {memory.size} bytes")
        return Tensor(precision, layout, surface, self._bench.host)

    def outside(self, where: Footprint) -> str:
        """What of a footprint is in no memory of the loadable; empty if nothing is."""
        if not where.addresses.size:
            return ""
        first, last = int(where.addresses.min()), int(where.addresses.max()) + where.chunk_bytes - 1
        for surface in self._surfaces.values():
            if surface.port == where.port and surface.address <= first < surface.end:
                if last < surface.end:
                    return ""
                return (
                    f"its {where.label} ends {last + 1 - surface.end} bytes behind its memory of {surface.size_bytes}"
                )
        return f"its {where.label} at {where.port} {first:#x} is in no memory of the loadable"

    def _take(self, memory: Memory) -> Surface:
        """Where a memory is; a place for it if it has none yet."""
        if memory.id not in self._surfaces:
            if memory.domain >= len(RAMS) or RAMS[memory.domain] not in self._bench.config.ports:
                there = " and ".join(self._bench.config.ports)
                raise LoadableError(f"memory {memory.id}: domain {memory.domain} is none of {there}")
            port, plan = self._bench.config.port(RAMS[memory.domain]).name, self._bench.plan
            surface = plan.allocate(port, round_up(memory.size, PAGE_BYTES), max(memory.alignment, PAGE_BYTES))
            plan.fill(self._bench.host, surface)
            self._surfaces[memory.id] = surface
        return self._surfaces[memory.id]


def _lies_in(where: Footprint, surface: Surface) -> bool:
    """Whether what is touched begins in a memory."""
    first = int(where.addresses.min()) if where.addresses.size else -1
    return where.port == surface.port and surface.address <= first < surface.end


def _numbers(graph: Graph) -> Iterator[int]:
    """Places that operations name, by number."""
    for operation in graph.operations:
        for name in CUBES[operation.kind]:
            cube = operation.surfaces[name]
            if cube["type"] != IN_HARDWARE and cube["address"] != NOWHERE and cube["width"]:
                yield int(cube["address"])
        if operation.kind == "BDMA":
            for transfer in operation.surfaces["transfers"][: int(operation.surfaces["num_transfers"])]:
                yield from (int(transfer["source"]), int(transfer["destination"]))
