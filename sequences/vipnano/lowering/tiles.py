"""Tiles and superblocks as the driver chooses them."""

from __future__ import annotations

from dataclasses import dataclass

from models.vipnano.config import VipnanoConfig
from models.vipnano.jobs.tiling import ACCUMULATOR_COLUMNS, interleave

MOST_KERNELS = 127
"""Kernels of a core in a superblock."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """How a core goes about its work.

    Attributes:
        lines: of a tile.
        columns: likewise.
        kernels_per_core: kernels of a core in a superblock.
    """

    lines: int
    columns: int
    kernels_per_core: int


def tiles_of(
    out: tuple[int, int], kernel: tuple[int, int], channels: int, config: VipnanoConfig, *, strided: bool = False
) -> Tiles:
    """The tiles of a job.

    Args:
        out: lines and columns that are computed.
        kernel: those of a kernel.
        channels: output channels.
        config: the hardware configuration.
        strided: whether the layer has a stride.
    """
    columns = min(out[1], ACCUMULATOR_COLUMNS)
    side_by_side = interleave(columns, kernel[1])
    sums = config.accumulator_depth * side_by_side
    lines = min(config.input_depth * side_by_side - kernel[0] + 1, sums, out[0])
    lines = max(lines - (strided and lines % 2), 1)
    of_core = -(-channels // config.nn_cores)
    most = min(sums // lines, of_core, MOST_KERNELS)
    if kernel[1] == 1:
        most = min(most, config.accumulator_depth // 3)
    rounds = -(-channels // (config.nn_cores * max(most, 1)))
    superblocks = -(-of_core // -(-channels // (rounds * config.nn_cores)))
    return Tiles(lines, columns, -(-of_core // superblocks))
