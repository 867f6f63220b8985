"""Convolutions where an address is easily got wrong: each high bit alone, lines and strides that carry, both ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.nvdla.config import HwConfig
from sequences.memory_plan import WORD_SPACE
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.allocate import allocate_conv
from sequences.nvdla.conv.extents import small_shape
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.placed_pool import ASIDE_BYTES, CROSSINGS, Place, PlacedPool, across_low, at
from sequences.nvdla.tensors.side_shape import SideShape

APART = 16
"""Where weights are, in multiples of 4 GiB: behind what the widest surfaces reach."""


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


def _shape(bench: NvdlaBench, number: int, source: str, weights: str, destination: str) -> ConvShape:
    """A small layer in those memories, the precisions in turn."""
    precision = bench.config.precisions[number % len(bench.config.precisions)]
    small = small_shape(bench.config, precision)
    return replace(small, source=SideShape(source), weight_ram=weights, destination=SideShape(destination))


def _single_bits(config: HwConfig) -> Iterator[tuple[Place, Place, Place]]:
    """Each address bit above a word alone in the input, and others in weights and output."""
    bits = range(WORD_SPACE.bit_length() - 1, min(port.address_bits for port in config.ports.values()))
    for number, bit in enumerate(bits):
        weights, destination = (1 << bits[(number + apart) % len(bits)] for apart in (1, 2))
        yield at(1 << bit), at(weights + ASIDE_BYTES), at(destination + 2 * ASIDE_BYTES)
