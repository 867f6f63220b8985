"""Layers of the other modes: several batches, compressed weights, images, Winograd."""

from dataclasses import replace

import numpy as np

from models.nvdla.config import HwConfig
from tests.sim.nvdla.units.conv_buffer.buffer_draw import drawn_base, random_layer
from tests.sim.nvdla.units.conv_buffer.buffer_elements import ELEMENT_BYTES, content
from tests.sim.nvdla.units.conv_buffer.buffer_fetch import Fetch
from tests.sim.nvdla.units.conv_buffer.buffer_image import FORMATS, Format, ImageFetch
from tests.sim.nvdla.units.conv_buffer.buffer_winograd import TILE, WinogradFetch
from tests.sim.nvdla.units.dma.dma_requests import SMALL_SHIFT

SMALL_SIZES = 15 << SMALL_SHIFT
"""Bits of an address at which there are small numbers."""
PADDING = {2: 0x7E01, 4: 0xFC00}
"""NaN and an infinity for some of those of FP16 for Winograd."""


def in_batches(layer: Fetch, number: int) -> Fetch:
    """The layer with some batches, a gap behind each, and banks that hold a line of all."""
    stride = layer.surface_stride * layer.atoms + 2 * layer.hw.atom_bytes
    layer = replace(layer, batches=(number, stride), grain=1)
    banks = max(layer.data_banks, -(-layer.line_entries // layer.hw.cbuf_bank_entries))
    return replace(layer, data_banks=banks, weight_banks=min(layer.weight_banks, layer.hw.cbuf_banks - banks))


def compressed(layer: Fetch, rng: np.random.Generator, mask_bytes: int = 0, more_entries: int = 1) -> Fetch:
    """The layer with compressed weights."""
    hw, element = layer.hw, ELEMENT_BYTES[layer.processing]
    sizes_base = drawn_base(hw, rng) | SMALL_SIZES
    sizes = content(layer.weight_ram, sizes_base, 4 * len(layer.group_kernels)).view("<u4")
    size = int(sizes[:-1].sum()) // hw.cbuf_entry_bytes + 1 + more_entries
    mask_size = -(-layer.kernels * layer.kernel_bytes // (8 * element * hw.cbuf_entry_bytes)) * hw.cbuf_entry_bytes
    data_banks = min(layer.data_banks, hw.cbuf_banks - 2)
    return replace(
        layer,
        data_banks=data_banks,
        weight_banks=min(layer.weight_banks, hw.cbuf_banks - 1 - data_banks),
        weight_bytes=size * hw.cbuf_entry_bytes,
        compression=(drawn_base(hw, rng), max(mask_bytes, mask_size), sizes_base),
    )


def images(hw: HwConfig, rng: np.random.Generator, seed: int, last: Fetch) -> list[Fetch]:
    """Images of half of the formats; the first one has the banks of the layer before, and may not use what it left."""
    drawn = [_image(hw, rng, pixels, number) for number, pixels in enumerate(FORMATS[seed % 2 :: 2])]
    first = replace(drawn[0], data_banks=last.data_banks, weight_banks=last.weight_banks, reuse=True, keep=True)
    again = replace(drawn[0], data_banks=last.data_banks, weight_banks=last.weight_banks, reuse=True, keep=False)
    return [first, again, *drawn[1:]]


def _image(hw: HwConfig, rng: np.random.Generator, pixels: Format, number: int) -> ImageFetch:
    second_base = drawn_base(hw, rng)
    places = hw.atom_bytes // pixels.pixel_bytes[0]
    before, width = int(rng.integers(places)), int(rng.integers(1, 40))
    pads = int(rng.integers(4)) * int(rng.integers(2)), int(rng.integers(8)) * int(rng.integers(2))
    strides = [-(-(before + width) * size // hw.atom_bytes + 1) * hw.atom_bytes for size in pixels.pixel_bytes]
    processing = pixels.precision if pixels.precision == "FP16" else ("INT8", "INT16", "FP16")[number % 3]
    straight = processing == pixels.precision and number % 2
    room, kept = (8 * ELEMENT_BYTES[name] for name in (pixels.precision, processing))
    scale = int(rng.integers(-(2**15), 2**15))
    offsets = [int(value) for value in rng.integers(-(1 << room - 1), 1 << room - 1, 5)]
    line_bytes = (width + sum(pads)) * pixels.components * ELEMENT_BYTES[processing]
    bank_bytes = hw.cbuf_bank_entries * hw.cbuf_entry_bytes
    values = random_layer(hw, rng, 0, width=width, height=int(rng.integers(1, 4)), line_stride=strides[0]).__dict__
    chosen = {
        "precision": pixels.precision,
        "processing": processing,
        "flush": bool(number % 4),
        "convert": None if straight else (offsets[0], scale, 15 + room - kept + number % 3),
        "data_banks": -(-line_bytes // bank_bytes),
        "weight_banks": 1,
        "keep": False,
        "reuse": False,
    }
    return ImageFetch(
        **(values | chosen),
        pixels=pixels,
        before=before,
        pads=pads,
        pad_value=scale & 0xFFFF,
        signs=bool(number % 2),
        means=tuple(offsets[1:]) if number % 3 else None,
        second=(second_base, strides[-1]),
    )


def winograd_cube(hw: HwConfig, rng: np.random.Generator, number: int) -> Fetch:
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
    values = random_layer(hw, rng, number, **chosen).__dict__
    special = {"strides": strides, "extended": extended, "corner": corner}
    special["pad_value"] = PADDING.get(number, int(rng.integers(1 << 16)))
    surface_stride = line_stride * height + hw.atom_bytes
    layer = WinogradFetch(**(values | special | {"surface_stride": surface_stride, "grain": 1}))
    banks = -(-TILE * layer.slice_entries // hw.cbuf_bank_entries)
    return replace(layer, data_banks=banks, weight_banks=hw.cbuf_banks - banks)
