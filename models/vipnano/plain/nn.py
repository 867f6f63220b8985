"""A job of the NN unit as numbers and kernels, of which its structure and its coefficients follow."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from models.memory.sparse import Bytes
from models.vipnano.coefficients.shape import KernelShape
from models.vipnano.coefficients.write import Kernels, write_coefficients
from models.vipnano.config import VipnanoConfig
from models.vipnano.config.hardware import STREAM_ALIGN_BYTES
from models.vipnano.jobs.convolution import FIRST_PIXEL
from models.vipnano.jobs.nn_job import CACHED, NnJob
from models.vipnano.jobs.tiling import ACCUMULATOR_COLUMNS
from models.vipnano.plain.members import Holds, others_than
from models.vipnano.structures.description import NN
from models.vipnano.structures.structure import Structure

WORD_MASK = 0xFFFF_FFFF


@dataclass(frozen=True, slots=True)
class PlainKernel:
    """What one output channel is made with.

    Attributes:
        weights: plane by plane, line by line, uint8 [n].
        bias: what is added.
        offset: where its output begins, behind that of the job; None: behind the channels before it.
    """

    weights: NDArray[np.uint8] = field(compare=False)
    bias: int = 0
    offset: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainNnJob:
    """A job of the NN unit.

    Attributes:
        in_address: where the input is.
        out_address: where the output is.
        kernels: one for each output channel.
        kernel_planes: planes of kernels, and of the input.
        kernel_lines: lines of a kernel.
        kernel_columns: likewise columns.
        in_lines: lines of the input.
        in_columns: likewise columns.
        in_line_gap: bytes behind each of its lines.
        in_plane_gap: lines behind each of its planes.
        first_line: line of the input that the first line of a kernel meets.
        first_column: likewise.
        border: what is around the input.
        out_lines: lines of the output.
        out_columns: likewise columns.
        out_line_gap: bytes behind each of its lines.
        first_pixel: of each two lines and columns only the first is written.
        tile_lines: lines of a tile.
        tile_columns: likewise columns; 0: as many as there are and fit.
        width: kernels that a core has in a superblock.
        run_bits: how many bits the length of a run has.
        cached: coefficients are in on-chip memory.
        multiplier: the 15 bits of it that structures have.
        shift: by how much sums are shifted.
        relu: results are at least the zero point.
        weight_zero: zero point of weights.
        out_zero: zero point of results.
        structure: where the structure is; 0: where there is room.
        coefficients: where the coefficients are; 0: where there is room.
        others: members of the structure that hold something else than a driver writes.
    """

    in_address: int
    out_address: int
    kernels: tuple[PlainKernel, ...]
    kernel_planes: int = 1
    kernel_lines: int = 1
    kernel_columns: int = 1
    in_lines: int = 1
    in_columns: int = 1
    in_line_gap: int = 0
    in_plane_gap: int = 0
    first_line: int = 0
    first_column: int = 0
    border: int = 0
    out_lines: int = 1
    out_columns: int = 1
    out_line_gap: int = 0
    first_pixel: bool = False
    tile_lines: int = 1
    tile_columns: int = 0
    width: int = 1
    run_bits: int = 0
    cached: bool = False
    multiplier: int = 0
    shift: int = 0
    relu: bool = False
    weight_zero: int = 0
    out_zero: int = 0
    structure: int = 0
    coefficients: int = 0
    others: tuple[Holds, ...] = ()

    @classmethod
    def of(cls, job: NnJob) -> PlainNnJob:
        """A job that the device has read.

        Raises:
            ValueError: its coefficients are broken.
        """
        at, first_pixel = job.structure, job.structure["pooling"] == FIRST_PIXEL
        step = 2 if first_pixel else 1
        out_lines, out_columns = (at[f"out_{axis}_size"] // step for axis in "yx")
        columns = min(at["out_x_size"], ACCUMULATOR_COLUMNS)
        found = cls(
            in_address=at["in_address"],
            out_address=at["out_address"],
            kernels=_kernels(job.kernels, out_lines * at["out_x_stride"]),
            kernel_planes=at["kernel_z_size"],
            kernel_lines=at["kernel_y_size"],
            kernel_columns=at["kernel_x_size"],
            in_lines=at["in_y_size"],
            in_columns=at["in_x_size"],
            in_line_gap=at["in_x_stride"] - at["in_x_size"],
            in_plane_gap=at["in_y_stride"] - at["in_y_size"],
            first_line=at["in_y_offset"],
            first_column=at["in_x_offset"],
            border=at["in_border_const"],
            out_lines=out_lines,
            out_columns=out_columns,
            out_line_gap=at["out_x_stride"] - out_columns,
            first_pixel=first_pixel,
            tile_lines=at["out_tile_y_size"],
            tile_columns=at["out_tile_x_size"] if at["out_tile_x_size"] != columns else 0,
            width=at["kernels_per_core"],
            run_bits=job.parts[0].zrl_bits,
            cached=at["kernel_caching_mode"] == CACHED,
            multiplier=at["post_multiplier"],
            shift=at["post_shift"],
            relu=bool(at["relu"]),
            weight_zero=at["coef_zero_point"],
            out_zero=at["out_zero_point"],
            structure=job.address,
            coefficients=job.coefficients_at,
        )
        return replace(found, others=others_than(found.as_structure(), at))

    def as_structure(self, coefficients_at: int | None = None) -> Structure:
        """The structure.

        Args:
            coefficients_at: where the coefficients are, if that is not said.

        Raises:
            ValueError: a number does not fit.
        """
        step, at = 2 if self.first_pixel else 1, self.coefficients or coefficients_at or 0
        if at % STREAM_ALIGN_BYTES:
            raise ValueError(f"coefficients begin at multiples of {STREAM_ALIGN_BYTES}, not at {at:#x}")
        columns = self.out_columns * step
        plain = Structure.of(
            NN,
            kernel_x_size=self.kernel_columns,
            kernel_y_size=self.kernel_lines,
            kernel_z_size=self.kernel_planes,
            kernels_per_core=self.width,
            pooling=FIRST_PIXEL if self.first_pixel else 0,
            pooling_xy_size=step % 2,
            relu=int(self.relu),
            in_x_size=self.in_columns,
            in_y_size=self.in_lines,
            in_x_stride=self.in_columns + self.in_line_gap,
            in_y_stride=self.in_lines + self.in_plane_gap,
            in_x_offset=self.first_column,
            in_y_offset=self.first_line,
            in_address=self.in_address,
            in_border_const=self.border,
            out_x_size=columns,
            out_y_size=self.out_lines * step,
            out_z_size=len(self.kernels),
            out_x_stride=self.out_columns + self.out_line_gap,
            out_y_stride=self.out_lines,
            out_address=self.out_address,
            out_tile_x_size=self.tile_columns or min(columns, ACCUMULATOR_COLUMNS),
            out_tile_y_size=self.tile_lines,
            post_multiplier=self.multiplier,
            post_shift=self.shift,
            coef_zero_point=self.weight_zero,
            out_zero_point=self.out_zero,
            kernel_address=at // STREAM_ALIGN_BYTES,
            kernel_caching_mode=CACHED if self.cached else 0,
        )
        return plain.with_(**{item.name: item.value for item in self.others})

    def as_coefficients(self, config: VipnanoConfig) -> Bytes:
        """The header and all streams.

        Raises:
            ValueError: a number does not fit, or kernels have not as many weights as they must.
        """
        plane = self.out_lines * (self.out_columns + self.out_line_gap)
        offsets = [number * plane if one.offset is None else one.offset for number, one in enumerate(self.kernels)]
        weights = np.stack([one.weights for one in self.kernels])
        kernels = Kernels(
            weights.reshape(len(self.kernels), self.kernel_planes, self.kernel_lines, self.kernel_columns),
            np.array([one.bias for one in self.kernels], np.int32),
            np.array(offsets, np.uint32),
        )
        shape = KernelShape.of(self.as_structure(), config)
        if not 0 <= self.run_bits <= config.zrl_bits:
            raise ValueError(f"the length of a run has {self.run_bits} bits: at most {config.zrl_bits} are read")
        return write_coefficients(kernels, shape, config, self.run_bits)


def _kernels(kernels: Kernels, plane: int) -> tuple[PlainKernel, ...]:
    weights = kernels.weights.reshape(len(kernels.weights), -1)
    return tuple(
        PlainKernel(own.copy(), bias, None if offset == number * plane & WORD_MASK else offset)
        for number, (own, bias, offset) in enumerate(
            zip(weights, kernels.biases.tolist(), kernels.offsets.tolist(), strict=True)
        )
    )
