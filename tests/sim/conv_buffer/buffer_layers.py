"""The layers that the test plays on CDMA and the convolution buffer."""

from dataclasses import replace

import numpy as np

from models.nvdla.config import HwConfig
from tests.sim.conv_buffer.buffer_elements import ELEMENT_BYTES, content
from tests.sim.conv_buffer.buffer_fetch import Fetch
from tests.sim.conv_buffer.buffer_image import FORMATS, ImageFetch
from tests.sim.conv_buffer.buffer_winograd import TILE, WinogradFetch
from tests.sim.dma.dma_requests import SMALL_SHIFT

ROUNDS = ((1, 0), (2, 120))
"""Seed and pauses in 256 cycles."""
LAYERS = 7
"""Random ones in a round."""
LARGE = 4
COMPRESSED = (2, 5, 6)
"""Which of the random ones have compressed weights."""
BATCHES = {0: 2, 1: 3, 4: 5}
"""How many batches some of them have."""


def random_layers(hw: HwConfig, seed: int) -> list[Fetch]:
    """The layers of a round; the last `LARGE` of them are too big for their banks."""
    rng = np.random.default_rng((seed, hw.atom_bytes))
    layers = [_random_layer(hw, rng, number) for number in range(LAYERS)]
    layers = [_in_batches(layer, BATCHES.get(number, 1)) for number, layer in enumerate(layers)]
    layers = [_compressed(layer, rng) if number in COMPRESSED else layer for number, layer in enumerate(layers)]
    layers += [replace(layers[-1], keep=True), replace(layers[-1], reuse=True, keep=True)]
    layers += _images(hw, rng, seed, layers[-1])
    if "WINOGRAD" in hw.features:
        layers += [_winograd(hw, rng, number) for number in range(len(KINDS))]
    quarter, third = hw.cbuf_bank_entries // 4, (hw.cbuf_bank_entries + 1) // 3
    return [
        *layers,
        _large_layer(hw, rng, width=quarter, gap=0, grain=2),
        _large_layer(hw, rng, width=third, gap=1, grain=3),
        _large_layer(hw, rng, width=quarter, gap=0, grain=3),
        _large_compressed_layer(hw, rng),
    ]


KINDS = (
    ("INT8", "INT8", None),
    ("INT16", "FP16", (-31, 3, 0)),
    ("FP16", "FP16", None),
    ("INT8", "INT8", (-3, 13, 4)),
    ("FP16", "FP16", (7, 7, 7)),
    ("INT16", "INT16", (1000, -17411, 15)),
    ("INT16", "INT16", None),
)
SMALL_SIZES = 15 << SMALL_SHIFT
"""Bits of an address at which there are small numbers."""
MEAN_SIZE = 128
"""Of a group."""
MOST_KERNELS = 8192
PADDING = {2: 0x7E01, 4: 0xFC00}
"""NaN and an infinity for some of those of FP16 for Winograd."""
SLENDER = {0: 4, 3: 1}
"""The heights of those that are one pixel wide."""
NOT_FLUSHED = 4


def _random_layer(hw, rng, number, **chosen):
    precision, processing, convert = KINDS[number % len(KINDS)]
    elements = hw.atom_bytes // ELEMENT_BYTES[precision]
    width, height = int(rng.integers(1, 20)), int(rng.integers(1, 6))
    channels = int(rng.integers(1, 6 * elements))
    gaps = int(rng.integers(3)), int(rng.integers(3))
    if number in SLENDER:
        width, height, gaps = 1, SLENDER[number], (0, 0)
        channels = int(rng.integers(10, 20)) * elements - 3
    line_stride = (width + gaps[0]) * hw.atom_bytes
    data_banks = int(rng.integers(1, hw.cbuf_banks))
    weight_banks = int(rng.integers(1, hw.cbuf_banks - data_banks + 1))
    kernel_bytes = int(rng.integers(1, 40)) * ELEMENT_BYTES[processing]
    values = {
        "hw": hw,
        "precision": precision,
        "processing": processing,
        "flush": number != NOT_FLUSHED,
        "convert": convert,
        "ram": int(rng.integers(len(hw.ports))),
        "base": _base(hw, rng),
        "channels": channels,
        "height": height,
        "width": width,
        "line_stride": line_stride,
        "surface_stride": line_stride * height + gaps[1] * hw.atom_bytes,
        "grain": 1,
        "data_banks": data_banks,
        "weight_banks": weight_banks,
        "weight_ram": int(rng.integers(len(hw.ports))),
        "weight_base": _base(hw, rng),
        "kernels": int(rng.integers(1, 5 * hw.mac_kernels)),
        "kernel_bytes": kernel_bytes,
        "weight_bytes": 0,
        "keep": bool(rng.integers(2)),
        "reuse": bool(rng.integers(2)),
    }
    return _fitting(Fetch(**(values | chosen)), int(rng.integers(3)))


