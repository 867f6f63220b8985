"""Convolutions in the guide's working modes that are the same in every run: split height, deconvolution."""

from __future__ import annotations

from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.deconvolution import Deconvolve, deconvolve
from sequences.nvdla.conv.features import convertor_for, feature_tensor, weight_tensor
from sequences.nvdla.conv.layers import Convolve, SdpLayer
from sequences.nvdla.conv.split import Split
from sequences.nvdla.firmware.firmware import FirmwareKnobs

WAYS = tuple(
    Split(lines=5, keep_lines=lines, keep_weights=weights) for lines in (False, True) for weights in (False, True)
)
"""All ways to split height, in parts of a few lines."""


async def split_height(bench: NvdlaBench, knobs: FirmwareKnobs | None = None) -> None:
    """A layer in parts, in two ways in each precision; the first and the last part with padding."""
    rams = list(bench.config.ports)
    for number, precision in enumerate(bench.config.precisions):
        ram, other = rams[number % len(rams)], rams[(number + 1) % len(rams)]
        x = feature_tensor(bench, (bench.config.mac_channels + 2, 11, 3), precision, ram)
        w = weight_tensor(bench, (3, bench.config.mac_channels + 2, 3, 2), precision, other)
        ways = [WAYS[(2 * number + at) % len(WAYS)] for at in range(2)]
        parts = [
            Convolve(x, w, stride=(1, 1 + at), pad=(0, 1, 1, 1), weight_banks=2, split=way)
            for at, way in enumerate(ways)
        ]
        outputs = [bench.empty(conv.shape, precision, ram=ram) for conv in parts]
        layers = [conv >> SdpLayer(y, convertor=convertor_for(w)) for conv, y in zip(parts, outputs, strict=True)]
        await bench.play(*layers, knobs=knobs)
        bench.free(x, w, *outputs)


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
