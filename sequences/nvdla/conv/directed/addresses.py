"""Convolutions where an address is easily got wrong: each high bit alone, lines and strides that carry, both ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.nvdla.config import HwConfig
from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.conv.modes import COMPRESSION
from models.nvdla.surfaces.pixels import PIXEL_FORMATS
from models.nvdla.surfaces.side import WORD_BITS
from sequences.memory_plan import WORD_SPACE
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.allocate import allocate_conv
from sequences.nvdla.conv.directed.extents import small_shape
from sequences.nvdla.conv.shapes import ConvShape, ImageShape
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.placement.placed_pool import ASIDE_BYTES, CROSSINGS, Place, PlacedPool, across_low, at
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.tensors.side_shape import SideShape

APART = 16
"""Where weights are, in multiples of 4 GiB: behind what the widest surfaces reach."""
STREAM_SURFACES = 6
"""What a layer of an image of two planes with compressed weights has: planes, weights, mask, sizes, output."""


async def every_conv_address_bit(bench: NvdlaBench) -> None:
    """The smallest convolution for each address bit above a word, alone in input, weights and output in turn."""
    rams, pools = list(bench.config.ports), [PlacedPool(bench, places=places) for places in _single_bits(bench.config)]
    shapes = [
        _shape(bench, number, *(rams[(number >> step) % len(rams)] for step in range(3)))
        for number in range(len(pools))
    ]
    layers = [allocate_conv(bench, shape, pool) for shape, pool in zip(shapes, pools, strict=True)]
    await bench.play(*map(LayerChain, layers))
    for pool in pools:
        pool.free()


async def conv_carries(bench: NvdlaBench) -> None:
    """Lines, strides and weights that carry into an address's upper word and through all of it."""
    rams, atom_bytes = list(bench.config.ports), bench.config.atom_bytes
    for number, (source, destination) in enumerate(CROSSINGS):
        weights = across_low((0.0, 0.5, 1.0)[number % 3], APART * WORD_SPACE)
        shape = _shape(bench, number, *(rams[(number + step) % len(rams)] for step in range(3)))
        wide = replace(shape, channels=2 * atom_bytes, height=3, width=4, kernels=2 * atom_bytes)
        far = replace(wide, source=wide.source.far_surfaces(atom_bytes))
        spread = replace(wide, destination=wide.destination.far_surfaces(atom_bytes))
        for layer in (wide, far, spread):
            pool = PlacedPool(bench, places=(source, weights, destination))
            await bench.play(LayerChain(allocate_conv(bench, layer, pool)))
            pool.free()


async def every_conv_stride_bit(bench: NvdlaBench) -> None:
    """Lines, then surfaces of input and output, further apart by each power of two that a stride holds."""
    config, rams = bench.config, list(bench.config.ports)
    for bit in range(WORD_BITS - config.atom_bytes.bit_length() + 1):
        shape = _shape(bench, bit, *(rams[(bit + step) % len(rams)] for step in range(3)))
        deep = replace(shape, channels=2 * config.atom_bytes, kernels=2 * config.atom_bytes)
        for layer, gaps in ((shape, (1 << bit, 0)), (deep, (0, 1 << bit))):
            source, destination = (replace(side, gaps=gaps) for side in (layer.source, layer.destination))
            spread = replace(layer, source=source, destination=destination)
            pool = SurfacePool(bench)
            await bench.play(LayerChain(allocate_conv(bench, spread, pool)))
            pool.free()


async def every_address_bit_of_streams(bench: NvdlaBench) -> None:
    """The same for an image of two planes with compressed weights: the bit alone in each plane and stream in turn."""
    bits = _high_bits(bench.config)
    if COMPRESSION not in bench.config.features:
        return
    pools = [
        PlacedPool(
            bench,
            places=tuple(at((1 << bits[(first + n) % len(bits)]) + n * ASIDE_BYTES) for n in range(STREAM_SURFACES)),
        )
        for first in range(len(bits))
    ]
    layers = [allocate_conv(bench, _streams(bench, number), pool) for number, pool in enumerate(pools)]
    await bench.play(*map(LayerChain, layers))
    for pool in pools:
        pool.free()


async def streams_that_carry(bench: NvdlaBench) -> None:
    """Planes and streams that carry into an address's upper word, from their first, middle or last beat."""
    if COMPRESSION not in bench.config.features:
        return
    for number, part in enumerate((0.0, 0.5, 1.0)):
        places = tuple(across_low(part, (1 + n) * APART * WORD_SPACE) for n in range(STREAM_SURFACES))
        pool = PlacedPool(bench, places=places)
        large = replace(_streams(bench, number), kernels=4 * bench.config.mac_kernels)
        await bench.play(LayerChain(allocate_conv(bench, large, pool)))
        pool.free()


def _streams(bench: NvdlaBench, number: int) -> ConvShape:
    """A small image of two planes, multiplied by compressed weights; memories in turn."""
    rams = list(bench.config.ports)
    source, weights, destination = (rams[(number >> step) % len(rams)] for step in range(3))
    shape = _shape(bench, number, source, weights, destination)
    pixel = next(item for item in PIXEL_FORMATS.values() if len(item.plane_bytes) > 1)
    return replace(
        shape,
        in_precision=pixel.precision,
        channels=pixel.channels,
        image=ImageShape(pixel_format=pixel.name),
        convertor=Convertor(enabled=True, scale=1),
        compressed=True,
    )


def _shape(bench: NvdlaBench, number: int, source: str, weights: str, destination: str) -> ConvShape:
    """A small layer in those memories, the precisions in turn."""
    precision = bench.config.precisions[number % len(bench.config.precisions)]
    small = small_shape(bench.config, precision)
    return replace(small, source=SideShape(source), weight_ram=weights, destination=SideShape(destination))


def _high_bits(config: HwConfig) -> range:
    """The address bits above a word."""
    return range(WORD_SPACE.bit_length() - 1, min(port.address_bits for port in config.ports.values()))


def _single_bits(config: HwConfig) -> Iterator[tuple[Place, Place, Place]]:
    """Each address bit above a word alone in the input, and others in weights and output."""
    bits = _high_bits(config)
    for number, bit in enumerate(bits):
        weights, destination = (1 << bits[(number + apart) % len(bits)] for apart in (1, 2))
        yield at(1 << bit), at(weights + ASIDE_BYTES), at(destination + 2 * ASIDE_BYTES)
