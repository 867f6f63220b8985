"""How kernels lie in memory: as a convolution of features, of an image, or by Winograd's method reads them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import POST_EXTENSION_AT_MOST
from models.nvdla.conv.fetch.weights import kernel_layout
from models.nvdla.conv.multiply.winograd_weights import extend_kernels, to_codes, transform
from models.nvdla.conv.parts import WINOGRAD_TAPS
from models.nvdla.surfaces.direct_weights import KernelLayout, KernelShape
from models.nvdla.surfaces.image_and_winograd_weights import ImageKernels, WinogradKernels
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.arguments import is_whole
from sequences.nvdla.tensors.elements.elements import DTYPES
from sequences.nvdla.tensors.steps import Pair, need_steps, pair

ROWS = tuple(1 << power for power in range(POST_EXTENSION_AT_MOST.bit_length()))
"""Rows of a kernel of an image that can be multiplied at a time."""


class KernelOrder(ABC):
    """An order of kernels."""

    kind: ClassVar[str]
    """What it is for, as messages say it."""

    def stored(self, kernels: NDArray[Any], precision: str, config: HwConfig) -> NDArray[Any]:  # noqa: ARG002
        """Kernels [kernels, channels, rows, columns] as they are in memory, before they are lined up."""
        return kernels

    @abstractmethod
    def layout(self, side: Side, shape: KernelShape, precision: str, config: HwConfig) -> KernelLayout:
        """Where stored kernels lie.

        Args:
            side: the memory and the address.
            shape: of the stored kernels.
            precision: name of the number format.
            config: the hardware configuration.
        """


@dataclass(frozen=True, slots=True)
class ForFeatures(KernelOrder):
    """As direct convolution of features reads them."""

    kind = "features"

    def layout(self, side: Side, shape: KernelShape, precision: str, config: HwConfig) -> KernelLayout:
        """Blocks of channels, position by position."""
        return kernel_layout(side, shape, precision, config)


DIRECT_ORDER = ForFeatures()
"""What kernels are for if nothing else is said."""
ORDERS = "ForFeatures(), ForImage() or ForWinograd()"
"""What kernels may be for, as messages say it."""


@dataclass(frozen=True, slots=True)
class ForImage(KernelOrder):
    """As convolution of an image reads them: components are channels.

    Attributes:
        rows: that are multiplied at a time (post-extension): 1, 2 or 4.
    """

    kind = "an image"

    rows: int = 1

    def __post_init__(self) -> None:
        if not is_whole(self.rows) or self.rows not in ROWS:
            raise ValueError(f"ForImage: rows is {self.rows!r}: write {', '.join(map(str, ROWS[:-1]))} or {ROWS[-1]}")

    def layout(self, side: Side, shape: KernelShape, precision: str, config: HwConfig) -> KernelLayout:
        """Row by row, or some rows at a time."""
        return kernel_layout(side, shape, precision, config, partial(ImageKernels, step_rows=self.rows))


@dataclass(frozen=True, slots=True)
class ForWinograd(KernelOrder):
    """As Winograd convolution reads them: 3x3 kernels once strides are made channels, transformed.

    Transformed integers are multiples of a quarter: they are scaled, rounded to the nearest and saturated, so a scale
    of 4 keeps all bits where there is room.

    Attributes:
        stride: from one output to the next: in both directions, or (x, y).
        scale: factor of all weights.
    """

    kind = "Winograd"

    stride: Pair = 1
    scale: float = 1

    def __post_init__(self) -> None:
        need_steps("ForWinograd", "stride", self.stride)

    def stored(self, kernels: NDArray[Any], precision: str, config: HwConfig) -> NDArray[Any]:
        """Transformed kernels, [kernels, channels of the extended input, 4, 4].

        Raises:
            ValueError: they are not 3x3 for the strides.
        """
        (stride_x, stride_y), (rows, columns) = pair(self.stride), kernels.shape[2:]
        if (-(-rows // stride_y), -(-columns // stride_x)) != (WINOGRAD_TAPS, WINOGRAD_TAPS):
            most = f"{WINOGRAD_TAPS * stride_y}x{WINOGRAD_TAPS * stride_x}"
            least = f"{(WINOGRAD_TAPS - 1) * stride_y + 1}x{(WINOGRAD_TAPS - 1) * stride_x + 1}"
            raise ValueError(
                f"kernels of {rows}x{columns} (rows x columns): Winograd with stride {stride_x}x{stride_y} (x, y) "
                f"takes {least} to {most}"
            )
        atom_elements = config.atom_bytes // ELEMENT_BYTES[precision]
        codes = to_codes(transform(extend_kernels(kernels, stride_x, stride_y, atom_elements)), precision, self.scale)
        return np.ascontiguousarray(codes).view(DTYPES[precision])

    def layout(self, side: Side, shape: KernelShape, precision: str, config: HwConfig) -> KernelLayout:
        """Cubes of 4x4 positions of four channels."""
        return kernel_layout(side, shape, precision, config, WinogradKernels)
