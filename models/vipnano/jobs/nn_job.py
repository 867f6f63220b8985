"""A job of the NN unit: what it reads, why it hangs, what it writes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from models.memory.footprint import Footprint
from models.memory.sparse import Bytes
from models.vipnano.coefficients.buffer import (
    BrokenCoefficientsError,
    Place,
    kernels_of,
    places_of_streams,
    read_streams,
)
from models.vipnano.coefficients.read import Stream
from models.vipnano.coefficients.shape import Indices, KernelShape
from models.vipnano.coefficients.write import Kernels
from models.vipnano.config import VipnanoConfig
from models.vipnano.jobs.convolution import Window
from models.vipnano.jobs.faults import Fault, FaultKind, faults_of_structure
from models.vipnano.jobs.footprints import COEFFICIENTS_ID, NN_IN_ID, NN_OUT_ID, bytes_at, grid, wrapped
from models.vipnano.structures.structure import Structure

SIZES = (
    "kernel_x_size",
    "kernel_y_size",
    "kernel_z_size",
    "kernels_per_core",
    "in_x_size",
    "in_y_size",
    "out_x_size",
    "out_y_size",
    "out_z_size",
    "out_tile_x_size",
    "out_tile_y_size",
)
"""Numbers of a structure that are not 0."""
CACHED = 1
"""The mode in which all coefficients are in on-chip memory."""
NOTHING = np.zeros(0, np.uint8)


@dataclass(frozen=True)
class NnJob:
    """A job of the NN unit, with what it has read of coefficients.

    Attributes:
        config: the hardware configuration.
        address: where its structure is.
        structure: the structure.
        header: of the coefficients; empty: not read.
        streams: of the cores that work; none: not read.
    """

    config: VipnanoConfig
    address: int
    structure: Structure
    header: Bytes = field(default_factory=lambda: NOTHING)
    streams: tuple[Bytes, ...] = ()

    @property
    def coefficients_at(self) -> int:
        """Address of the coefficients."""
        return self.structure["kernel_address"] * 64

    @cached_property
    def shape(self) -> KernelShape:
        """How its kernels lie."""
        return KernelShape.of(self.structure, self.config)

    def faults(self) -> Iterator[Fault]:
        """Why it hangs; nothing if it does not."""
        found = list(faults_of_structure(self.structure, SIZES))
        yield from found
        if not found:
            yield from self._faults_of_coefficients()

    def _faults_of_coefficients(self) -> Iterator[Fault]:
        if self.header.size:
            try:
                total = sum(place.size for place in self.places)
            except BrokenCoefficientsError as error:
                yield Fault(FaultKind.HEADER, str(error))
                return
            if self.structure["kernel_caching_mode"] == CACHED and total > self.config.coefficient_bytes:
                most = self.config.coefficient_bytes
                yield Fault(
                    FaultKind.HEADER,
                    f"word 8, bits 3:2: kernel_caching_mode is 1, but the streams have {total} bytes: {most} have room",
                    "kernel_caching_mode",
                )
                return
        if self.streams:
            try:
                _ = self.parts
            except BrokenCoefficientsError as error:
                yield Fault(FaultKind.STREAM, str(error))

    @cached_property
    def places(self) -> list[Place]:
        """Where its streams are, counted from the header.

        Raises:
            BrokenCoefficientsError: the header is broken.
        """
        return places_of_streams(self.header, self.shape.cores, self.config)

    @cached_property
    def parts(self) -> list[Stream]:
        """Its streams, taken apart.

        Raises:
            BrokenCoefficientsError: one is broken.
        """
        return read_streams(self.streams, self.shape, self.config)

    @cached_property
    def kernels(self) -> Kernels:
        """Its kernels, one for each output channel.

        Raises:
            BrokenCoefficientsError: a stream is broken.
        """
        kernels, channels = kernels_of(self.parts, self.shape), self.shape.channels
        return Kernels(kernels.weights[:channels], kernels.biases[:channels], kernels.offsets[:channels])

    def header_read(self) -> Footprint:
        """What it reads behind its structure."""
        return bytes_at(COEFFICIENTS_ID, self.coefficients_at, self.config.header_bytes, "header")

    def stream_reads(self) -> list[Footprint]:
        """What it reads behind the header."""
        return [
            bytes_at(COEFFICIENTS_ID, self.coefficients_at + place.begin, place.size, f"stream of core {core}")
            for core, place in enumerate(self.places)
        ]

    @property
    def in_shape(self) -> tuple[int, int, int]:
        """Planes, lines and columns of the input."""
        return self.structure["kernel_z_size"], self.structure["in_y_size"], self.structure["in_x_size"]

    def input_read(self) -> Footprint:
        """The input, plane by plane."""
        at, (planes, lines, columns) = self.structure, self.in_shape
        plane = at["in_x_stride"] * at["in_y_stride"]
        z, y, x = np.ogrid[:planes, :lines, :columns]
        addresses = wrapped(at["in_address"] + z * plane + y * at["in_x_stride"] + x)
        return grid(NN_IN_ID, addresses, "input", ("z", "y", "x"))

    def output_addresses(self) -> Indices:
        """Where each byte of the output goes, [channels, lines, columns].

        Raises:
            BrokenCoefficientsError: a stream is broken, so that nobody knows.
        """
        window, at = Window.of(self.structure), self.structure
        y, x = np.ogrid[: window.lines, : window.columns]
        offsets = self.kernels.offsets.astype(np.int64)[:, np.newaxis, np.newaxis]
        return wrapped(at["out_address"] + offsets + y * at["out_x_stride"] + x)

    def output(self) -> Footprint:
        """What it writes, channel by channel."""
        return grid(NN_OUT_ID, self.output_addresses(), "output", ("k", "y", "x"))

    def explain(self) -> tuple[str, ...]:
        """The job, for messages."""
        head, *words = self.structure.explain()
        return (f"{head} at {self.address:#x}", *words)
