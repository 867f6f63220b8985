"""The file: its tables, in the order of the fields of their schema (version 0.7)."""

from __future__ import annotations

from dataclasses import dataclass

from sequences.flatbuffers.fields import BYTES, TEXT, TEXTS, InPlace, Numbers, Tables, flat
from sequences.flatbuffers.reader import read_root
from sequences.flatbuffers.writer import write_root

MARK = "NVDA"
"""What the compiler's files say that they are; the kernel driver's own samples say nothing."""
VERSION = (0, 7, 0)
DLA, EMU = 1, 2
"""Interfaces of tasks: the device, and the processor in its place."""
SYSTEM, SRAM = 0, 1
"""Domains of memories."""
ALLOC, SET, INPUT, OUTPUT = 1, 2, 4, 8
"""Flags of memories."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is submitted at once.

    Attributes:
        id: its number.
        interface: who works it off, `DLA` or `EMU`.
        instance: of these, or -1 for any.
        addresses: ids of entries of the address list; the task's own numbers count these.
        before: ids of events that it waits for; `after` of those that it signals.
    """

    id: int = flat("H")
    interface: int = flat("I")
    instance: int = flat("h")
    addresses: tuple[int, ...] = flat(Numbers("H"))
    before: tuple[int, ...] = flat(Numbers("H"))
    after: tuple[int, ...] = flat(Numbers("H"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A piece of memory.

    Attributes:
        id: its number.
        domain: `SYSTEM` or `SRAM`.
        flags: of `ALLOC`, `SET`, `INPUT`, `OUTPUT`.
        size: in bytes; `alignment` likewise, 0 for any.
        contents: names of blobs that it holds at first; `offsets` in bytes, where.
        bind_id: the input's or output's number.
        tensor_id: id of its description.
    """

    id: int = flat("H")
    domain: int = flat("B")
    flags: int = flat("H")
    size: int = flat("Q")
    alignment: int = flat("I")
    contents: tuple[str, ...] = flat(TEXTS)
    offsets: tuple[int, ...] = flat(Numbers("Q"))
    bind_id: int = flat("H")
    tensor_id: int = flat("H")


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A place in a memory.

    Attributes:
        id: its number.
        memory: id of the memory.
        offset: bytes from its beginning; `size` bytes from there, 0 for all.
    """

    id: int = flat("H")
    memory: int = flat("H")
    offset: int = flat("Q")
    size: int = flat("Q")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What a task waits for or signals.

    Attributes:
        id: its number.
        type: a hint.
        target: its chain.
        value: of that chain.
        op: 0 waits, 1 signals.
    """

    id: int = flat("H")
    type: int = flat("B")
    target: int = flat("H")
    value: int = flat("I")
    op: int = flat("B")


@dataclass(frozen=True, slots=True, kw_only=True)
class Blob:
    """Bytes by name.

    Attributes:
        name: its name.
        size: in bytes.
        interface: who understands them, 0 for data.
        sub_interface: what they are to it.
        version: of the interface.
        data: the bytes.
    """

    name: str = flat(TEXT)
    size: int = flat("Q")
    interface: int = flat("I")
    sub_interface: int = flat("I")
    version: tuple[int, int, int] = flat(InPlace("BBB"))
    data: bytes = flat(BYTES)


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorDescription:
    """How an input or an output lies.

    Attributes:
        name: its name.
        id: its number.
        memory: id of its memory.
        size: in bytes; `offset` from the memory's beginning.
        data_format: 1 NCHW, 2 NHWC.
        data_type: 1 FLOAT, 2 HALF, 3 INT16, 4 INT8.
        data_category: 0 image, 1 weight, 2 feature, 3 planar, 4 bias.
        pixel_format: of an image; 36 and 37 are features of atoms of 32 and of 8 bytes.
        pixel_mapping: of an image.
        n: batches; `c`, `h`, `w` extents.
        strides: stride_0 to stride_7, of which 1 is that of lines and 2 that of surfaces.
    """

    name: str = flat(TEXT)
    id: int = flat("H")
    memory: int = flat("H")
    size: int = flat("Q")
    offset: int = flat("Q")
    data_format: int = flat("B")
    data_type: int = flat("B")
    data_category: int = flat("B")
    pixel_format: int = flat("B")
    pixel_mapping: int = flat("B")
    n: int = flat("i")
    c: int = flat("i")
    h: int = flat("i")
    w: int = flat("i")
    stride_0: int = flat("I")
    stride_1: int = flat("I")
    stride_2: int = flat("I")
    stride_3: int = flat("I")
    stride_4: int = flat("I")
    stride_5: int = flat("I")
    stride_6: int = flat("I")
    stride_7: int = flat("I")


@dataclass(frozen=True, slots=True, kw_only=True)
class Relocation:
    """A stride of an input or an output that its user may change.

    Attributes:
        address: id of the input's or output's address.
        write: id of the address of the list of surfaces that has it.
        offset: bytes from there.
        interface: whose list that is.
        sub_interface: which of them.
        type: 1 the stride of lines, 2 that of surfaces.
    """

    address: int = flat("H")
    write: int = flat("H")
    offset: int = flat("Q")
    interface: int = flat("I")
    sub_interface: int = flat("I")
    type: int = flat("B")


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """Tasks that are submitted together.

    Attributes:
        id: its number.
        tasks: their ids.
    """

    id: int = flat("H")
    tasks: tuple[int, ...] = flat(Numbers("H"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Loadable:
    """The root.

    Attributes:
        version: of the format.
        tasks: what there is to do.
        memories: pieces of memory.
        addresses: places in them.
        events: what tasks wait for.
        blobs: what memories hold at first.
        tensors: inputs and outputs.
        relocations: strides of these.
        submissions: the order of tasks.
    """

    version: tuple[int, int, int] = flat(InPlace("BBB"))
    tasks: tuple[Task, ...] = flat(Tables(Task))
    memories: tuple[Memory, ...] = flat(Tables(Memory))
    addresses: tuple[Address, ...] = flat(Tables(Address))
    events: tuple[Event, ...] = flat(Tables(Event))
    blobs: tuple[Blob, ...] = flat(Tables(Blob))
    tensors: tuple[TensorDescription, ...] = flat(Tables(TensorDescription))
    relocations: tuple[Relocation, ...] = flat(Tables(Relocation))
    submissions: tuple[Submission, ...] = flat(Tables(Submission))


def read_loadable(data: bytes) -> Loadable:
    """Read a file.

    Raises:
        FlatBufferError: it is cut, or no such file.
    """
    return read_root(data, Loadable, "loadable")


def write_loadable(loadable: Loadable) -> bytes:
    """The file of a loadable."""
    return write_root(loadable, MARK)
