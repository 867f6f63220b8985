"""From input to what a Winograd convolution multiplies: channels extended by the stride, tiles added up by CSC.

docs/nvdla/convolution.md, 'Winograd in CSC'.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.numbers.rounding import shift_saturate
from models.nvdla.conv.parts import WINOGRAD_OUTPUTS
from models.nvdla.numbers.floats import Halves
from models.nvdla.numbers.formats import FP17
from models.nvdla.numbers.wide import half_from_wide, wide_from_half
from models.nvdla.surfaces.image_and_winograd_weights import TILE

Scalar = TypeVar("Scalar", bound=np.generic)
Combine = Callable[[NDArray[Any], NDArray[Any]], NDArray[Any]]

BLOCK_ELEMENTS = 1 << 18
"""Elements of the input that are added up at a time, about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """How an input becomes the extended one.

    Attributes:
        height: lines of the extended input, as programmed; `width` columns.
        stride_x: columns that become channels; `stride_y` lines likewise.
        pad_left: columns that the input is preceded by; `pad_top` lines.
    """

    height: int
    width: int
    stride_x: int = 1
    stride_y: int = 1
    pad_left: int = 0
    pad_top: int = 0

    def extend(self, data: NDArray[Scalar], outside: Any) -> NDArray[Scalar]:  # noqa: ANN401 - an element of the data
        """The extended input.

        Args:
            data: [channels, height, width], channels as many as whole atoms hold.
            outside: what lies around it, in all channels.

        Returns:
            [stride_y * stride_x * channels, extended height, extended width].
        """
        lines, columns = self.height * self.stride_y, self.width * self.stride_x
        padded = np.full((len(data), lines, columns), outside, data.dtype)
        inside = data[:, : max(lines - self.pad_top, 0), : max(columns - self.pad_left, 0)]
        _, height, width = inside.shape
        padded[:, self.pad_top : self.pad_top + height, self.pad_left : self.pad_left + width] = inside
        parts = padded.reshape(len(data), self.height, self.stride_y, self.width, self.stride_x)
        return parts.transpose(2, 4, 0, 1, 3).reshape(-1, self.height, self.width)


def tile_count(outputs: int) -> int:
    """Tiles along so many outputs."""
    return -(-outputs // WINOGRAD_OUTPUTS)


def reach(outputs: int) -> int:
    """Lines or columns of the extended input that the tiles of so many outputs read."""
    return tile_count(outputs) * WINOGRAD_OUTPUTS + TILE - WINOGRAD_OUTPUTS


def add_up(extended: NDArray[Any], out_shape: tuple[int, int], truncate: int = 0) -> NDArray[Any]:
    """Tiles of the extended input, added up.

    Args:
        extended: int8, int16, or FP16 codes as uint16, [channels, height, width].
        out_shape: lines and columns of the output.
        truncate: bits that integers are shifted right then.

    Returns:
        [channels, 4, 4, tiles along height, tiles along width], of the same type.
    """
    whole = cover(extended, out_shape, 0)
    _, height, width = whole.shape
    tiles = np.empty((len(whole), TILE, TILE, *map(tile_count, out_shape)), whole.dtype)
    some = max(BLOCK_ELEMENTS // (height * width), 1)
    add = _add_halves if whole.dtype == np.uint16 else _add_integers
    for first in range(0, len(whole), some):
        tiles[first : first + some] = add(whole[first : first + some], truncate)
    return tiles


def known_tiles(known: Flags, out_shape: tuple[int, int]) -> Flags:
    """Which tiles have only known elements in all channels, bool [tiles along height, tiles along width]."""
    pixels = cover(np.logical_and.reduce(known, axis=0, keepdims=True), out_shape, True)
    both: Combine = np.logical_and
    tiles: Flags = np.logical_and.reduce(_both_passes(pixels, both, both)[0], axis=(0, 1))
    return tiles


def cover(extended: NDArray[Scalar], out_shape: tuple[int, int], outside: Any) -> NDArray[Scalar]:  # noqa: ANN401
    """As much of the extended input as the tiles of an output read."""
    height, width = map(reach, out_shape)
    inside = extended[:, :height, :width]
    if inside.shape[1:] == (height, width):
        return inside
    whole = np.full((len(extended), height, width), outside, extended.dtype)
    whole[:, : inside.shape[1], : inside.shape[2]] = inside
    return whole


def _add_integers(pixels: NDArray[Any], truncate: int) -> NDArray[np.int64]:
    sums = _both_passes(pixels.astype(np.int32), np.add, np.subtract)
    return shift_saturate(sums, truncate, 8 * pixels.itemsize)


def _add_halves(pixels: Halves, truncate: int) -> Halves:  # noqa: ARG001 - halves are not shifted
    return half_from_wide(_both_passes(wide_from_half(pixels), FP17.add, FP17.subtract))


def _both_passes(pixels: NDArray[Any], add: Combine, subtract: Combine) -> NDArray[Any]:
    """Tiles: columns first, then rows; [channels, 4, 4, tiles, tiles]."""
    lines = _pass(pixels, add, subtract)  # 4, channels, tiles, width
    tiles = _pass(lines.swapaxes(2, 3), add, subtract)  # 4, 4, channels, tiles along width, along height
    return tiles.transpose(2, 1, 0, 4, 3)


def _pass(pixels: NDArray[Any], add: Combine, subtract: Combine) -> NDArray[Any]:
    """Four sums of each four neighbours along the last axis but one, two further each time."""
    size = pixels.shape[-2] - TILE + 1
    first, second, third, fourth = (pixels[..., start : start + size : WINOGRAD_OUTPUTS, :] for start in range(TILE))
    return np.stack([
        subtract(first, third),
        add(second, third),
        subtract(third, second),
        subtract(second, fourth),
    ])  # fmt: skip
