"""Random jobs, legal ones, with what memory holds before them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.memory.sparse import Bytes
from models.vipnano.coefficients.shape import KernelShape
from models.vipnano.coefficients.write import Kernels, write_coefficients
from models.vipnano.config import VipnanoConfig
from models.vipnano.jobs.tiling import misfit
from models.vipnano.jobs.walk import LOOPS
from models.vipnano.structures.description import NN, TP
from models.vipnano.structures.structure import Structure
from sequences.vipnano.draw.kernels import draw_kernels, draw_shape
from sequences.vipnano.lowering.places import ALIGN_BYTES, Places
from sequences.vipnano.lowering.tiles import tiles_of

CACHED = 0.8
"""So often are coefficients that fit in on-chip memory."""
SPREAD, RESULTS = 0.7, 96
"""So often are results spread over so many bytes, up and down; then the input is not far from what is around it."""
EVEN_MEAN, EVEN_SPREAD = 127, 74
"""Of bytes that are drawn evenly."""
MULTIPLIER_BITS = 15
AT_PAGE_END, PAGE_BYTES = 0.3, 4096
"""So often do tensors lie across the end of a page, if they are large enough."""
SMALLER = 0.15
"""So often are lines, and columns, of a tile fewer than the driver's."""
SPLIT, SPLITS = 4, 0.7
"""So often does a dimension of so many of the walk of a TP job have two loops."""


@dataclass(frozen=True, slots=True)
class DrawnJob:
    """A job, and the bytes that are to be in memory; its structure is not there yet.

    Attributes:
        structure: the structure.
        loads: addresses and bytes.
    """

    structure: Structure
    loads: list[tuple[int, Bytes]]


def draw_job(rng: np.random.Generator, config: VipnanoConfig, base: int = 0x1_0000) -> DrawnJob:
    """A job of one of the units; what belongs to it is in memory from `base` on."""
    return draw_nn_job(rng, config, base) if rng.random() < 0.6 else draw_tp_job(rng, base)


def draw_nn_job(rng: np.random.Generator, config: VipnanoConfig, base: int = 0x1_0000) -> DrawnJob:
    """A job of the NN unit."""
    places, shape = Places(base), draw_shape(rng, config)
    lines, columns = (int(item) for item in rng.integers(1, 14, 2))
    columns = int(rng.integers(60, 80)) if rng.random() < 0.1 else columns
    strides = [length + int(rng.choice((0, 0, 3))) for length in (lines, columns)]
    step = 2 if rng.random() < 0.2 else 1
    out = [step * int(rng.integers(1, 12)) for _ in range(2)]
    out[1] = int(rng.integers(30, 70)) * step if rng.random() < 0.1 else out[1]
    tiles = tiles_of((out[0], out[1]), (shape.lines, shape.columns), shape.channels, config)
    shape = _with(shape, columns, int(rng.integers(1, tiles.kernels_per_core, endpoint=True)))
    tile = _smaller_tile(rng, (tiles.lines, tiles.columns), shape, config)
    out_stride = out[1] // step + int(rng.choice((0, 0, 5)))
    kernels, plane = draw_kernels(rng, shape), out[0] // step * out_stride
    kernels.offsets[:] = rng.permutation(shape.channels) * plane
    image = rng.integers(0, 256, shape.planes * strides[0] * strides[1], np.uint8)
    spread = rng.random() < SPREAD
    multiplier, shift = _scaled(rng, kernels, shape) if spread else _any_scale(rng, kernels)
    border, offsets, zero = ((100, 156), (-4, 3), (64, 192)) if spread else ((0, 256), (-8, 8), (0, 256))
    bits = int(rng.integers(config.zrl_bits + 1)) if rng.random() < 0.7 else None
    data = write_coefficients(kernels, shape, config, bits)
    structure = Structure.of(
        NN,
        kernel_x_size=shape.columns,
        kernel_y_size=shape.lines,
        kernel_z_size=shape.planes,
        kernels_per_core=shape.width,
        pooling=3 if step == 2 else 0,
        pooling_xy_size=step % 2,
        relu=int(rng.random() < 0.2),
        in_x_size=columns,
        in_y_size=lines,
        in_x_stride=strides[1],
        in_y_stride=strides[0],
        in_x_offset=int(rng.integers(*offsets)),
        in_y_offset=int(rng.integers(*offsets)),
        in_address=_page_end(rng, places).put(image),
        in_border_const=int(rng.integers(*border)),
        out_x_size=out[1],
        out_y_size=out[0],
        out_z_size=shape.channels,
        out_x_stride=out_stride,
        out_y_stride=out[0] // step,
        out_address=_page_end(rng, places).take(plane * shape.channels) + int(rng.integers(4)),
        out_tile_x_size=tile[1],
        out_tile_y_size=tile[0],
        post_multiplier=multiplier,
        post_shift=shift,
        coef_zero_point=shape.zero_point,
        out_zero_point=int(rng.integers(*zero)),
    )
    places.take(64)
    fits = len(data) - config.header_bytes <= config.coefficient_bytes
    structure = structure.with_(
        kernel_address=places.put(data) // 64, kernel_caching_mode=int(fits and rng.random() < CACHED)
    )
    return DrawnJob(structure, places.loads)


def _page_end(rng: np.random.Generator, places: Places) -> Places:
    """Places, of which the next one now and then begins close before a page's end, where bursts end too."""
    if rng.random() < AT_PAGE_END:
        places.take(-places.end % PAGE_BYTES + PAGE_BYTES - ALIGN_BYTES * int(rng.integers(1, 4)))
    return places


