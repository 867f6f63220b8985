"""A kind of layers on a bench: drawing one, giving it memory, playing some."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, Generic, TypeVar

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.programming import LayerDescriptor
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.placement.surface_pool import SurfacePool

S = TypeVar("S")
"""What a layer looks like, before it has memory."""
Layers = tuple[LayerDescriptor, ...]


@dataclass(slots=True)
class LayerKind(ABC, Generic[S]):
    """Layers of one kind: how one is drawn, and gets its memory.

    Attributes:
        bench: where they play.
    """

    AT_A_TIME: ClassVar[int] = 8
    """Layers of one program: so many that both groups are always busy."""

    bench: NvdlaBench

    @abstractmethod
    def draw(self) -> S:
        """One layer, legal wherever it lies."""

    @abstractmethod
    def allocate(self, shape: S, pool: SurfacePool | None = None) -> Layers:
        """Give a layer surfaces and fill them; with those that hand their results to it.

        Args:
            shape: the layer.
            pool: where surfaces come from; None: each is new. Those of earlier layers keep what they hold.
        """

    def drawn(self, pool: SurfacePool | None = None) -> Layers:
        """A layer that was drawn, in memory; surfaces come from the pool where there is one."""
        return self.allocate(self.draw(), pool)

    @property
    def rng(self) -> np.random.Generator:
        """What draws them."""
        return self.bench.rng

    @property
    def config(self) -> HwConfig:
        """The hardware configuration."""
        return self.bench.config

    async def play_placed(self, *placed: tuple[S, SurfacePool]) -> None:
        """Play layers in one program, each with surfaces from a pool of its own, which gets them back."""
        await self.bench.play(*[LayerChain(self.allocate(shape, pool)) for shape, pool in placed])
        for _, pool in placed:
            pool.free()

    async def play(self, shapes: Iterable[S], firmware: FirmwareKnobs | None = None) -> None:
        """Play layers that have nothing to do with each other, some in each program, which gives its memory back.

        Args:
            shapes: the layers; where they are drawn as they are taken, those of a program when its turn comes.
            firmware: how they are played.
        """
        left = iter(shapes)
        while some := list(islice(left, self.AT_A_TIME)):
            pool = SurfacePool(self.bench)
            chains = [LayerChain(self.allocate(shape, pool)) for shape in some]
            await self.bench.play(*chains, knobs=firmware)
            pool.free()
