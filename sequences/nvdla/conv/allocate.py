"""Giving a convolution its memory."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.streams import kernel_layout
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.layout import ceil_div
from sequences.memory_plan import Surface
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.describe import describe, describe_at_zero
from sequences.nvdla.conv.draw.values import draw_values
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.surface_pool import SurfacePool
from sequences.nvdla.tensors.elements import bytes_of


def allocate_conv(bench: NvdlaBench, shape: ConvShape, pool: SurfacePool | None = None) -> tuple[Conv, Sdp]:
    """Give a convolution surfaces and fill them.

    Args:
        bench: where to play.
        shape: the layer.
        pool: where surfaces come from; None: each is new. Those of earlier layers keep what they hold.

    Raises:
        ValueError: the convolution buffer is too small.
    """
    pool, config = pool or SurfacePool(bench), bench.config
    conv, sdp = describe_at_zero(shape, config)
    source = _input(bench, conv, shape, pool)
    weights = _weights(bench, conv, shape, pool)
    destination = pool.destination(sdp.layout(config), config.atom_bytes, source, weights)
    return describe(
        shape,
        config,
        replace(conv.input.side, address=source.address),
        replace(conv.weights.side, address=weights.address),
        replace(sdp.destination, address=destination.address),
    )


def _input(bench: NvdlaBench, conv: Conv, shape: ConvShape, pool: SurfacePool) -> Surface:
    """An input that holds values of its class, the channels that the last atom lacks too."""
    layout = conv.features.layout(bench.config)
    elements = layout.atom_elements
    whole = replace(layout, channels=ceil_div(shape.channels, elements) * elements)
    drawn = draw_values(bench.rng, shape.values, shape.in_precision, (whole.channels, shape.height, shape.width))
    return pool.source(whole, bench.config.atom_bytes, whole.pack(bytes_of(drawn), 0))


def _weights(bench: NvdlaBench, conv: Conv, shape: ConvShape, pool: SurfacePool) -> Surface:
    """Weights of their class."""
    layout = kernel_layout(conv, bench.config)
    drawn = draw_values(bench.rng, shape.weights, shape.precision, shape.kernel_shape)
    return pool.source(layout, bench.config.atom_bytes, layout.pack(bytes_of(drawn), 0))
