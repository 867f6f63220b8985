"""Random Rubik layers: legal, and weighted by what finds bugs (docs/architecture.md, 'Legal and likely')."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from models.nvdla.rubik.descriptor import CONTRACT_WIDTH_AT_MOST, MODES, Rubik
from sequences.draw import chance, extents, gaps
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.groups import turn_of
from sequences.nvdla.firmware.turns import turns
from sequences.nvdla.kinds.layer_kind import LayerKind
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.rubik.groups import serve_rubik, start_rubik
from sequences.nvdla.rubik.shapes import RubikShape, allocate_rubik
from sequences.nvdla.tensors.side_shape import SideShape


@dataclass(frozen=True, slots=True, kw_only=True)
class RubikKnobs:
    """What random Rubik stimulus prefers.

    Attributes:
        elements_at_most: of the output.
        stride_at_most: of a contract, in each direction.
        long_stride: how often one of its strides is among the longest that there are.
        packed: how often a side has no gaps.
        gaps_at_most: largest gap between lines, surfaces or planes, in their alignment.
        overlap: how often the second group is enabled while the first runs.
        count_stalls: how often the stall counters are on.
    """

    elements_at_most: int = 2048
    stride_at_most: int = 4
    long_stride: float = 0.3
    packed: float = 0.4
    gaps_at_most: int = 3
    overlap: float = 0.5
    count_stalls: float = 0.3


@dataclass(slots=True)
class RubikKind(LayerKind[RubikShape]):
    """Reorderings.

    Attributes:
        knobs: what they prefer.
    """

    knobs: RubikKnobs = field(default_factory=RubikKnobs)

    async def play_random(self, layers: int) -> None:
        """Play random layers, one or two at a time, until as many have run: first the group whose turn it is."""
        first = await turn_of(self.bench, self.bench.registers.RBK)
        for groups in turns(self.rng, layers, first, self.knobs.overlap):
            for group in groups:
                await start_rubik(self.bench, group, self.draw())
            await serve_rubik(self.bench, *groups)

    def draw(self) -> RubikShape:
        """One layer; which of its extents takes the larger share of its elements is drawn too.

        Whatever the knobs, it is legal: extents are cut to what size fields hold and the guide allows.
        """
        bench, knobs = self.bench, self.knobs
        rng, rams, block = bench.rng, list(bench.config.ports), bench.registers.RBK
        mode, precision = str(rng.choice(MODES)), str(rng.choice(list(bench.config.precisions)))
        strides = _draw_strides(bench, knobs) if mode == "CONTRACT" else np.ones(2, np.int64)
        width, height, channels = extents(rng, knobs.elements_at_most // int(strides.prod()), 3)
        width = min(width, block.D_DATAIN_SIZE_0.DATAIN_WIDTH.limit + 1, CONTRACT_WIDTH_AT_MOST // int(strides[0]))
        height = min(height, block.D_DATAIN_SIZE_0.DATAIN_HEIGHT.limit + 1)
        channels = min(channels, (block.D_DATAIN_SIZE_1.DATAIN_CHANNEL.limit + 1) // int(strides.prod()))
        source, destination = str(rng.choice(rams)), str(rng.choice(rams))
        return RubikShape(
            mode=mode,
            precision=precision,
            width=width,
            height=height,
            out_channels=channels,
            x_stride=int(strides[0]),
            y_stride=int(strides[1]),
            source=SideShape(source, gaps(rng, knobs.packed, knobs.gaps_at_most)),
            destination=SideShape(destination, gaps(rng, knobs.packed, knobs.gaps_at_most)),
            count_stalls=chance(rng, knobs.count_stalls),
        )

    def allocate(self, shape: RubikShape, pool: SurfacePool | None = None) -> tuple[Rubik]:
        """Give a layer surfaces."""
        return (allocate_rubik(self.bench, shape, pool),)


def _draw_strides(bench: NvdlaBench, knobs: RubikKnobs) -> NDArray[np.int64]:
    """Strides of a contract along lines and from line to line, mostly small ones."""
    rng, most = bench.rng, bench.registers.RBK.D_DECONV_STRIDE.DECONV_X_STRIDE.limit + 1
    strides = rng.integers(1, min(knobs.stride_at_most, most) + 1, 2)
    if chance(rng, knobs.long_stride):
        strides[rng.integers(2)] = rng.integers(most // 2, most + 1)
    return strides
