"""What the processor computes in place of the device: the compiler leaves softmax and powers to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from sequences.nvdla.loadables.contents import Bytes, Contents, LoadableError, Place
from sequences.nvdla.loadables.loadable import Task
from sequences.nvdla.loadables.structs.common import CUBE_BYTES, offset_of, packed, signed, unsigned

POWER, SOFTMAX = 0, 1
"""Kinds of operations."""
NETWORK = packed(*signed("operations buffers"), *unsigned("operation_count", 2))
BUFFER_BYTES = 256
FORMAT_ATOMS: Mapping[str, tuple[type[np.generic], int]] = MappingProxyType(
    {"INT8": (np.int8, 32), "INT8 in atoms of 8": (np.int8, 8), "FP16": (np.float16, 32)}
)
"""What an element is and the bytes of an atom; integers of 16 bits are not computed by the emulator."""


@dataclass(frozen=True, slots=True)
class Structures:
    """The emulator's structures; like the device's cubes they got an offset, and operations their scales.

    Attributes:
        power: a power.
        softmax: a softmax; only channels are looked at, whatever its axis says.
        operation_bytes: from one operation to the next.
        buffer: an input or an output.
        formats: names of formats, by number.
    """

    power: np.dtype[np.void]
    softmax: np.dtype[np.void]
    operation_bytes: int
    buffer: np.dtype[np.void]
    formats: tuple[str, ...]


def _buffer(*offset: tuple[str, object]) -> np.dtype[np.void]:
    fields = [*signed("address"), *offset, *unsigned("size", 4), *unsigned("format width height channel", 2)]
    return np.dtype([*fields, *unsigned("line_stride surf_stride", 4)])


_NUMBERS = [("power", "<f4"), ("scale", "<f4"), ("shift", "<f4")]
_SCALES = [("op_type", "u1"), ("filling0", "V3"), ("input_scale", "<f4"), ("output_scale", "<f4")]
STRUCTURES: Mapping[int, Structures] = MappingProxyType(
    {
        min(CUBE_BYTES): Structures(
            power=packed(("op_type", "u1"), *_NUMBERS),
            softmax=packed(*unsigned("op_type axis")),
            operation_bytes=16,
            buffer=_buffer(),
            formats=("INT8", "INT16", "FP16"),
        ),
        max(CUBE_BYTES): Structures(
            power=packed(*_SCALES, *_NUMBERS),
            softmax=packed(*_SCALES, ("axis", "u1")),
            operation_bytes=24,
            buffer=_buffer(("offset", "<u4")),
            formats=("INT8", "INT8 in atoms of 8", "INT16", "FP16", "UINT8", "UINT16"),
        ),
    }
)
"""Structures, by the bytes of a cube of the same files."""

Load = Callable[[Place, int], Bytes]
Store = Callable[[Place, Bytes], None]


@dataclass(frozen=True, slots=True)
class Emulator:
    """The processor's part of a loadable.

    Attributes:
        contents: the loadable's memories.
        structures: how its structures lie.
        load: brings so many bytes from a place.
        store: puts bytes there.
    """

    contents: Contents
    structures: Structures
    load: Load
    store: Store

    def work(self, task: Task) -> list[str]:
        """Work a task off.

        Returns:
            What was done, a line for each operation.

        Raises:
            LoadableError: an operation or a format is unknown, or something lies outside.
        """
        (network,) = self.contents.structures(task, 0, NETWORK, "emulator's network")
        return [self._operation(task, network, index) for index in range(int(network["operation_count"]))]

    def _operation(self, task: Task, network: np.void, index: int) -> str:
        what, at = f"emulator's operation {index}", index * self.structures.operation_bytes
        number = int(network["operations"])
        kind = int(self.contents.structure(task, number, np.dtype([("op_type", "u1")]), at, what)["op_type"])
        if kind not in (POWER, SOFTMAX):
            raise LoadableError(
                f"task {task.id}, {what}: kind {kind} is unknown; {POWER} is a power, {SOFTMAX} softmax"
            )
        shape = self.structures.power if kind == POWER else self.structures.softmax
        operation = self.contents.structure(task, number, shape, at, what)
        source, result = (_Buffer(self, task, network, 2 * index + way, what) for way in range(2))
        if source.format != result.format:
            raise LoadableError(f"task {task.id}, {what}: it makes {result.format} of {source.format}, which it cannot")
        if kind == POWER:
            result.write(_power(source.read(source.elements), operation), result.elements)
        else:
            result.write(_softmax(source.read(source.channels), operation), result.channels)
        return f"{'softmax' if kind else 'power'} of {source}"


class _Buffer:
    """An input or an output of an operation."""

    def __init__(self, emulator: Emulator, task: Task, network: np.void, number: int, what: str) -> None:
        structures, self._emulator, self._what = emulator.structures, emulator, f"task {task.id}, {what}"
        self._said = emulator.contents.structure(
            task, int(network["buffers"]), structures.buffer, number * BUFFER_BYTES, f"{what}, its buffers"
        )
        self.format = dict(enumerate(structures.formats)).get(int(self._said["format"]), "an unknown format")
        if self.format not in FORMAT_ATOMS:
            raise LoadableError(f"{self._what}: it has {self.format}; {', '.join(FORMAT_ATOMS)} can be computed")
        self._dtype, self._atom_bytes = FORMAT_ATOMS[self.format]
        place = emulator.contents.place(task, int(self._said["address"]), what)
        offset, size = offset_of(self._said), int(self._said["size"])
        if offset + size > place.size:
            raise LoadableError(f"{self._what}: {size} bytes at {offset} do not fit the {place.size} there")
        self._place = Place(place.memory, place.offset + offset, size)

    @property
    def elements(self) -> NDArray[np.int64]:
        """Where its elements lie, in order of channels, lines and columns."""
        size = np.dtype(self._dtype).itemsize
        lanes = self._atom_bytes // size
        ranges = (np.arange(int(self._said[name])) for name in ("channel", "height", "width"))
        c, h, w = np.meshgrid(*ranges, indexing="ij")
        lines = (c // lanes) * int(self._said["surf_stride"]) + h * int(self._said["line_stride"])
        where: NDArray[np.int64] = (lines + w * self._atom_bytes + c % lanes * size).reshape(-1)
        return where

    @property
    def channels(self) -> NDArray[np.int64]:
        """Where its channels lie, one behind the other, as softmax takes them."""
        return np.arange(int(self._said["channel"]), dtype=np.int64) * np.dtype(self._dtype).itemsize

    def read(self, where: NDArray[np.int64]) -> NDArray[np.generic]:
        """Elements that lie there."""
        raw = self._emulator.load(self._place, self._place.size)
        return raw[self._bytes(where)].view(self._dtype)

    def write(self, values: NDArray[np.generic], where: NDArray[np.int64]) -> None:
        """Put elements there."""
        raw = self._emulator.load(self._place, self._place.size)
        raw[self._bytes(where)] = values.view(np.uint8)
        self._emulator.store(self._place, raw)

    def _bytes(self, where: NDArray[np.int64]) -> NDArray[np.int64]:
        size = np.dtype(self._dtype).itemsize
        if where.size and int(where.max()) + size > self._place.size:
            raise LoadableError(f"{self._what}: elements end at byte {int(where.max()) + size} of {self._place.size}")
        return (where[:, None] + np.arange(size)).reshape(-1)

    def __str__(self) -> str:
        sizes = "x".join(str(self._said[name]) for name in ("channel", "height", "width"))
        return f"{self.format} {sizes} (C x H x W)"


def _power(values: NDArray[np.generic], operation: np.void) -> NDArray[np.generic]:
    """(shift + scale * x) ** power in FP32, of integers by their scales."""
    x = values.astype(np.float32)
    whole = values.dtype == np.int8
    if whole:
        x *= operation["input_scale"]
    with np.errstate(all="ignore"):
        y = np.power(operation["shift"] + operation["scale"] * x, operation["power"])
        return _saturated(y / operation["output_scale"]) if whole else y.astype(np.float16)


def _softmax(values: NDArray[np.generic], operation: np.void) -> NDArray[np.generic]:
    """The softmax in FP32, of integers by their scales, through FP16."""
    whole = values.dtype == np.int8
    x = (values.astype(np.float32) * operation["input_scale"]).astype(np.float16) if whole else values
    exponentials = np.exp(x.astype(np.float32) - x.astype(np.float32).max())
    shares = (exponentials / exponentials.sum(dtype=np.float32)).astype(np.float16)
    return _saturated(shares.astype(np.float32) / operation["output_scale"]) if whole else shares


def _saturated(numbers: NDArray[np.floating]) -> NDArray[np.int8]:
    limits = np.iinfo(np.int8)
    whole: NDArray[np.int8] = np.clip(np.nan_to_num(numbers), limits.min, limits.max).astype(np.int8)
    return whole
