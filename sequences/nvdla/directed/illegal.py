"""Programs that break a rule and whose outcome is nevertheless settled: what is read overlaps, nothing is launched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from models.nvdla.conv.fetch.compression import SIZE_TYPE
from models.nvdla.conv.parts import Kernel
from models.nvdla.groups import GROUPS
from models.nvdla.rubik.descriptor import encode_rubik
from models.nvdla.surfaces.side import Side
from sequences.nvdla.bdma.directed import copy_group
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.allocate import allocate_conv
from sequences.nvdla.conv.directed.extents import small_shape
from sequences.nvdla.conv.features import feature_tensor
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.firmware.groups import enable, program, turn_of
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.firmware.slots import gather, launch, serve_groups
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.rubik.groups import serve_rubik
from sequences.nvdla.rubik.shapes import RubikShape, allocate_rubik
from sequences.nvdla.tensors.side_shape import two_sides

BROKEN = ("bdma-empty-launch", "bdma-line-stride", "bdma-surface-stride", "rubik-line-stride", "rubik-surface-stride")
"""The rules that these programs break."""
CONV_BROKEN = ("conv-line-stride", "conv-surface-stride", "conv-packed", "conv-point-packed")
"""Those that convolutions break by where their input lies."""
REUSE_BROKEN = ("conv-reuse", "conv-reuse-banks")
"""Those that convolutions break that use again what is not there."""
STREAMS_BROKEN = ("conv-compressed-streams", "conv-compressed-empty")
"""Those that convolutions break whose compressed weights do not agree."""


async def empty_launches(bench: NvdlaBench) -> None:
    """Launch nothing, in each group; a launch of something follows, which takes the busy flag back."""
    source, destination = two_sides(bench.config)
    for group in GROUPS:
        await launch(bench, group)
        await bench.host.read(bench.registers.BDMA.STATUS)
        await copy_group(bench, group, [CopyShape(source=source, destination=destination)])


async def overlapping_sources(bench: NvdlaBench) -> None:
    """Lines, then surfaces, that are read again in part as the next ones."""
    source, destination = two_sides(bench.config)
    shape = CopyShape(source=source, destination=destination, line_atoms=4, lines=4, surfaces=3)
    copy = allocate_copy(bench, shape)
    for group, side in enumerate(_overlapping(copy.source, bench.config.atom_bytes)):
        await gather(bench, [replace(copy, source=side)])
        await launch(bench, group)
        await serve_groups(bench, group)


async def overlapping_rubik_sources(bench: NvdlaBench) -> None:
    """The same for feature cubes that are split."""
    source, destination = two_sides(bench.config)
    channels = 2 * bench.config.atom_bytes
    shape = RubikShape(mode="SPLIT", width=4, height=4, out_channels=channels, source=source, destination=destination)
    block = bench.registers.RBK
    turn = await turn_of(bench, block)
    rubik = allocate_rubik(bench, shape)
    for at, side in enumerate(_overlapping(rubik.source, bench.config.atom_bytes)):
        layer = replace(rubik, source=side)
        await program(bench, block, turn ^ at, encode_rubik(block, layer, bench.config))
        await enable(bench, block)
        await serve_rubik(bench, turn ^ at)


async def overlapping_conv_sources(bench: NvdlaBench) -> None:
    """The same for a convolution's input, which then is not packed."""
    shape = replace(small_shape(bench.config, "INT8"), channels=2 * bench.config.atom_bytes, height=3, width=4)
    conv, sdp = allocate_conv(bench, shape)
    line_bytes = shape.width * bench.config.atom_bytes
    for side in _overlapping(conv.features.side, bench.config.atom_bytes):
        overlapping = replace(
            conv.features,
            side=side,
            line_packed=side.line_stride_bytes == line_bytes,
            surface_packed=side.surface_stride_bytes == shape.height * side.line_stride_bytes,
        )
        await bench.play(LayerChain((replace(conv, input=overlapping), sdp)))


async def loose_points(bench: NvdlaBench) -> None:
    """An input of one pixel whose surfaces lie apart, said to be packed, which it is read as, and not to be."""
    channels = 5 * bench.config.atom_bytes
    shape = replace(small_shape(bench.config, "INT8"), channels=channels, height=1, width=1)
    apart = feature_tensor(bench, (channels, 1, 2), shape.precision, shape.source.ram).side
    for packed in (True, False):
        conv, sdp = allocate_conv(bench, shape)
        loose = replace(conv.features, side=apart, line_packed=packed, surface_packed=packed)
        await bench.play(LayerChain((replace(conv, input=loose), sdp)))


