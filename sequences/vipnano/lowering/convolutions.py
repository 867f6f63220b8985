"""The job of the NN unit that a convolution becomes, of an input that is planes already."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.vipnano.coefficients.shape import KernelShape
from models.vipnano.coefficients.write import Kernels, write_coefficients
from models.vipnano.config import VipnanoConfig
from models.vipnano.jobs.convolution import FIRST_PIXEL
from models.vipnano.structures.description import NN
from models.vipnano.structures.structure import Structure
from sequences.vipnano.lowering.kernels import Weights
from sequences.vipnano.lowering.places import Places
from sequences.vipnano.lowering.scale import multiplier_and_shift
from sequences.vipnano.lowering.tensor_jobs import Image
from sequences.vipnano.lowering.tiles import tiles_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanarConvolution:
    """A convolution of planes, with stride 1.

    Attributes:
        source: the input.
        target: the output.
        weights: of all kernels.
        biases: with what the input's zero point comes to.
        before: lines and columns that are added in front.
        scale: what sums are multiplied by.
        in_zero_point: what is around the input.
        kernel_zero_point: is subtracted from weights.
        out_zero_point: is added to results.
        first_pixel: whether only the first one of each two lines and columns is kept.
        strided: whether the layer had a stride.
        zrl_bits: how many bits the length of a run has; None: as many as the driver takes.
    """

    source: Image
    target: Image
    weights: Weights
    biases: NDArray[np.int32]
    before: tuple[int, int] = (0, 0)
    scale: float
    in_zero_point: int
    kernel_zero_point: int
    out_zero_point: int
    first_pixel: bool = False
    strided: bool = False
    zrl_bits: int | None = None

    def job(self, places: Places, config: VipnanoConfig) -> Structure:
        """Its structure; its coefficients are put into memory.

        Raises:
            ValueError: a number does not fit.
        """
        channels, planes, *kernel = self.weights.shape
        times = 2 if self.first_pixel else 1
        out = (self.target.lines * times, self.target.columns * times)
        tiles = tiles_of(out, (kernel[0], kernel[1]), channels, config, strided=self.strided)
        multiplier, shift = multiplier_and_shift(self.scale)
        structure = Structure.of(
            NN,
            kernel_x_size=kernel[1],
            kernel_y_size=kernel[0],
            kernel_z_size=planes,
            kernels_per_core=tiles.kernels_per_core,
            pooling=FIRST_PIXEL if self.first_pixel else 0,
            pooling_xy_size=int(not self.first_pixel),
            in_x_size=self.source.columns,
            in_y_size=self.source.lines,
            in_x_stride=self.source.columns,
            in_y_stride=self.source.lines,
            in_x_offset=-self.before[1],
            in_y_offset=-self.before[0],
            in_address=self.source.address,
            in_border_const=self.in_zero_point,
            out_x_size=out[1],
            out_y_size=out[0],
            out_z_size=channels,
            out_x_stride=self.target.columns,
            out_y_stride=self.target.lines,
            out_address=self.target.address,
            out_tile_x_size=tiles.columns,
            out_tile_y_size=tiles.lines,
            post_multiplier=multiplier,
            post_shift=shift,
            coef_zero_point=self.kernel_zero_point,
            out_zero_point=self.out_zero_point,
        )
        size = self.target.lines * self.target.columns
        kernels = Kernels(self.weights, self.biases, (np.arange(channels) * size).astype(np.uint32))
        data = write_coefficients(kernels, KernelShape.of(structure, config), config, self.zrl_bits)
        streams = len(data) - config.header_bytes
        return structure.with_(
            kernel_address=places.put(data) // 64,
            kernel_caching_mode=int(streams <= config.coefficient_bytes),
        )