def _large_layer(hw, rng, *, width, gap, grain):
    """Data and weights that are twice as big as their banks."""
    bank_bytes = hw.cbuf_bank_entries * hw.cbuf_entry_bytes
    line_stride = (width + gap) * hw.atom_bytes
    layer = _random_layer(
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
        kernels=9 * hw.mac_kernels + 1,
        kernel_bytes=bank_bytes // (4 * hw.mac_kernels) - 5,
    )
    return replace(layer, grain=grain, reuse=False, keep=False)


def _images(hw, rng, seed, last):
    """Images of half of the formats; the first one has the banks of the layer before, and may not use what it left."""
    images = [_image(hw, rng, pixels, number) for number, pixels in enumerate(FORMATS[seed % 2 :: 2])]
    first = replace(images[0], data_banks=last.data_banks, weight_banks=last.weight_banks, reuse=True, keep=True)
    again = replace(images[0], data_banks=last.data_banks, weight_banks=last.weight_banks, reuse=True, keep=False)
    return [first, again, *images[1:]]


def _image(hw, rng, pixels, number):
    second_base = _base(hw, rng)
    places = hw.atom_bytes // pixels.pixel_bytes[0]
    before, width = int(rng.integers(places)), int(rng.integers(1, 40))
    pads = int(rng.integers(4)) * int(rng.integers(2)), int(rng.integers(8)) * int(rng.integers(2))
    strides = [-(-(before + width) * size // hw.atom_bytes + 1) * hw.atom_bytes for size in pixels.pixel_bytes]
    processing = pixels.precision if pixels.precision == "FP16" else ("INT8", "INT16", "FP16")[number % 3]
    straight = processing == pixels.precision and number % 2
    numbers = [int(value) for value in rng.integers(-(2**15), 2**15, 6)]
    line_bytes = (width + sum(pads)) * pixels.components * ELEMENT_BYTES[processing]
    room = hw.cbuf_bank_entries * hw.cbuf_entry_bytes
    values = _random_layer(hw, rng, 0, width=width, height=int(rng.integers(1, 4)), line_stride=strides[0]).__dict__
    chosen = {
        "precision": pixels.precision,
        "processing": processing,
        "flush": bool(number % 4),
        "convert": None if straight else (numbers[0], numbers[1] >> number % 13, 3 + number % 13),
        "data_banks": -(-line_bytes // room),
        "weight_banks": 1,
        "keep": False,
        "reuse": False,
    }
    return ImageFetch(
        **(values | chosen),
        pixels=pixels,
        before=before,
        pads=pads,
        pad_value=numbers[1] & 0xFFFF,
        signs=bool(number % 2),
        means=tuple(numbers[2:]) if number % 3 else None,
        second=(second_base, strides[-1]),
    )


def _winograd(hw, rng, number):
    """A cube for Winograd."""
    strides = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    extended = (8, 8 + 4 * (number % 2))
    corner = int(rng.integers(4)), int(rng.integers(4))
    others = int(rng.integers(4)), int(rng.integers(4))
    width, height = (
        wide * stride - one - other for wide, stride, one, other in zip(extended, strides, corner, others, strict=True)
    )
    channels = int(rng.integers(1, 3 * hw.atom_bytes))
    line_stride = (width + number % 2) * hw.atom_bytes
    chosen = {"width": width, "height": height, "channels": channels, "line_stride": line_stride}
    values = _random_layer(hw, rng, number, **chosen).__dict__
    special = {"strides": strides, "extended": extended, "corner": corner}
    special["pad_value"] = PADDING.get(number, int(rng.integers(1 << 16)))
    surface_stride = line_stride * height + hw.atom_bytes
    layer = WinogradFetch(**(values | special | {"surface_stride": surface_stride, "grain": 1}))
    banks = -(-TILE * layer.slice_entries // hw.cbuf_bank_entries)
    return replace(layer, data_banks=banks, weight_banks=hw.cbuf_banks - banks)


def _large_compressed_layer(hw, rng):
    """Weights and masks that are bigger than their banks."""
    layer = _large_layer(hw, rng, width=hw.cbuf_bank_entries // 4, gap=0, grain=2)
    mask_bytes = 2 * hw.cbuf_bank_entries * hw.cbuf_entry_bytes
    kernels = min(MOST_KERNELS, mask_bytes // MEAN_SIZE * 2 * hw.mac_kernels)
    layer = replace(layer, kernels=kernels, kernel_bytes=8 * mask_bytes // kernels)
    return _compressed(layer, rng, mask_bytes, more_entries=hw.cbuf_bank_entries // 4)


def _compressed(layer, rng, mask_bytes=0, more_entries=1):
    """The layer with compressed weights."""
    hw, element = layer.hw, ELEMENT_BYTES[layer.processing]
    sizes_base = _base(hw, rng) | SMALL_SIZES
    sizes = content(layer.weight_ram, sizes_base, 4 * len(layer.group_kernels)).view("<u4")
    size = int(sizes[:-1].sum()) // hw.cbuf_entry_bytes + 1 + more_entries
    mask_size = -(-layer.kernels * layer.kernel_bytes // (8 * element * hw.cbuf_entry_bytes)) * hw.cbuf_entry_bytes
    data_banks = min(layer.data_banks, hw.cbuf_banks - 2)
    return replace(
        layer,
        data_banks=data_banks,
        weight_banks=min(layer.weight_banks, hw.cbuf_banks - 1 - data_banks),
        weight_bytes=size * hw.cbuf_entry_bytes,
        compression=(_base(hw, rng), max(mask_bytes, mask_size), sizes_base),
    )


def _in_batches(layer, number):
    """The layer with some batches, a gap behind each, and banks that hold a line of all."""
    stride = layer.surface_stride * layer.atoms + 2 * layer.hw.atom_bytes
    layer = replace(layer, batches=(number, stride), grain=1)
    banks = max(layer.data_banks, -(-layer.line_entries // layer.hw.cbuf_bank_entries))
    return replace(layer, data_banks=banks, weight_banks=min(layer.weight_banks, layer.hw.cbuf_banks - banks))


def _base(hw, rng):
    port = next(iter(hw.ports.values()))
    return int(rng.integers(1 << port.address_bits - 4, dtype=np.uint64)) // hw.atom_bytes * hw.atom_bytes


def _fitting(layer, more_entries):
    """The layer with banks, a grain and a size of the weights that fit."""
    hw, values = layer.hw, layer.__dict__ | {}
    while values["data_banks"] * hw.cbuf_bank_entries < layer.slice_entries:
        values["data_banks"] += 1
        values["weight_banks"] = 1
    room = values["data_banks"] * hw.cbuf_bank_entries // layer.slice_entries
    if layer.packed_lines:
        values["grain"] = min(room, max(1, layer.height // 2))
    size = -(-layer.kernels * layer.kernel_bytes // hw.cbuf_entry_bytes) + more_entries
    values["weight_bytes"] = size * hw.cbuf_entry_bytes
    return Fetch(**values)
