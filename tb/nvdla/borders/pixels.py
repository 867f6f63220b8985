"""The order in which the pixels of a cube pass between units (nvdla_link_pkg, `cacc_sdp_t`)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

TILE = 2
"""Lines and columns of a tile of Winograd."""


def pixel_order(batches: int, height: int, width: int, *, tiles: bool = False) -> NDArray[np.int64]:
    """Numbers of pixels, [batches, height, width], in their order.

    Args:
        batches: the batches of a pixel come one after another.
        height: lines; `width` columns.
        width: columns.
        tiles: tile by tile along two lines, each in row-major order; else line by line.
    """
    numbers = np.arange(batches * height * width).reshape(batches, height, width)
    if tiles:
        parts = numbers.reshape(batches, height // TILE, TILE, width // TILE, TILE)
        return parts.transpose(1, 3, 2, 4, 0).reshape(-1)
    return numbers.transpose(1, 2, 0).reshape(-1)


def in_order(cube: NDArray[Any], lanes: int, *, tiles: bool = False) -> NDArray[Any]:
    """A cube as the transfers that bring it.

    Args:
        cube: [batches, channels, height, width]; the channels are a multiple of the lanes.
        lanes: channels of a transfer.
        tiles: as of `pixel_order`.

    Returns:
        [transfers, lanes].
    """
    batches, channels, height, width = cube.shape
    parts = cube.reshape(batches, channels // lanes, lanes, height * width)
    pixels = parts.transpose(1, 0, 3, 2).reshape(channels // lanes, batches * height * width, lanes)
    return pixels[:, pixel_order(batches, height, width, tiles=tiles)].reshape(-1, lanes)