def _smaller_tile(
    rng: np.random.Generator, tile: tuple[int, int], shape: KernelShape, config: VipnanoConfig
) -> tuple[int, int]:
    """Now and then a tile that is smaller than the driver's: there are more of them."""
    smaller = [-(-side // int(rng.integers(2, 5))) if rng.random() < SMALLER else side for side in tile]
    fits = not misfit((smaller[0], smaller[1]), (shape.lines, shape.columns), shape.width, config)
    return (smaller[0], smaller[1]) if fits else tile


def _any_scale(rng: np.random.Generator, kernels: Kernels) -> tuple[int, int]:
    """Any biases, multiplier and shift: results may all be alike."""
    kernels.biases[:] = rng.integers(-(1 << 18), 1 << 18, len(kernels.biases))
    shares = (0.04, *[0.07] * 2, *[0.18] * 4, 0.05, 0.02, 0.03)
    return int(rng.integers(1 << MULTIPLIER_BITS)), int(rng.choice((0, 15, 20, 22, 24, 26, 30, 47, 48, 100), p=shares))


def _scaled(rng: np.random.Generator, kernels: Kernels, shape: KernelShape) -> tuple[int, int]:
    """Biases, a multiplier and a shift with which most results differ: those of bytes that are drawn evenly."""
    weights = kernels.weights.astype(np.int64).reshape(shape.channels, -1) - shape.zero_point
    spread = 1 + int(EVEN_SPREAD * np.sqrt((weights**2).sum(axis=1).max()))
    kernels.biases[:] = rng.integers(-spread, spread, shape.channels) - EVEN_MEAN * weights.sum(axis=1)
    multiplier = int(rng.integers(1 << MULTIPLIER_BITS))
    bits = int(np.log2(spread * ((1 << MULTIPLIER_BITS) + multiplier) / RESULTS))
    return multiplier, max(bits + int(rng.integers(-1, 2)), 0)


def _with(shape: KernelShape, in_columns: int, width: int) -> KernelShape:
    numbers = {
        name: getattr(shape, name) for name in ("channels", "planes", "lines", "columns", "zero_point", "nn_cores")
    }
    return KernelShape(**numbers, in_columns=in_columns, width=width)


def draw_tp_job(rng: np.random.Generator, base: int = 0x1_0000) -> DrawnJob:
    """A job of the TP unit: tiles of any size, each dimension of the walk with a loop and any order in the output."""
    places = Places(base)
    planes, lines, columns = (int(item) for item in rng.integers(1, (6, 9, 9)))
    tile, tiles = ([int(item) for item in rng.integers(1, 6, 2)] for _ in range(2))
    stride = columns + int(rng.choice((0, 0, 2)))
    plane = lines * stride + int(rng.choice((0, 0, 7)))
    begin = [int(item) for item in rng.integers(-4, 4, 2)]
    image = rng.integers(0, 256, planes * plane, np.uint8)
    counts = [tile[1], tile[0], tiles[1], tiles[0], planes]
    increments, size = _increments(rng, counts)
    loops = _split(rng, list(zip(counts, increments, strict=True)))
    outermost = loops.pop()[1] if rng.random() < 0.5 else 0
    loops += [(1, 0)] * (LOOPS - len(loops))
    numbers = {f"out_loop_{number}_count": count for number, (count, _) in enumerate(loops)}
    numbers |= {f"out_loop_{number}_inc": increment for number, (_, increment) in enumerate(loops)}
    structure = Structure.of(
        TP,
        in_x_size=columns,
        in_y_size=lines,
        in_z_size=planes,
        in_stride=stride,
        in_slice=plane,
        in_window_x_start=begin[1],
        in_window_y_start=begin[0],
        in_window_x_end=begin[1] + tile[1] * tiles[1] - 1,
        in_window_y_end=begin[0] + tile[0] * tiles[0] - 1,
        in_tile_x_size=tile[1],
        in_tile_x_inc=tile[1],
        in_tile_y_size=tile[0],
        in_tile_y_inc=tile[0],
        in_address=_page_end(rng, places).put(image),
        out_address=_page_end(rng, places).take(size) + int(rng.integers(4)),
        out_loop_6_inc=outermost,
        out_loop_1_reset=int(rng.integers(2)),
        out_loop_3_reset=int(rng.integers(2)),
        in_zero_point=int(rng.integers(256)),
        out_zero_point=int(rng.integers(256)),
        **numbers,
    )
    return DrawnJob(structure, places.loads)


def _split(rng: np.random.Generator, loops: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Loops, each with its increment, of which one may have become two, the one around the other."""
    able = [number for number, (count, _) in enumerate(loops) if count == SPLIT]
    if not able or rng.random() > SPLITS:
        return loops
    at = able[rng.integers(len(able))]
    increment, inner = loops[at][1], 2
    return [*loops[:at], (inner, increment), (SPLIT // inner, inner * increment), *loops[at + 1 :]]


def _increments(rng: np.random.Generator, counts: list[int]) -> tuple[list[int], int]:
    """An increment for each dimension, in any order of the dimensions, and how much memory all take."""
    increments, size = [0] * len(counts), 1
    for dimension in rng.permutation(len(counts)).tolist():
        increments[dimension] = size
        size = size * counts[dimension] + int(rng.choice((0, 0, 0, 2)))
    return increments, size
