"""The two sides of a contract, both in the order of the output: its lines, and its pixels in them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from models.memory.sparse import Addresses
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.surface_layout import atom_addresses, check_size


@dataclass(frozen=True)
class ContractInput(FeatureCube):
    """The input pixel that each output pixel is: groups of channels become neighbouring pixels.

    The part derives the distance of the groups from the surface stride (docs/differences.md).

    Attributes:
        x_stride: output pixels for each input pixel; `y_stride` likewise.
    """

    x_stride: int
    y_stride: int

    def compute_addresses(self) -> Addresses:
        """Addresses of the input atoms, uint64 [output atoms]."""
        surfaces, height, width = self.extent
        check_size(self.extent)
        groups = self.x_stride * self.y_stride
        extent = (groups * surfaces, height // self.y_stride, width // self.x_stride)
        cube = atom_addresses(self.side, extent, self.atom_bytes).reshape(
            self.y_stride, self.x_stride, surfaces, *extent[1:]
        )
        return np.ascontiguousarray(cube.transpose(2, 3, 0, 4, 1)).reshape(-1)

    @property
    def walk(self) -> tuple[int, tuple[tuple[int, int], ...]]:
        """Lines and surfaces of the input."""
        surfaces, height, width = self.extent
        lines = (height // self.y_stride, self.side.line_stride_bytes)
        groups = (self.x_stride * self.y_stride * surfaces, self.side.surface_stride_bytes)
        return width // self.x_stride * self.atom_bytes, (lines, groups)

    def coordinates(self, address: int) -> str:
        """The coordinates of the byte at an address in the input cube, channel groups filled up to whole atoms."""
        channels = self.x_stride * self.y_stride * self.extent[0] * self.atom_elements
        cube = FeatureCube(
            self.side,
            self.atom_bytes,
            channels,
            self.height // self.y_stride,
            self.width // self.x_stride,
            self.element_bytes,
        )
        return cube.coordinates(address)


@dataclass(frozen=True)
class ContractOutput(FeatureCube):
    """The output of a contract, whose lines stand in bundles of `y_stride`.

    Attributes:
        y_stride: lines of a bundle.
        bundle_bytes: from one bundle to the next, D_CONTRACT_STRIDE_1.
    """

    y_stride: int
    bundle_bytes: int

    @property
    def walk(self) -> tuple[int, tuple[tuple[int, int], ...]]:
        """Lines of a bundle, bundles, surfaces."""
        surfaces, height, _ = self.extent
        bundle = (self.y_stride, self.side.line_stride_bytes)
        bundles = (height // self.y_stride, self.bundle_bytes)
        return self.line_bytes, (bundle, bundles, (surfaces, self.side.surface_stride_bytes))

    def compute_addresses(self) -> Addresses:
        """Addresses of the output atoms, uint64 [output atoms]."""
        surfaces, height, width = self.extent
        check_size(self.extent)
        one = replace(self.side, surface_stride_bytes=self.side.line_stride_bytes, line_stride_bytes=self.bundle_bytes)
        bundles = atom_addresses(one, (self.y_stride, height // self.y_stride, width), self.atom_bytes)
        plane = bundles.reshape(self.y_stride, -1, width).transpose(1, 0, 2).reshape(-1)
        steps = np.arange(surfaces, dtype=np.uint64) * np.uint64(self.side.surface_stride_bytes)
        return (steps[:, None] + plane).reshape(-1)
