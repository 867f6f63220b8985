"""Where convolution of public parts differs from documents: a layer or two each (docs/nvdla/errata.md)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.conv.buffer.sizes import entries_per_slice
from models.nvdla.conv.descriptor import Conv
from models.nvdla.sdp.descriptor import Sdp
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.draw.far import data_entries
from sequences.nvdla.conv.features import convertor_for
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.firmware.firmware import COUNTED
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.registers.statuses import last_status
from sequences.nvdla.tensors.images import ImageTensor
from sequences.nvdla.tensors.kernel_orders import ForImage

ONE_COMPONENT, TWO_PLANES = "T_R8", "T_Y8___U8V8_N444"
FOUR_COMPONENTS, FOUR_BYTES = "T_A8R8G8B8", 4
TAPS, STEP, STEPS = 5, 3, 9
"""Columns of a kernel, from one pixel of output to the next, and pixels of output."""
PADDED = 27
"""Columns of padding that are 8 beats of 8 bytes, where a pixel of the second plane has two."""


async def weight_latency(bench: NvdlaBench) -> int:
    """A convolution that is counted; what CDMA shows of its weights' latency."""
    await bench.play(LayerChain(_described(bench, _pixel(bench))), knobs=COUNTED)
    return await last_status(bench, "CDMA", "D_PERF_WT_READ_LATENCY")


async def blocks_of_an_image(bench: NvdlaBench) -> None:
    """Rows of a kernel that take two blocks of channels and one channel more, for a line of two pixels.

    Where no kernel may have so many columns it has as many as it may; no such part is known to be wrong.
    """
    most = bench.registers.CSC.D_WEIGHT_SIZE_EXT_0.WEIGHT_WIDTH_EXT.limit + 1
    columns = min(2 * bench.config.mac_channels + 1, most)
    x = bench.image(bench.rng.integers(0, 100, (1, 1, columns + 1)), ONE_COMPONENT)
    await bench.play(LayerChain(_described(bench, _of_image(bench, x, columns))))


async def padding_of_an_image(bench: NvdlaBench) -> None:
    """More columns of padding on the right than parts with beats of 8 bytes count in the second plane."""
    x = bench.image(bench.rng.integers(0, 100, (3, 1, 2)), TWO_PLANES)
    conv = replace(_of_image(bench, x, PADDED + 1), pad=(0, PADDED, 0, 0))
    await bench.play(LayerChain(_described(bench, conv)))


async def jump_of_an_image(bench: NvdlaBench) -> None:
    """Two layers in the same banks: lines that leave few entries, then a line of pixels with steps over entries."""
    config, channels = bench.config, bench.config.atom_bytes
    pixels = config.cbuf_bank_entries * config.cbuf_entry_bytes // config.atom_bytes
    few = STEPS * STEP * FOUR_BYTES // 2 // config.atom_bytes
    x = bench.tensor(bench.rng.integers(1, 100, (channels, 1, pixels - few)), "INT8")
    first = Convolve(x, bench.kernels(bench.rng.integers(-99, 100, (1, channels, 1, 1)), "INT8"))
    image = bench.image(bench.rng.integers(1, 100, (4, 1, TAPS + (STEPS - 1) * STEP)), FOUR_COMPONENTS)
    second = replace(_of_image(bench, image, TAPS), stride=(STEP, 1))
    for layer in (first, second):
        conv, sdp = _described(bench, layer)
        one_bank = replace(conv.buffer, data_banks=1, weight_banks=1)
        await bench.play(LayerChain((replace(conv, buffer=one_bank), sdp)))


async def blocks_of_a_wide_cube(bench: NvdlaBench) -> None:
    """A line of more columns than parts count between blocks of channels, two such blocks, few pixels of output.

    Of half as many columns where the buffer has no room for so many; no such part is known to be wrong.
    """
    config, rng, csc = bench.config, bench.rng, bench.registers.CSC
    channels = config.mac_channels + config.atom_bytes
    columns = (csc.D_DATAIN_SIZE_EXT_0.DATAIN_WIDTH_EXT.limit + 1) // 2 + 1
    while entries_per_slice(config, channels, columns, 1, 1) > data_entries(config):
        columns //= 2
    step = csc.D_CONV_STRIDE_EXT.CONV_X_STRIDE_EXT.limit + 1
    values = np.zeros((channels, 1, columns), np.int64)
    values[:, :, ::step] = rng.integers(1, 100, values[:, :, ::step].shape)
    weights = bench.kernels(rng.integers(-9, 10, (1, channels, 1, 1)), "INT8")
    await bench.play(LayerChain(_described(bench, Convolve(bench.tensor(values, "INT8"), weights, stride=(step, 1)))))


async def surplus_of_weights(bench: NvdlaBench) -> None:
    """Two layers in the same banks, the first with an entry more of weights than its kernels have."""
    conv, sdp = _described(bench, _pixel(bench))
    size = conv.weights.size_bytes + bench.config.cbuf_entry_bytes
    await bench.play(LayerChain((replace(conv, weights=replace(conv.weights, size_bytes=size)), sdp)))
    await bench.play(LayerChain(_described(bench, _pixel(bench))))


async def saturation_of_pixels(bench: NvdlaBench) -> tuple[int, int]:
    """Two layers of one result, which saturates; what CACC has counted behind each."""
    most, counts = (1 << 15) - 1, []
    for _ in range(2):
        x = bench.tensor(np.full((bench.config.mac_channels, 1, 1), most), "INT16")
        w = bench.kernels(np.full((1, bench.config.mac_channels, 1, 1), most), "INT16")
        await bench.play(Convolve(x, w) >> SdpLayer(bench.empty((1, 1, 1), "INT16")))
        counts.append(await last_status(bench, "CACC", "D_OUT_SATURATION"))
    return counts[0], counts[1]


def _pixel(bench: NvdlaBench) -> Convolve:
    """One pixel of an atom, and two kernels."""
    channels = bench.config.atom_bytes
    x = bench.tensor(bench.rng.integers(-99, 100, (channels, 1, 1)), "INT8")
    return Convolve(x, bench.kernels(bench.rng.integers(-99, 100, (2, channels, 1, 1)), "INT8"))


def _of_image(bench: NvdlaBench, x: ImageTensor, columns: int) -> Convolve:
    """An image and one kernel of a row."""
    weights = bench.rng.integers(-9, 10, (1, x.shape[0], 1, columns))
    return Convolve(x, bench.kernels(weights, "INT8", order=ForImage()), signed=True)


def _described(bench: NvdlaBench, conv: Convolve) -> tuple[Conv, Sdp]:
    """A convolution, whether the part plays it right or not, and SDP behind it."""
    taker = SdpLayer(bench.empty(conv.shape, "INT8"), convertor=convertor_for(conv.w))
    return conv.descriptors(bench.config, taker)
