"""Where stimulus puts surfaces: each for itself, or where earlier layers have theirs, so that they depend on these."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from models.nvdla.surfaces.layout import SurfaceLayout, ceil_div
from sequences.draw import chance
from sequences.memory_plan import Piece, Surface
from sequences.nvdla.bench import NvdlaBench

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

    def source(self, layout: SurfaceLayout, align_bytes: int) -> Surface:
        """Something to read for a layout at address 0."""
        return self._take(layout, align_bytes, None)

    def destination(self, layout: SurfaceLayout, align_bytes: int, source: Surface) -> Surface:
        """Somewhere to write, apart from the layer's own source."""
        return self._take(layout, align_bytes, source)

    def free(self) -> None:
        """Nobody needs any of it any more."""
        for surface in (*self.surfaces, *self.scattered):
            self.bench.plan.free(surface)
        self.surfaces.clear()
        self.scattered.clear()

    def place(self, port: str, size_bytes: int, align_bytes: int) -> Surface:
        """Room for a new surface."""
        return self.bench.plan.allocate(port, size_bytes, align_bytes)

    def _take(self, layout: SurfaceLayout, align_bytes: int, besides: Surface | None) -> Surface:
        ram = layout.side.ram
        if layout.size_bytes > FAR_BYTES:
            return self._new_lines(ram, layout, align_bytes)
        known = self._known(ram, layout.size_bytes, align_bytes, besides)
        return known or self._new(ram, layout.size_bytes, align_bytes)

    def _known(self, ram: str, size_bytes: int, align_bytes: int, besides: Surface | None) -> Surface | None:
        """A part of an earlier surface, as often as `reuse` says and where one is large enough."""
        rng = self.bench.rng
        if not self.reuse or not chance(rng, self.reuse):
            return None
        port = self.bench.config.port(ram).name
        fitting = [item for item in self.surfaces if item.port == port and item.size_bytes >= size_bytes]
        fitting = [item for item in fitting if besides is None or not _overlap(item, besides)]
        if not fitting:
            return None
        chosen = fitting[int(rng.integers(len(fitting)))]
        first, last = ceil_div(chosen.address, align_bytes), (chosen.end - size_bytes) // align_bytes
        if last < first:
            return None
        return Surface(port, int(first + rng.integers(last - first + 1)) * align_bytes, size_bytes)

    def _new(self, ram: str, size_bytes: int, align_bytes: int) -> Surface:
        surface = self.place(self.bench.config.port(ram).name, size_bytes, align_bytes)
        self.bench.plan.fill(self.bench.host, surface)
        self.surfaces.append(surface)
        return surface

    def _new_lines(self, ram: str, layout: SurfaceLayout, align_bytes: int) -> Surface:
        surface = self.place(self.bench.config.port(ram).name, layout.size_bytes, align_bytes)
        self.bench.plan.fill(self.bench.host, surface, _lines(layout))
        self.scattered.append(surface)
        return surface


def _lines(layout: SurfaceLayout) -> Iterator[Piece]:
    """The lines of a layout at address 0, lowest first."""
    surfaces, lines, _ = layout.extent
    for surface in range(surfaces):
        for line in range(lines):
            offset = surface * layout.side.surface_stride_bytes + line * layout.side.line_stride_bytes
            yield offset, layout.line_bytes


def _overlap(one: Surface, other: Surface) -> bool:
    return one.port == other.port and one.address < other.end and other.address < one.end
