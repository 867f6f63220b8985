"""Which tiles fit into a core (docs/vipnano/README.md, 'Tiles')."""

from __future__ import annotations

from models.vipnano.config import VipnanoConfig

ACCUMULATOR_COLUMNS = 64
"""Sums of a line of accumulators: the widest tile."""
BUFFER_COLUMNS = 72
"""Bytes of a line of the input buffer."""


def interleave(tile_columns: int, kernel_columns: int) -> int:
    """How many lines of a tile stand side by side in a line of a core's buffers."""
    read = kernel_columns - 1 + tile_columns
    if read > BUFFER_COLUMNS // 2:
        return 1
    by_width = next(
        (count for count in (1, 2, 4) if tile_columns > ACCUMULATOR_COLUMNS // (2 * count)),
        8,
    )
    return min(by_width, 4 if read > BUFFER_COLUMNS // 4 else 2)


def misfit(tile: tuple[int, int], kernel: tuple[int, int], kernels: int, config: VipnanoConfig) -> str:
    """Why a tile does not fit; empty if it does.

    Args:
        tile: its lines and columns.
        kernel: those of a kernel.
        kernels: how many kernels a core has in a superblock.
        config: the hardware configuration.
    """
    (lines, columns), (kernel_lines, kernel_columns) = tile, kernel
    if columns > ACCUMULATOR_COLUMNS:
        return f"{columns} columns: at most {ACCUMULATOR_COLUMNS} fit"
    side_by_side = interleave(columns, kernel_columns)
    sums, read = config.accumulator_depth * side_by_side, config.input_depth * side_by_side
    if lines > sums:
        return f"{lines} lines of {columns} columns: at most {sums} fit into the accumulators"
    if lines > 1 and lines + kernel_lines - 1 > read:
        return f"{lines} lines under a kernel of {kernel_lines}: at most {read} lines fit into the input buffer"
    if kernels > 1 and kernels * lines > sums:
        return f"{lines} lines for each of {kernels} kernels: at most {sums} in all fit into the accumulators"
    return ""
