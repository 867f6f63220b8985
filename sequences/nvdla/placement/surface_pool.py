"""Where stimulus puts surfaces: each for itself, or where earlier layers have theirs, so that they depend on these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from models.nvdla.config import HwConfig
from models.nvdla.programming import LayerDescriptor
from models.nvdla.surfaces.surface_layout import SurfaceLayout, ceil_div
from sequences.draw import chance
from sequences.memory_plan import Piece, Surface
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.tensors.atoms import put_atoms

FAR_BYTES = 1 << 24
"""Of a larger surface only the lines are loaded: what lies between them would not fit a memory."""


@dataclass(slots=True)
class SurfacePool:
    """Hands out surfaces that hold known bytes.

    Attributes:
        bench: where to play.
        reuse: how often a layer reads or writes where earlier ones did.
        surfaces: what was handed out, each whole.
        scattered: what was handed out, and has only its lines loaded.
    """

    bench: NvdlaBench
    reuse: float = 0.0
    surfaces: list[Surface] = field(default_factory=list)
    scattered: list[Surface] = field(default_factory=list)

    def source(self, layout: SurfaceLayout, align_bytes: int, atoms: NDArray[np.uint8] | None = None) -> Surface:
        """Something to read for a layout at address 0.

        Args:
            layout: the layout.
            align_bytes: what the address is a multiple of.
            atoms: what it holds if it is new and not spread wide; None: random bytes.
        """
        return self._known(layout, align_bytes, ()) or self.fresh(layout, align_bytes, atoms)

    def fresh(self, layout: SurfaceLayout, align_bytes: int, atoms: NDArray[np.uint8] | None = None) -> Surface:
        """Something to read that holds what it must, wherever others have something; arguments as of `source`."""
        surface = self._new(layout, align_bytes)
        if atoms is not None and layout.size_bytes <= FAR_BYTES:
            there = replace(layout, side=replace(layout.side, address=surface.address))
            put_atoms(self.bench.host, surface.port, there, atoms)
        return surface

    def destination(self, layout: SurfaceLayout, align_bytes: int, *sources: Surface) -> Surface:
        """Somewhere to write, apart from the layer's own sources."""
        return self._known(layout, align_bytes, sources) or self._new(layout, align_bytes)

    def free(self) -> None:
        """Nobody needs any of it any more."""
        for surface in (*self.surfaces, *self.scattered):
            self.bench.plan.free(surface)
        self.surfaces.clear()
        self.scattered.clear()

    def place(self, port: str, size_bytes: int, align_bytes: int) -> Surface:
        """Room for a new surface."""
        return self.bench.plan.allocate(port, size_bytes, align_bytes)

    def _known(self, layout: SurfaceLayout, align_bytes: int, besides: Sequence[Surface]) -> Surface | None:
        """A part of an earlier surface, as often as `reuse` says and where one is large enough."""
        rng, size_bytes = self.bench.rng, layout.size_bytes
        if size_bytes > FAR_BYTES or not self.reuse or not chance(rng, self.reuse):
            return None
        port = self.bench.config.port(layout.side.ram).name
        fitting = [item for item in self.surfaces if item.port == port and item.size_bytes >= size_bytes]
        fitting = [item for item in fitting if not any(_overlap(item, other) for other in besides)]
        if not fitting:
            return None
        chosen = fitting[int(rng.integers(len(fitting)))]
        first, last = ceil_div(chosen.address, align_bytes), (chosen.end - size_bytes) // align_bytes
        if last < first:
            return None
        return Surface(port, int(first + rng.integers(last - first + 1)) * align_bytes, size_bytes)

    def _new(self, layout: SurfaceLayout, align_bytes: int) -> Surface:
        surface = self.place(self.bench.config.port(layout.side.ram).name, layout.size_bytes, align_bytes)
        far = layout.size_bytes > FAR_BYTES
        self.bench.plan.fill(self.bench.host, surface, _lines(layout) if far else None)
        (self.scattered if far else self.surfaces).append(surface)
        return surface


def read_surfaces(layers: Iterable[LayerDescriptor], config: HwConfig) -> list[Surface]:
    """What layers read, each stream from its first byte to its last."""
    found = []
    for where in (where for layer in layers for where in layer.reads(config)):
        first, last = int(where.addresses.min()), int(where.addresses.max())
        found.append(Surface(where.port, first, last + where.chunk_bytes - first))
    return found


def _lines(layout: SurfaceLayout) -> Iterator[Piece]:
    """The lines of a layout at address 0, lowest first."""
    surfaces, lines, _ = layout.extent
    for surface in range(surfaces):
        for line in range(lines):
            offset = surface * layout.side.surface_stride_bytes + line * layout.side.line_stride_bytes
            yield offset, layout.line_bytes


def _overlap(one: Surface, other: Surface) -> bool:
    return one.port == other.port and one.address < other.end and other.address < one.end
