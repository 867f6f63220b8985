"""The layers that the test plays on CDMA and the convolution buffer."""

from dataclasses import replace

import numpy as np

from models.nvdla.config import HwConfig
from tests.sim.nvdla.units.conv_buffer.buffer_draw import KINDS, random_layer
from tests.sim.nvdla.units.conv_buffer.buffer_fetch import Fetch
from tests.sim.nvdla.units.conv_buffer.buffer_modes import compressed, images, in_batches, winograd_cube

ROUNDS = ((1, 0), (2, 120))
"""Seed and pauses in 256 cycles."""
LAYERS = 7
"""Random ones in a round."""
LARGE = 4
MEAN_SIZE = 128
"""Of a group of compressed weights."""
MOST_KERNELS = 8192
COMPRESSED = (2, 5, 6)
"""Which of the random ones have compressed weights."""
BATCHES = {0: 2, 1: 3, 4: 5}
"""How many batches some of them have."""
SHARES_VARIABLE = "NPUVM_SHARES"
"""Environment variable with the shares of weights and of their mask, each less one; empty: those after reset."""


def random_layers(hw: HwConfig, seed: int) -> list[Fetch]:
    """The layers of a round; the last `LARGE` of them are too big for their banks."""
    rng = np.random.default_rng((seed, hw.atom_bytes))
    layers = [random_layer(hw, rng, number) for number in range(LAYERS)]
    layers = [in_batches(layer, BATCHES.get(number, 1)) for number, layer in enumerate(layers)]
    layers = [compressed(layer, rng) if number in COMPRESSED else layer for number, layer in enumerate(layers)]
    layers += [replace(layers[-1], keep=True), replace(layers[-1], reuse=True, keep=True)]
    layers += images(hw, rng, seed, layers[-1])
    if "WINOGRAD" in hw.features:
        layers += [winograd_cube(hw, rng, number) for number in range(len(KINDS))]
    quarter, third = hw.cbuf_bank_entries // 4, (hw.cbuf_bank_entries + 1) // 3
    return [
        *layers,
        _large_layer(hw, rng, width=quarter, gap=0, grain=2),
        _large_layer(hw, rng, width=third, gap=1, grain=3),
        _large_layer(hw, rng, width=quarter, gap=0, grain=3),
        _large_compressed_layer(hw, rng),
    ]


def _large_layer(hw, rng, *, width, gap, grain):
    """Data and weights that are twice as big as their banks."""
    bank_bytes = hw.cbuf_bank_entries * hw.cbuf_entry_bytes
    line_stride = (width + gap) * hw.atom_bytes
    layer = random_layer(
        hw,
        rng,
        0,
        data_banks=1,
        weight_banks=1,
        width=width,
        height=10,
        line_stride=line_stride,
        surface_stride=10 * line_stride,
        channels=hw.cbuf_entry_bytes - 3,
        kernels=9 * hw.mac_cells + 1,
        kernel_bytes=bank_bytes // (4 * hw.mac_cells) - 5,
    )
    return replace(layer, grain=grain, reuse=False, keep=False)


def _large_compressed_layer(hw, rng):
    """Weights and masks that are bigger than their banks."""
    layer = _large_layer(hw, rng, width=hw.cbuf_bank_entries // 4, gap=0, grain=2)
    mask_bytes = 2 * hw.cbuf_bank_entries * hw.cbuf_entry_bytes
    kernels = min(MOST_KERNELS, mask_bytes // MEAN_SIZE * 2 * hw.mac_cells)
    layer = replace(layer, kernels=kernels, kernel_bytes=8 * mask_bytes // kernels)
    return compressed(layer, rng, mask_bytes, more_entries=hw.cbuf_bank_entries // 4)
