"""Convolutions in the guide's working modes that are the same in every run: split height, deconvolution."""

from __future__ import annotations

from models.nvdla.conv.modes import COMPRESSION
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.deconvolution import Deconvolve, deconvolve
from sequences.nvdla.conv.features import convertor_for, feature_tensor, weight_tensor
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.conv.mapping.split import Split
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.tensors.images import ImageTensor
from sequences.nvdla.tensors.kernel_orders import ForImage, ForWinograd
from sequences.nvdla.tensors.kernels import KernelTensor
from sequences.nvdla.tensors.tensor import Tensor

SPLITS = tuple(
    Split(lines=5, keep_lines=lines, keep_weights=weights) for lines in (False, True) for weights in (False, True)
)
"""Every kind of split height, in parts of a few lines."""


async def split_height(bench: NvdlaBench, knobs: FirmwareKnobs | None = None) -> None:
    """A layer in parts, split twice in each precision; the first and the last part with padding."""
    rams = list(bench.config.ports)
    for number, precision in enumerate(bench.config.precisions):
        ram, other = rams[number % len(rams)], rams[(number + 1) % len(rams)]
        x = feature_tensor(bench, (bench.config.mac_channels + 2, 11, 3), precision, ram)
        w = weight_tensor(bench, (3, bench.config.mac_channels + 2, 3, 2), precision, other)
        splits = [SPLITS[(2 * number + at) % len(SPLITS)] for at in range(2)]
        parts = [
            Convolve(x, w, stride=(1, 1 + at), pad=(0, 1, 1, 1), weight_banks=2, split=split)
            for at, split in enumerate(splits)
        ]
        outputs = [bench.empty(conv.shape, precision, ram=ram) for conv in parts]
        layers = [conv >> SdpLayer(y, convertor=convertor_for(w)) for conv, y in zip(parts, outputs, strict=True)]
        await bench.play(*layers, knobs=knobs)
        bench.free(x, w, *outputs)


async def split_kinds(bench: NvdlaBench) -> None:
    """Parts of an image, of a layer with compressed kernels and of one by Winograd's method where there are these."""
    config, precision = bench.config, bench.config.precisions[0]
    ram = next(iter(config.ports))
    kept, rng = Split(lines=5), bench.rng
    image = bench.image(rng.integers(-99, 100, (4, 9, 5)), "T_A8B8G8R8", ram=ram)
    rows = bench.kernels(rng.integers(-20, 20, (3, 4, 3, 2)), "INT8", ram=ram, order=ForImage())
    layers = [Convolve(image, rows, split=kept, pad=1, signed=True)]
    tensors: list[Tensor | ImageTensor | KernelTensor] = [image, rows]
    if COMPRESSION in config.features:
        x = feature_tensor(bench, (5, 9, 3), precision, ram)
        sparse = rng.integers(1, 20, (6, 5, 3, 1)) * (rng.random((6, 5, 3, 1)) < 0.3)
        packed = bench.kernels(sparse, precision, ram=ram, compressed=True)
        layers.append(Convolve(x, packed, split=kept))
        tensors += [x, packed]
    if "WINOGRAD" in config.features:
        tall = feature_tensor(bench, (config.atom_bytes, 18, 10), precision, ram)
        tiles = bench.kernels(rng.integers(-5, 6, (4, config.atom_bytes, 3, 3)), precision, order=ForWinograd(scale=1))
        layers.append(Convolve(tall, tiles, split=Split(lines=12)))
        tensors += [tall, tiles]
    outputs = [bench.empty(conv.shape, conv.w.precision, ram=ram) for conv in layers]
    await bench.play(*(conv >> SdpLayer(y) for conv, y in zip(layers, outputs, strict=True)))
    bench.free(*tensors, *outputs)


async def too_large_for_the_buffer(bench: NvdlaBench) -> None:
    """A layer that must be split: data and weights are more than there are banks."""
    config, ram = bench.config, next(iter(bench.config.ports))
    channels, lines = config.mac_channels, config.cbuf_bank_entries // 2
    x = feature_tensor(bench, (2 * channels, lines, config.cbuf_banks + 2), config.precisions[0], ram)
    w = weight_tensor(bench, (2, 2 * channels, 2, 2), config.precisions[0], ram)
    conv = Convolve(x, w, stride=4)
    y = bench.empty(conv.shape, x.precision, ram=ram)
    await bench.play(conv >> SdpLayer(y, convertor=convertor_for(w)))
    bench.free(x, w, y)


async def deconvolutions(bench: NvdlaBench) -> None:
    """A deconvolution with all phases first, and one with Rubik behind each line of a stride, in each precision."""
    rams = list(bench.config.ports)
    for precision in bench.config.precisions:
        for by_row in (False, True):
            x = feature_tensor(bench, (5, 3, 2), precision, rams[0])
            w = weight_tensor(bench, (bench.config.atom_bytes // 2 + 1, 5, 3, 4), precision, rams[-1])
            layer = Deconvolve(x, w.numpy(), stride=2, crop=(1, 1, 0, 0), by_row=by_row)
            y = bench.empty(layer.shape, precision, ram=rams[-1])
            await deconvolve(bench, layer, SdpLayer(y, convertor=convertor_for(w)))
            bench.free(x, w, y)
