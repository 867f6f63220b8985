"""Writes a loadable of layers on a bench: their memories, their structures, what depends on what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from models.nvdla.bdma.descriptor import Bdma
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.conv.descriptor import Conv
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.programming import LayerDescriptor
from models.nvdla.rubik.descriptor import Rubik
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.memory_plan import Surface
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.jobs import Job, jobs_of
from sequences.nvdla.firmware.layers import Playable
from sequences.nvdla.loadables.layers.numbers import RAMS
from sequences.nvdla.loadables.loadable import (
    ALLOC,
    DLA,
    INPUT,
    OUTPUT,
    SET,
    VERSION,
    Address,
    Blob,
    Loadable,
    Memory,
    Submission,
    Task,
    TensorDescription,
)
from sequences.nvdla.loadables.placed import CUBE_ATOM_BYTES, PRECISIONS
from sequences.nvdla.loadables.structs.common import (
    COMMON,
    CUBE_BYTES,
    NETWORK,
    NOWHERE,
    OP_TYPES,
    OPERATION_BYTES,
    SURFACES_BYTES,
)
from sequences.nvdla.loadables.structs.units import SETTINGS, surfaces
from sequences.nvdla.loadables.written.conv import written_conv
from sequences.nvdla.loadables.written.dependencies import Node, graph_of
from sequences.nvdla.loadables.written.others import written_bdma, written_cdp, written_pdp, written_rubik
from sequences.nvdla.loadables.written.sdp import written_sdp
from sequences.nvdla.loadables.written.settings import Fields, Writing, Written, filled, tables_bytes
from sequences.nvdla.tensors.tensor import Tensor

LISTS = ("network", "dep_graph", "op_list", "surf_list", "lut_list")
"""Blobs of a task, in the order in which they come first in its address list."""


def write_network(
    bench: NvdlaBench,
    layers: Iterable[Playable],
    inputs: Mapping[str, Tensor],
    outputs: Mapping[str, Tensor],
    cube_bytes: int = max(CUBE_BYTES),
) -> Loadable:
    """A loadable of one task that plays layers; what they read and none of them writes is as it is in memory now.

    Args:
        bench: where the tensors are.
        layers: in an order in which they could run one by one.
        inputs: tensors that whoever plays it may change, by name.
        outputs: tensors that it makes, by name.
        cube_bytes: of a cube.

    Raises:
        ValueError: the kernel driver has no field for something, or a layer touches no memory of the bench.
    """
    return _NetworkWriter(bench, jobs_of(layers, bench.config), cube_bytes).loadable(inputs, outputs)


class _NetworkWriter:
    """Numbers memories and addresses as layers name them."""

    def __init__(self, bench: NvdlaBench, jobs: Sequence[Job], cube_bytes: int) -> None:
        self._bench, self._jobs, self._cube_bytes = bench, jobs, cube_bytes
        self._memories: list[Surface] = []
        self._addresses: list[tuple[int, int]] = []
        self._tables: list[Fields] = []

    def loadable(self, inputs: Mapping[str, Tensor], outputs: Mapping[str, Tensor]) -> Loadable:
        """The loadable."""
        tensors = [
            self._described(number, name, tensor)
            for number, (name, tensor) in enumerate([*inputs.items(), *outputs.items()])
        ]
        written = [self._written(layer) for job in self._jobs for layer in job.descriptors]
        flags = dict.fromkeys((item.memory for item in tensors[: len(inputs)]), INPUT)
        flags |= dict.fromkeys((item.memory for item in tensors[len(inputs) :]), OUTPUT)
        blobs, memories = self._lists(written), []
        for number, surface in enumerate(self._memories):
            memory, blob = self._memory(number, surface, flags.get(number, 0), tensors)
            memories.append(memory)
            blobs += blob
        first = len(memories)
        names = [blob.name for blob in blobs[: len(LISTS)]]
        memories += [
            Memory(id=first + number, flags=ALLOC | SET, size=blobs[number].size, contents=(name,), offsets=(0,))
            for number, name in enumerate(names)
        ]
        places = [*((first + number, 0) for number in range(len(names))), *self._addresses]
        return Loadable(
            version=VERSION,
            tasks=(Task(interface=DLA, instance=-1, addresses=tuple(range(len(places)))),),
            memories=tuple(memories),
            addresses=tuple(
                Address(id=number, memory=memory, offset=offset) for number, (memory, offset) in enumerate(places)
            ),
            blobs=tuple(blobs),
            tensors=tuple(tensors),
            submissions=(Submission(tasks=(0,)),),
        )

    def _written(self, layer: LayerDescriptor) -> Written:
        writing = Writing(self._number_of, self._add_tables)
        if isinstance(layer, Conv):
            return written_conv(layer, self._bench.config, writing)
        for kind, write in _WRITERS.items():
            if isinstance(layer, kind):
                return write(layer, writing)
        raise ValueError(f"the kernel driver has no operation for {type(layer).__name__}")

    def _number_of(self, ram: str, address: int) -> int:
        """The number by which the task knows an address; its lists have the first ones."""
        surface = self._surface_at(self._bench.config.port(ram).name, address)
        entry = self._memory_of(surface), address - surface.address
        if entry not in self._addresses:
            self._addresses.append(entry)
        return len(LISTS) + self._addresses.index(entry)

    def _surface_at(self, port: str, address: int) -> Surface:
        surface = self._bench.plan.surface_at(port, address)
        if surface is None:
            raise ValueError(f"a layer touches {port} {address:#x}, which is no memory of the bench's tensors")
        return surface

    def _memory_of(self, surface: Surface) -> int:
        if surface not in self._memories:
            self._memories.append(surface)
        return self._memories.index(surface)

    def _add_tables(self, fields: Fields) -> int:
        self._tables.append(fields)
        return len(self._tables) - 1

    def _memory(
        self, number: int, surface: Surface, flag: int, tensors: Sequence[TensorDescription]
    ) -> tuple[Memory, list[Blob]]:
        """A memory, and what it holds at first where no layer writes it."""
        ports = {
            self._bench.config.port(ram).name: index
            for index, ram in enumerate(RAMS)
            if ram in self._bench.config.ports
        }
        made: dict[str, Any] = {"id": number, "domain": ports[surface.port], "size": surface.size_bytes}
        described = next((item.id for item in tensors if item.memory == number), 0)
        blobs = []
        if not flag and not self._is_written(surface):
            data = self._bench.host.dump(surface.port, surface.address, surface.size_bytes)
            blobs = [Blob(name=f"data-{number}", size=len(data), data=data.tobytes())]
            made |= {"contents": (blobs[0].name,), "offsets": (0,)}
        return Memory(**made, flags=ALLOC | flag | (SET if blobs else 0), tensor_id=described), blobs

    def _is_written(self, surface: Surface) -> bool:
        return any(
            where.port == surface.port
            and bool(np.any((where.addresses >= surface.address) & (where.addresses < surface.end)))
            for job in self._jobs
            for where in job.writes
        )

    def _described(self, number: int, name: str, tensor: Tensor) -> TensorDescription:
        atoms = {size: code for code, size in CUBE_ATOM_BYTES.items()}
        types = {precision: code for code, precision in PRECISIONS.items()}
        channels, height, width = tensor.shape
        surface = tensor.surface
        return TensorDescription(
            name=name,
            id=number,
            memory=self._memory_of(surface),
            size=tensor.layout.size_bytes,
            offset=tensor.side.address - surface.address,
            data_format=1,
            data_type=types[tensor.precision],
            data_category=2,
            pixel_format=atoms[self._bench.config.atom_bytes],
            n=1,
            c=channels,
            h=height,
            w=width,
            stride_0=ELEMENT_BYTES[tensor.precision],
            stride_1=tensor.side.line_stride_bytes,
            stride_2=tensor.side.surface_stride_bytes,
        )

    def _lists(self, written: Sequence[Written]) -> list[Blob]:
        """The structures of the task."""
        nodes = self._nodes(written)
        heads = {kind: index for index, item in reversed(list(enumerate(written))) for kind in [item.kind]}
        network = {
            **dict.fromkeys(("roi_array", "surface_index", "stat_list"), NOWHERE),
            "dependencies": LISTS.index("dep_graph"),
            "operations": LISTS.index("op_list"),
            "surfaces": LISTS.index("surf_list"),
            "tables": LISTS.index("lut_list"),
            "heads": [heads.get(kind, NOWHERE) for kind in OP_TYPES],
            "roi_count": 1,
            "operation_count": len(written),
            "table_count": len(self._tables),
            "address_count": len(LISTS) + len(self._addresses),
        }
        settings = b"".join(_padded(filled(SETTINGS[item.kind], item.settings), OPERATION_BYTES) for item in written)
        shapes = b"".join(
            _padded(filled(surfaces(item.kind, self._cube_bytes), item.surfaces), SURFACES_BYTES) for item in written
        )
        data = (
            filled(NETWORK, network).tobytes(),
            b"".join(filled(COMMON, fields).tobytes() for fields in graph_of(nodes)),
            settings,
            shapes,
            b"".join(tables_bytes(fields) for fields in self._tables),
        )
        return [
            Blob(name=f"task-0-{name}", size=len(item), interface=DLA, sub_interface=number, data=item)
            for number, (name, item) in enumerate(zip(LISTS, data, strict=True), start=1)
        ]

    def _nodes(self, written: Sequence[Written]) -> list[Node]:
        """The operations of all jobs: the first one of a job waits for the last ones of those before it."""
        last: dict[int, int] = {}
        nodes: list[Node] = []
        for job in self._jobs:
            after = frozenset(last[before.number] for before in job.before)
            for position in range(len(job.descriptors)):
                index = len(nodes)
                nodes.append(
                    Node(written[index].kind, index - 1 if position else None, frozenset() if position else after)
                )
            last[job.number] = len(nodes) - 1
        return nodes


_WRITERS: dict[type[Any], Callable[[Any, Writing], Written]] = {
    Sdp: written_sdp,
    Pdp: written_pdp,
    Cdp: written_cdp,
    Rubik: written_rubik,
    Bdma: written_bdma,
}


def _padded(structure: np.void, size: int) -> bytes:
    return structure.tobytes().ljust(size, b"\0")
