"""Convolutions that are the same in every run: precisions, memories, chains, groups that overlap, banks that change."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from models.nvdla.conv.buffer.sizes import bank_bytes
from models.nvdla.conv.fetch.inputs import CONVERTED, Convertor
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.features import convertor_for, feature_tensor, scaled, weight_tensor
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.conv.on_tensors.written import Sides
from sequences.nvdla.firmware.firmware import Firmware, FirmwareKnobs
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.tensors.kernels import KernelTensor
from sequences.nvdla.tensors.side_shape import two_sides
from sequences.nvdla.tensors.steps import Pair
from sequences.nvdla.tensors.tensor import Tensor


def features_layer(
    bench: NvdlaBench, x: Tensor, w: KernelTensor, ram: str, *, stride: Pair = 1, pad: Sides = 0
) -> tuple[LayerChain, Tensor]:
    """A convolution with ReLU, and its output."""
    conv = Convolve(x, w, stride=stride, pad=pad)
    y = bench.empty(conv.shape, w.precision, ram=ram)
    return conv >> SdpLayer(y, relu=True, convertor=convertor_for(w)), y


async def two_of_each_precision(bench: NvdlaBench) -> None:
    """A layer of 3x3 with padding and one of 1x1 that reads its output, in each precision, all in one program."""
    first, second = (side.ram for side in two_sides(bench.config))
    channels = bench.config.atom_bytes
    program = []
    for precision in bench.config.precisions:
        x = feature_tensor(bench, (channels, 4, 6), precision, first)
        wide = weight_tensor(bench, (channels // 2, channels, 3, 3), precision, first)
        one, y = features_layer(bench, x, wide, second, pad=1)
        narrow = weight_tensor(bench, (5, channels // 2, 1, 1), precision, second)
        two, _ = features_layer(bench, y, narrow, first, stride=2)
        program += [one, two]
    await play_and_free(bench, program)


async def every_conv_memory(bench: NvdlaBench) -> None:
    """Input, weights and output in each memory, the precisions in turn."""
    rams, precisions = list(bench.config.ports), bench.config.precisions
    program = []
    for number, (source, weights, destination) in enumerate(product(rams, repeat=3)):
        precision = precisions[number % len(precisions)]
        x = feature_tensor(bench, (5, 3, 4), precision, source)
        layer, _ = features_layer(bench, x, weight_tensor(bench, (3, 5, 2, 2), precision, weights), destination)
        program.append(layer)
    await play_and_free(bench, program)


async def conv_back_to_back(bench: NvdlaBench) -> None:
    """Both groups always busy: layers that do not need each other, of changing sizes, precisions and banks."""
    ram = next(iter(bench.config.ports))
    program = []
    for number in range(6):
        precision = bench.config.precisions[number // 2 % len(bench.config.precisions)]
        x = feature_tensor(bench, (7 + number, 3 + number % 2, 5), precision, ram)
        w = weight_tensor(bench, (3 + number, 7 + number, 1 + number % 3, 2), precision, ram)
        conv = Convolve(x, w, weight_banks=1 + number % (bench.config.cbuf_banks - 1))
        program.append(scaled(bench, conv, ram))
    await play_and_free(bench, program)


async def weights_in_parts(bench: NvdlaBench) -> None:
    """Weights that do not fit their bank, in each precision: groups are fetched while others are in use."""
    config, ram = bench.config, next(iter(bench.config.ports))
    program = []
    for precision in config.precisions:
        x = feature_tensor(bench, (config.mac_channels, 2, 2), precision, ram)
        kernel_bytes = config.mac_channels * 4 * x.layout.element_bytes
        kernels = 3 * bank_bytes(config) // (2 * kernel_bytes)
        w = weight_tensor(bench, (kernels, config.mac_channels, 2, 2), precision, ram)
        program.append(scaled(bench, Convolve(x, w, weight_banks=1), ram))
    await play_and_free(bench, program)


async def more_than_cacc_holds(bench: NvdlaBench, layers: int = 2) -> None:
    """Many more stripes than CACC has room for, over some layers: a memory that takes hardly any fills it.

    Args:
        bench: where to play.
        layers: of which the first has kernels for all cells, and each other one a single kernel.
    """
    config, ram = bench.config, next(iter(bench.config.ports))
    precision = config.precisions[0]
    program = []
    for number in range(layers):
        kernels = 1 if number else config.mac_cells
        x = feature_tensor(bench, (5, 6, 4 * config.mac_cells), precision, ram)
        layer, _ = features_layer(bench, x, weight_tensor(bench, (kernels, 5, 1, 1), precision, ram), ram)
        program.append(layer)
    await play_and_free(bench, program)


async def fully_connected(bench: NvdlaBench) -> None:
    """A kernel as large as the input, and one of 1x1 on the packed cube of one pixel that comes out."""
    ram = next(iter(bench.config.ports))
    for precision in bench.config.precisions:
        x = feature_tensor(bench, (9, 2, 3), precision, ram)
        one, y = features_layer(bench, x, weight_tensor(bench, (19, 9, 2, 3), precision, ram), ram)
        two, _ = features_layer(bench, y, weight_tensor(bench, (10, 19, 1, 1), precision, ram), ram)
        await play_and_free(bench, [one, two])


async def converted_input(bench: NvdlaBench) -> None:
    """CDMA's convertor, for each pair of precisions that it has."""
    ram = next(iter(bench.config.ports))
    pairs = [(source, made) for source, results in CONVERTED.items() for made in results]
    for source, precision in pairs:
        if source in bench.config.precisions and precision in bench.config.precisions:
            x = feature_tensor(bench, (9, 3, 4), source, ram)
            w = weight_tensor(bench, (4, 9, 2, 1), precision, ram)
            conv = Convolve(x, w, convertor=Convertor(enabled=True, offset=-20, scale=77, truncate=6))
            await play_and_free(bench, [scaled(bench, conv, ram, relu=True)])


async def start_long_conv(bench: NvdlaBench) -> None:
    """Start a layer that takes a while, and leave it to itself: something else is about to happen."""
    ram = next(iter(bench.config.ports))
    x = feature_tensor(bench, (bench.config.mac_channels, 6, 6), bench.config.precisions[0], ram)
    kernels = weight_tensor(bench, (9, bench.config.mac_channels, 3, 3), bench.config.precisions[0], ram)
    layer, _ = features_layer(bench, x, kernels, ram, pad=1)
    (job,) = jobs_of([layer], bench.config)
    await Firmware(bench, FirmwareKnobs()).start(job)


async def play_and_free(bench: NvdlaBench, program: Sequence[LayerChain]) -> None:
    """Play layers and give their memory back."""
    await bench.play(*program)
    layers = [layer for chain in program for layer in chain.layers]
    tensors = [tensor for layer in layers if isinstance(layer, Convolve) for tensor in (layer.x, layer.w)]
    outputs = [layer.y for layer in layers if isinstance(layer, SdpLayer) and layer.y is not None]
    bench.free(*{id(tensor): tensor for tensor in (*tensors, *outputs)}.values())
