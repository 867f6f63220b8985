"""Convolutions of images, of batches, by Winograd's method, with compressed weights: the same in every run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.conv.descriptor import PRA_TRUNCATE_AT_MOST
from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.modes import COMPRESSION, MOST_BATCHES, ROWS
from models.nvdla.surfaces.direct_weights import KernelShape
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS, PixelFormat
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.directed.plain import features_layer, play_and_free
from sequences.nvdla.conv.draw.zeros import ZEROS, strike_out
from sequences.nvdla.conv.features import convertor_for, feature_tensor, in_range, scaled, weight_tensor
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.tensors.batches import TensorBatch
from sequences.nvdla.tensors.elements.elements import DTYPES
from sequences.nvdla.tensors.images import ImageTensor
from sequences.nvdla.tensors.kernel_orders import ForImage, ForWinograd
from sequences.nvdla.tensors.kernels import KernelTensor
from sequences.nvdla.tensors.side_shape import two_sides

Kind = Callable[[NvdlaBench, str], LayerChain]
"""Makes a layer of a precision."""
FLOAT = "FP16"
WINOGRAD_SCALE = 2


async def image_then_compressed(bench: NvdlaBench) -> None:
    """A picture, and behind it a layer most of whose weights are zeros, which are left out of memory."""
    precision = bench.config.precisions[0]
    picture = image_tensor(bench, PIXEL_FORMATS["T_A8B8G8R8"], (6, 8), x_offset=1)
    first = bench.kernels(_weights(bench, (6, 4, 3, 3), precision), precision, order=ForImage())
    one = Convolve(
        picture, first, pad=1, stride=2, convertor=Convertor(enabled=True, scale=1, truncate=1), means=(99,) * 4
    )
    y = bench.empty(one.shape, precision)
    second = bench.kernels(_struck(bench, "most", (9, 6, 2, 2), precision), precision, compressed=True)
    two = Convolve(y, second)
    z = bench.empty(two.shape, precision)
    chains = [conv >> SdpLayer(made, relu=True, convertor=convertor_for(conv.w)) for conv, made in ((one, y), (two, z))]
    await play_and_free(bench, chains)


async def every_pixel_format(bench: NvdlaBench) -> None:
    """A small image of each format in each precision that there is of it; offsets, gaps, signs and means in turn."""
    config = bench.config
    pixels = [pixel for pixel in PIXEL_FORMATS.values() if pixel.precision in config.precisions]
    made = [
        (pixel, name) for pixel in pixels for name in config.precisions if name == FLOAT or pixel.precision != FLOAT
    ]
    for number, (pixel, precision) in enumerate(made):
        offsets = config.atom_bytes // pixel.plane_bytes[0]
        rams = [side.ram for side in two_sides(config)]
        x = image_tensor(
            bench, pixel, (3, 5), ram=rams[number % 2], x_offset=number % offsets, gaps=(number % 3, number // 3 % 3)
        )
        w = bench.kernels(_weights(bench, (3, pixel.channels, 2, 2), precision), precision, order=ForImage())
        means = tuple(range(7, 7 + 40 * pixel.channels, 40)) if number % 2 and pixel.precision != FLOAT else ()
        await play_and_free(bench, [image_layer(bench, x, w, means=means, signed=number % 4 > 1, pad=(1, 0, 0, 1))])


async def pieces_of_images(bench: NvdlaBench) -> None:
    """Rows of a kernel whose elements fill one block of the MAC array or several, the last one whole and not."""
    block, pieces = bench.config.mac_channels, dict[tuple[bool, int], tuple[PixelFormat, int]]()
    for pixel in (item for item in PIXEL_FORMATS.values() if item.precision in bench.config.precisions):
        for columns in range(1, most_columns(bench) + 1):
            left = columns * pixel.channels % block
            if left == 1 and columns * pixel.channels > 2 * block and "conv-image-blocks" in bench.config.errata:
                continue
            nearly = left if left in (0, 1, block // 2, block - 1) else 2 if left < block // 2 else block - 2
            pieces[columns * pixel.channels > block, nearly] = pixel, columns
    for pixel, columns in pieces.values():
        precision = pixel.precision
        w = bench.kernels(_weights(bench, (2, pixel.channels, 1, columns), precision), precision, order=ForImage())
        await play_and_free(bench, [image_layer(bench, image_tensor(bench, pixel, (1, columns + 1)), w)])


def most_columns(bench: NvdlaBench) -> int:
    """Columns of a kernel that registers hold."""
    return bench.registers.CSC.D_WEIGHT_SIZE_EXT_0.WEIGHT_WIDTH_EXT.limit + 1


async def rows_at_a_time(bench: NvdlaBench) -> None:
    """One, two and four rows of a kernel at a time in each precision, the last step whole and not."""
    config, program = bench.config, []
    for number, (rows, precision) in enumerate(product(ROWS, config.precisions)):
        pixel = next(item for item in PIXEL_FORMATS.values() if (item.precision, item.channels) == (precision, 1))
        x = image_tensor(bench, pixel, (6, 5), x_offset=number % 2)
        kernels = _weights(bench, (5, 1, 3 + number % 2, 2), precision)
        w = bench.kernels(kernels, precision, order=ForImage(rows))
        program.append(image_layer(bench, x, w, pad=(0, 1, 1, 1), stride=(1, 1 + number % 2)))
    await play_and_free(bench, program)


async def batches_of_each_precision(bench: NvdlaBench) -> None:
    """Two, five and all batches; layers of one pixel that are fully connected, and of an odd number of columns.

    Nothing where the part has no batches.
    """
    config = bench.config
    if "BATCH" not in config.features:
        return
    for count, precision in product((2, 5, MOST_BATCHES), config.precisions):
        kernels = _weights(bench, (5, 6, 1, 1), precision)
        x = _batch(bench, (count, 6, 1, 1), precision)
        await play_and_free(bench, [batch_layer(bench, x, bench.kernels(kernels, precision))])
    for size, pad in ((1, 1), (2, 0)):
        x = _batch(bench, (4, 6, size, size), config.precisions[0])
        w = bench.kernels(_weights(bench, (5, 6, 2, 2), config.precisions[0]), config.precisions[0])
        await play_and_free(bench, [batch_layer(bench, x, w, pad=pad)])
    for number, precision in enumerate(config.precisions):
        x = _batch(bench, (3, 5, 3, 3 + number), precision)
        w = bench.kernels(_weights(bench, (7, 5, 2, 2), precision), precision)
        await play_and_free(bench, [batch_layer(bench, x, w, pad=(number % 2, 0, 0, 1))])


async def winograd_layers(bench: NvdlaBench) -> None:
    """Whole tiles in each precision with each pair of strides, with padding; nothing where the part has no Winograd."""
    if "WINOGRAD" not in bench.config.features:
        return
    strides = ((1, 1), (2, 2), (2, 1), (1, 2))
    for number, (precision, (x_stride, y_stride)) in enumerate(product(bench.config.precisions, strides)):
        atom = bench.config.atom_bytes // ELEMENT_BYTES[precision]
        channels, lines, columns = (atom + 1, 12, 12) if number % len(strides) == 0 else (9, 8, 8)
        size = ((lines + 2) * y_stride - number % 2, (columns + 2) * x_stride)
        x = feature_tensor(bench, (channels, *size), precision, next(iter(bench.config.ports)))
        kernels = _weights(bench, (6, channels, 3 * y_stride, 3 * x_stride), precision)
        order = ForWinograd((x_stride, y_stride), WINOGRAD_SCALE)
        w = bench.kernels(kernels, precision, order=order, compressed=number % 3 == 1)
        truncate = number % (PRA_TRUNCATE_AT_MOST + 1) if precision != FLOAT else 0
        conv = Convolve(x, w, pad=(0, 0, number % 2, 0), pra_truncate=truncate)
        await play_and_free(bench, [scaled(bench, conv, relu=True)])


async def many_tiles(bench: NvdlaBench) -> None:
    """Many more tiles than CACC has room for; a memory that takes hardly any fills it."""
    if "WINOGRAD" not in bench.config.features:
        return
    config, precision = bench.config, bench.config.precisions[0]
    x = feature_tensor(bench, (4, 10, 8 * config.mac_cells + 2), precision, next(iter(config.ports)))
    kernels = _weights(bench, (config.mac_cells, 4, 3, 3), precision)
    w = bench.kernels(kernels, precision, order=ForWinograd(1, WINOGRAD_SCALE))
    await play_and_free(bench, [scaled(bench, Convolve(x, w), relu=True)])


async def compressed_kernels(bench: NvdlaBench) -> None:
    """Each class of zeros in each precision, several groups of kernels; images and batches with such weights.

    Nothing where the part does not take compressed weights.
    """
    config = bench.config
    if COMPRESSION not in config.features:
        return
    for precision in config.precisions:
        x = feature_tensor(bench, (config.mac_channels + 1, 2, 3), precision, next(iter(config.ports)))
        program: list[LayerChain] = []
        several = [(4 * config.mac_cells + 1, zeros) for zeros in ZEROS]
        for kernels, zeros in (*several, (2, "none"), (2, "few")):
            values = _struck(bench, zeros, (kernels, config.mac_channels + 1, 1, 2), precision)
            w = bench.kernels(values, precision, ram=two_sides(config)[1].ram, compressed=True)
            program.append(scaled(bench, Convolve(x, w, weight_banks=1 if zeros == "groups" else None)))
        await play_and_free(bench, program)
    await play_and_free(bench, list(_compressed_others(bench)))


async def modes_back_to_back(bench: NvdlaBench) -> None:
    """Both groups always busy, a layer of each kind behind one of each: the buffer is shared out anew each time."""
    features = {_compressed_cube: COMPRESSION, _batches: "BATCH", _tiles: "WINOGRAD"}
    kinds = [
        kind
        for kind in (_cube, _compressed_cube, _image, _batches, _tiles)
        if features.get(kind) in (None, *bench.config.features)
    ]
    order = [kind for at, first in enumerate(kinds) for kind in (first, first, *_in_turns(first, kinds[at + 1 :]))]
    precisions = bench.config.precisions
    program = [kind(bench, precisions[number % len(precisions)]) for number, kind in enumerate(order)]
    await play_and_free(bench, program)


def _in_turns(first: Kind, others: Sequence[Kind]) -> Iterator[Kind]:
    for other in others:
        yield from (other, first)


def _cube(bench: NvdlaBench, precision: str) -> LayerChain:
    ram = next(iter(bench.config.ports))
    x = feature_tensor(bench, (5, 3, 4), precision, ram)
    layer, _ = features_layer(bench, x, weight_tensor(bench, (3, 5, 2, 2), precision, ram), ram)
    return layer


def _compressed_cube(bench: NvdlaBench, precision: str) -> LayerChain:
    ram = next(iter(bench.config.ports))
    w = bench.kernels(_struck(bench, "half", (9, 7, 1, 2), precision), precision, ram=ram, compressed=True)
    layer, _ = features_layer(bench, feature_tensor(bench, (7, 2, 3), precision, ram), w, ram)
    return layer


def _image(bench: NvdlaBench, precision: str) -> LayerChain:
    pixel = next(item for item in PIXEL_FORMATS.values() if (item.precision, item.channels) == (precision, 4))
    w = bench.kernels(_weights(bench, (6, 4, 2, 2), precision), precision, order=ForImage())
    return image_layer(bench, image_tensor(bench, pixel, (4, 3)), w)


def _batches(bench: NvdlaBench, precision: str) -> LayerChain:
    w = bench.kernels(_weights(bench, (4, 5, 1, 1), precision), precision)
    return batch_layer(bench, _batch(bench, (2, 5, 2, 2), precision), w)


def _tiles(bench: NvdlaBench, precision: str) -> LayerChain:
    x = feature_tensor(bench, (4, 10, 10), precision, next(iter(bench.config.ports)))
    w = bench.kernels(_weights(bench, (3, 4, 3, 3), precision), precision, order=ForWinograd(1, WINOGRAD_SCALE))
    return scaled(bench, Convolve(x, w), relu=True)


def image_tensor(
    bench: NvdlaBench,
    pixel: PixelFormat,
    size: tuple[int, int],
    *,
    ram: str | None = None,
    x_offset: int = 0,
    gaps: tuple[int, int] = (0, 0),
) -> ImageTensor:
    """An image of any pixels, all bits of their components in use: of floats numbers around zero."""
    shape = (pixel.channels, *size)
    if pixel.precision == FLOAT:
        values: NDArray[Any] = bench.rng.normal(0.0, 1.0, shape)
    else:
        highest = np.array([part.mask for part in pixel.components])[:, None, None]
        values = bench.rng.integers(0, highest + 1, shape)
    ram = ram or next(iter(bench.config.ports))
    image = bench.image(np.zeros_like(values), pixel.name, ram=ram, x_offset=x_offset, gaps=gaps)
    image.put(values)
    return image


def image_layer(bench: NvdlaBench, x: ImageTensor, w: KernelTensor, **settings: Any) -> LayerChain:  # noqa: ANN401
    """A convolution of an image, through the convertor where it holds integers; settings as of `Convolve`."""
    if x.precision != FLOAT:
        bits = {name: 8 * size for name, size in ELEMENT_BYTES.items()}
        narrower = max(0, bits[x.precision] - bits[w.precision]) if w.precision != FLOAT else 0
        settings["convertor"] = Convertor(
            enabled=True, offset=0 if settings.get("means") else 3, scale=5, truncate=3 + narrower
        )
    else:
        settings.pop("signed", None)
    return scaled(bench, Convolve(x, w, **settings), relu=True)


def batch_layer(bench: NvdlaBench, x: TensorBatch, w: KernelTensor, **settings: Any) -> LayerChain:  # noqa: ANN401
    """A convolution of batches; settings as of `Convolve`."""
    conv = Convolve(x, w, **settings)
    y = bench.empty_batch(conv.shape, w.precision, apart=1)
    return conv >> SdpLayer(y, relu=True, convertor=convertor_for(w))


def _compressed_others(bench: NvdlaBench) -> Iterator[LayerChain]:
    """An image and batches, with compressed weights."""
    precision = bench.config.precisions[-1]
    pixel = next(item for item in PIXEL_FORMATS.values() if item.precision == precision)
    kernels = _struck(bench, "half", (5, pixel.channels, 3, 2), precision)
    w = bench.kernels(kernels, precision, order=ForImage(2), compressed=True)
    yield image_layer(bench, image_tensor(bench, pixel, (4, 4)), w)
    w = bench.kernels(_struck(bench, "runs", (5, 6, 2, 1), precision), precision, compressed=True)
    yield batch_layer(bench, _batch(bench, (2, 6, 3, 2), precision), w)


def _batch(bench: NvdlaBench, shape: tuple[int, int, int, int], precision: str) -> TensorBatch:
    return bench.batch(in_range(bench.rng.normal(0.0, 0.25, shape), precision), precision)


def _weights(bench: NvdlaBench, shape: KernelShape, precision: str) -> NDArray[Any]:
    return in_range(bench.rng.normal(0.0, 0.2, shape), precision)


def _struck(bench: NvdlaBench, zeros: str, shape: KernelShape, precision: str) -> NDArray[Any]:
    """Kernels with zeros of a class."""
    values = _weights(bench, shape, precision).astype(DTYPES[precision])
    elements = np.ascontiguousarray(values).view(np.uint8).reshape(values.size, -1)
    kernels, group = shape[0], group_kernels(bench.config, precision)
    sizes = [min(group, kernels - first) * (values.size // kernels) for first in range(0, kernels, group)]
    return strike_out(bench.rng, zeros, elements, sizes).reshape(-1).view(values.dtype).reshape(shape)
