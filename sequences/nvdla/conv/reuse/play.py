"""Playing rows of layers that go on from each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.weights import kernel_layout, weight_side
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.elements import FeatureCube
from models.nvdla.surfaces.layout import ELEMENT_BYTES, ceil_div
from models.nvdla.surfaces.side import Side
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.describe import cube_at_zero
from sequences.nvdla.conv.draw.values import draw_class, draw_values
from sequences.nvdla.conv.reuse.chain import Row, RowLayer, describe_layer
from sequences.nvdla.conv.reuse.draw import RowDraw
from sequences.nvdla.conv.reuse.forms import RowKnobs
from sequences.nvdla.conv.reuse.links import Link
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.surface_pool import SurfacePool
from sequences.nvdla.tensors.elements import bytes_of


async def random_rows(
    bench: NvdlaBench, rows: int, knobs: RowKnobs | None = None, firmware: FirmwareKnobs | None = None
) -> None:
    """Draw rows and play them, two at a time; each gives its memory back.

    Args:
        bench: where to play.
        rows: how many.
        knobs: what they prefer.
        firmware: how they are played.
    """
    drawn = [RowDraw(bench.rng, bench.config, knobs).draw() for _ in range(rows)]
    for first in range(0, rows, 2):
        await play_rows(bench, drawn[first : first + 2], firmware)


async def every_link(bench: NvdlaBench, knobs: RowKnobs | None = None) -> None:
    """Each kind of link behind each other one, in one row."""
    await play_rows(bench, [RowDraw(bench.rng, bench.config, knobs).draw(each_behind_each())])


def each_behind_each() -> list[Link]:
    """Links of which each follows each other one, and itself, just once."""
    links, found = list(Link), []
    for at, one in enumerate(links):
        found += [one, *(item for other in links[at + 1 :] for item in (one, other))]
    return [*found, links[0]]


async def play_rows(bench: NvdlaBench, rows: Sequence[Row], firmware: FirmwareKnobs | None = None) -> None:
    """Play rows, one behind the other."""
    pool = SurfacePool(bench)
    layers = [LayerChain(pair) for row in rows for pair in allocate_row(bench, row, pool)]
    await bench.play(*layers, knobs=firmware)
    pool.free()


def allocate_row(bench: NvdlaBench, row: Row, pool: SurfacePool) -> list[tuple[Conv, Sdp]]:
    """Give a row surfaces and fill them.

    Args:
        bench: where to play.
        row: the row.
        pool: where surfaces come from.

    Raises:
        ValueError: a layer does not fit the convolution buffer.
    """
    cubes = [_input(bench, row.reader(number), pool) for number in range(len(row.cubes))]
    kernels = {item.kernels: item.shape for item in reversed(row.layers)}
    weights = {number: _weights(bench, shape, pool) for number, shape in kernels.items()}
    return [_layer(bench, item, (cubes[item.cube], weights[item.kernels]), pool) for item in row.layers]


def _layer(bench: NvdlaBench, item: RowLayer, sides: tuple[Side, Side], pool: SurfacePool) -> tuple[Conv, Sdp]:
    """A layer, and memory for what it gives."""
    config, shape = bench.config, item.shape
    side = cube_at_zero(shape.destination, shape.out_height, shape.out_width, config)
    _, sdp = describe_layer(item, config, (*sides, side))
    surface = pool.destination(sdp.layout(config), config.atom_bytes)
    return describe_layer(item, config, (*sides, replace(side, address=surface.address)))


def _input(bench: NvdlaBench, shape: ConvShape, pool: SurfacePool) -> Side:
    """An input that holds values of any class, the channels that the last atom lacks too."""
    config, element_bytes = bench.config, ELEMENT_BYTES[shape.in_precision]
    side = cube_at_zero(shape.source, shape.height, shape.width, config)
    elements = config.atom_bytes // element_bytes
    channels = ceil_div(shape.channels, elements) * elements
    layout = FeatureCube(side, config.atom_bytes, channels, shape.height, shape.width, element_bytes)
    values = draw_class(bench.rng, shape.in_precision)
    drawn = draw_values(bench.rng, values, shape.in_precision, (channels, shape.height, shape.width))
    surface = pool.source(layout, config.atom_bytes, layout.pack(bytes_of(drawn), 0))
    return replace(side, address=surface.address)


def _weights(bench: NvdlaBench, shape: ConvShape, pool: SurfacePool) -> Side:
    """Weights of any class."""
    side = weight_side(shape.weight_ram, 0)
    layout = kernel_layout(side, shape.kernel_shape, shape.precision, bench.config)
    drawn = draw_values(bench.rng, draw_class(bench.rng, shape.precision), shape.precision, shape.kernel_shape)
    surface = pool.source(layout, bench.config.atom_bytes, layout.pack(bytes_of(drawn), 0))
    return replace(side, address=surface.address)
