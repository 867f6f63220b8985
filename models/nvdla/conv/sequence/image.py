"""Convolution of images as the direct convolution that it comes to (docs/nvdla/convolution.md, 'Images in CSC').

Of a line CSC takes as many elements as a kernel's row has, from each output's first one on: they are the channels of a
direct convolution with kernels of one column. Where it takes several rows at a time these stand side by side.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from models.nvdla.conv.sequence.geometry import Geometry

Scalar = TypeVar("Scalar", bound=np.generic)


def pad_lines(image: NDArray[Scalar], left: int, right: int, value: Any) -> NDArray[Scalar]:  # noqa: ANN401
    """Lines as they stand in the buffer: CDMA puts the padding beside them.

    Args:
        image: [components, height, width].
        left: pixels before the first; `right` behind the last.
        right: pixels behind the last.
        value: of all components of a padding pixel.
    """
    return np.pad(image, ((0, 0), (0, 0), (left, right)), constant_values=value) if left or right else image


@dataclass(frozen=True, slots=True)
class ImageMoves:
    """How kernels move over the lines of an image.

    Attributes:
        geometry: sizes of the output, strides, and the padding above; `pad_left` is in the lines, and the part knows no
            dilation of images.
        rows: of a kernel; `columns` likewise.
        columns: of a kernel.
        step_rows: rows that the MAC takes at a time.
    """

    geometry: Geometry
    rows: int
    columns: int
    step_rows: int = 1

    @property
    def direct(self) -> Geometry:
        """How kernels move in the direct convolution."""
        upright = replace(self.geometry, stride_x=1, dilation_x=1, dilation_y=1, pad_left=0)
        return upright if self.step_rows == 1 else replace(upright, stride_y=1, pad_top=0)

    def step_channels(self, components: int, mac_channels: int) -> int:
        """Channels of a step of the MAC in the direct convolution."""
        return mac_channels if self.step_rows == 1 else self.step_rows * self.columns * components

    def channels(self, lines: NDArray[Scalar], outside: Any) -> NDArray[Scalar]:  # noqa: ANN401
        """The data of the direct convolution.

        Args:
            lines: [components, height, width] with the padding beside them.
            outside: what lies above and below.

        Returns:
            [channels, height, output width], height of the output where a step takes several rows; only to look at.
        """
        windows = self._windows(lines)
        if self.step_rows == 1:
            return windows
        above, height = self.geometry.pad_top, windows.shape[1]
        below = max((self.geometry.out_height - 1) * self.geometry.stride_y + self.rows - above - height, 0)
        padded = np.pad(windows, ((0, 0), (above, below), (0, 0)), constant_values=outside)
        reach = self.geometry.out_height * self.geometry.stride_y
        rows = [padded[:, row : row + reach : self.geometry.stride_y][:, : self.geometry.out_height]
                for row in range(self.rows)]  # fmt: skip
        return np.concatenate(rows)

    def _windows(self, lines: NDArray[Scalar]) -> NDArray[Scalar]:
        """The elements of a row that each output takes, [channels, height, output width], a view."""
        pixels = (self.geometry.out_width - 1) * self.geometry.stride_x + self.columns
        _, height, width = lines.shape
        flat = np.zeros((height, max(pixels, width), len(lines)), lines.dtype)  # 0 where there is no pixel
        flat[:, :width] = lines.transpose(1, 2, 0)
        line, pixel, element = flat.strides
        shape = (self.columns * flat.shape[2], flat.shape[0], self.geometry.out_width)
        return as_strided(flat, shape, (element, line, pixel * self.geometry.stride_x), writeable=False)