async def reuse_of_nothing(bench: NvdlaBench) -> None:
    """Data, weights, and both are said to be used again, but the layer before has released them: they are fetched."""
    for data, weights in REUSES:
        await _play_reusing(bench, {}, {"reuse_data": data, "reuse_weights": weights})


async def reuse_over_other_banks(bench: NvdlaBench) -> None:
    """The same where they were left, but banks change: they are fetched, and both rings begin anew."""
    for data, weights in REUSES:
        kept = {"keep_data": data, "keep_weights": weights}
        await _play_reusing(bench, kept, {"reuse_data": data, "reuse_weights": weights}, more_banks=1)


REUSES = ((True, False), (False, True), (True, True))
"""Of data, of weights."""


async def _play_reusing(
    bench: NvdlaBench, left: Mapping[str, bool], taken: Mapping[str, bool], *, more_banks: int = 0
) -> None:
    """A layer, and one of the same shape that is said to go on from it; each has data and weights of its own.

    Args:
        bench: where to play.
        left: what the first one leaves.
        taken: what the second one takes.
        more_banks: for data, that the second one has.
    """
    kernel = Kernel(height=2, width=1)
    shape = replace(small_shape(bench.config, "INT8"), height=4, kernel=kernel, data_banks=1, weight_banks=1)
    (one, first), (two, second) = (allocate_conv(bench, shape) for _ in range(2))
    banks = two.buffer.data_banks + more_banks
    one = replace(one, buffer=replace(one.buffer, **left))
    two = replace(two, buffer=replace(two.buffer, **taken, data_banks=banks))
    await bench.play(LayerChain((one, first)), LayerChain((two, second)))


async def sizes_that_disagree(bench: NvdlaBench) -> None:
    """Group sizes that the part makes nothing wrong of: the last one, which it leaves out, and one that is a bit small.

    It counts whole entries of the buffer: where the missing bytes are in the entry of others, all are there in time.
    """
    config = bench.config
    x = bench.tensor(bench.rng.integers(-9, 10, (config.mac_channels, 2, 3)), "INT8")
    values = bench.rng.integers(1, 10, (4 * config.mac_cells + 1, config.mac_channels, 1, 1))
    values[0, 0] = 0  # so that the first group does not fill its last entry
    for group, change in ((-1, 7), (-1, -1), (0, -1)):
        w = bench.kernels(values, "INT8", compressed=True)
        assert w.streams is not None
        sizes = bench.host.dump(w.surface.port, w.streams.sizes.address, w.streams.sizes.size_bytes).view(SIZE_TYPE)
        groups = len(w.layout.group_elements)
        sizes[group % groups] = int(sizes[group % groups]) + change
        bench.host.load(w.surface.port, w.streams.sizes.address, sizes.view(np.uint8))
        conv = Convolve(x, w)
        await bench.play(conv >> SdpLayer(bench.empty(conv.shape, "INT8")))


async def weights_of_nothing_but_zeros(bench: NvdlaBench) -> None:
    """Compressed kernels of zeros, and a layer behind them that has other banks, so that what they left is gone."""
    channels = bench.config.mac_channels
    x = bench.tensor(bench.rng.integers(-9, 10, (channels, 2, 3)), "INT8")
    zeros = bench.kernels(np.zeros((2, channels, 1, 1), np.int8), "INT8", compressed=True)
    others = bench.kernels(bench.rng.integers(1, 10, (2, channels, 1, 1)), "INT8", compressed=True)
    for banks, w in enumerate((zeros, others), 1):
        conv = Convolve(x, w, weight_banks=banks)
        await bench.play(conv >> SdpLayer(bench.empty(conv.shape, "INT8")))


def _overlapping(side: Side, atom_bytes: int) -> tuple[Side, Side]:
    """The surface with lines, and with surfaces, that begin an atom early."""
    lines = replace(side, line_stride_bytes=side.line_stride_bytes - atom_bytes)
    surfaces = replace(side, surface_stride_bytes=side.surface_stride_bytes - atom_bytes)
    return lines, surfaces
