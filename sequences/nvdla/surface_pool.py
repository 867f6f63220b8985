"""Where stimulus puts surfaces: each for itself, or where earlier layers have theirs, so that they depend on these."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.nvdla.surfaces.layout import ceil_div
from sequences.draw import chance
from sequences.memory_plan import Surface
from sequences.nvdla.bench import NvdlaBench


@dataclass(slots=True)
class SurfacePool:
    """Hands out surfaces that hold known bytes.

    Attributes:
        bench: where to play.
        reuse: how often a layer reads or writes where earlier ones did.
        surfaces: what was handed out.
    """

    bench: NvdlaBench
    reuse: float = 0.0
    surfaces: list[Surface] = field(default_factory=list)

    def source(self, ram: str, size_bytes: int, align_bytes: int) -> Surface:
        """Something to read."""
        return self._known(ram, size_bytes, align_bytes, None) or self._new(ram, size_bytes, align_bytes)

    def destination(self, ram: str, size_bytes: int, align_bytes: int, source: Surface) -> Surface:
        """Somewhere to write, apart from the layer's own source."""
        return self._known(ram, size_bytes, align_bytes, source) or self._new(ram, size_bytes, align_bytes)

    def free(self) -> None:
        """Nobody needs any of it any more."""
        for surface in self.surfaces:
            self.bench.plan.free(surface)
        self.surfaces.clear()

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
        surface = self.bench.plan.allocate(self.bench.config.port(ram).name, size_bytes, align_bytes)
        self.bench.plan.fill(self.bench.host, surface)
        self.surfaces.append(surface)
        return surface


def _overlap(one: Surface, other: Surface) -> bool:
    return one.port == other.port and one.address < other.end and other.address < one.end
