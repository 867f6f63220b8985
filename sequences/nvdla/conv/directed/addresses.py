"""Convolutions where an address is easily got wrong: each high bit alone, lines and strides that carry, both ends."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.conv.modes import COMPRESSION
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS
from models.registers import WORD_BITS
from sequences.memory_plan import WORD_SPACE
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.directed.extents import small_shape
from sequences.nvdla.conv.random import ConvKind
from sequences.nvdla.conv.shapes import ConvShape, ImageShape
from sequences.nvdla.placement.placed_pool import CROSSINGS, PlacedPool, across_low, single_bits
from sequences.nvdla.tensors.side_shape import SideShape

APART = 16
"""Where weights are, in multiples of 4 GiB: behind what the widest surfaces reach."""
STREAM_SURFACES = 6
"""What a layer of an image of two planes with compressed weights has: planes, weights, mask, sizes, output."""


async def every_conv_address_bit(bench: NvdlaBench) -> None:
    """The smallest convolution for each address bit above a word, alone in input, weights and output in turn.

    Nothing where addresses are a word.
    """
    rams = list(bench.config.ports)
    pools = [PlacedPool(bench, places=places) for places in single_bits(bench.config, 1, 2)]
    shapes = [
        _shape(bench, number, *(rams[(number >> step) % len(rams)] for step in range(3)))
        for number in range(len(pools))
    ]
    if pools:
        await ConvKind(bench).play_placed(*zip(shapes, pools, strict=True))


async def conv_carries(bench: NvdlaBench) -> None:
    """Lines, strides and weights that carry into an address's upper word and through all of it, where it has one."""
    if not any(single_bits(bench.config)):
        return
    rams, atom_bytes = list(bench.config.ports), bench.config.atom_bytes
    for number, (source, destination) in enumerate(CROSSINGS):
        weights = across_low((0.0, 0.5, 1.0)[number % 3], APART * WORD_SPACE)
        shape = _shape(bench, number, *(rams[(number + step) % len(rams)] for step in range(3)))
        wide = replace(shape, channels=2 * atom_bytes, height=3, width=4, kernels=2 * atom_bytes)
        far = replace(wide, source=wide.source.far_surfaces(atom_bytes))
        spread = replace(wide, destination=wide.destination.far_surfaces(atom_bytes))
        for layer in (wide, far, spread):
            pool = PlacedPool(bench, places=(source, weights, destination))
            await ConvKind(bench).play_placed((layer, pool))


async def every_conv_stride_bit(bench: NvdlaBench) -> None:
    """Lines, then surfaces of input and output, further apart by each power of two that a stride holds.

    Where addresses are a word, there is no room for both of them with the last one.
    """
    config, rams = bench.config, list(bench.config.ports)
    address_bits = min(port.address_bits for port in config.ports.values())
    for bit in range(min(WORD_BITS, address_bits - 1) - config.atom_bytes.bit_length() + 1):
        shape = _shape(bench, bit, *(rams[(bit + step) % len(rams)] for step in range(3)))
        deep = replace(shape, channels=2 * config.atom_bytes, kernels=2 * config.atom_bytes)
        for layer, gaps in ((shape, (1 << bit, 0)), (deep, (0, 1 << bit))):
            source, destination = (replace(side, gaps=gaps) for side in (layer.source, layer.destination))
            await ConvKind(bench).play([replace(layer, source=source, destination=destination)])


async def every_address_bit_of_streams(bench: NvdlaBench) -> None:
    """The same for an image of two planes with compressed weights: the bit alone in each plane and stream in turn."""
    if COMPRESSION not in bench.config.features:
        return
    places = enumerate(single_bits(bench.config, *range(1, STREAM_SURFACES)))
    placed = [(_streams(bench, number), PlacedPool(bench, places=there)) for number, there in places]
    await ConvKind(bench).play_placed(*placed)


async def streams_that_carry(bench: NvdlaBench) -> None:
    """Planes and streams that carry into an address's upper word, from their first, middle or last beat."""
    if COMPRESSION not in bench.config.features or not any(single_bits(bench.config)):
        return
    for number, part in enumerate((0.0, 0.5, 1.0)):
        places = tuple(across_low(part, (1 + n) * APART * WORD_SPACE) for n in range(STREAM_SURFACES))
        large = replace(_streams(bench, number), kernels=4 * bench.config.mac_cells)
        await ConvKind(bench).play_placed((large, PlacedPool(bench, places=places)))


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
