"""Giving a convolution its memory."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.conv.buffer.streams import stored_layout
from models.nvdla.conv.descriptor import Conv
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import Stream
from sequences.memory_plan import Surface
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.draw.contents import filled_batches, filled_cube, filled_planes, filled_weights
from sequences.nvdla.conv.mapping.describe import describe, describe_at_zero
from sequences.nvdla.conv.mapping.placed import PlacedConv
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.tensors.kernels import StreamSurfaces, streams_of


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
    source, *second = _input(bench, conv, shape, pool)
    batch_strides = (0, 0) if shape.batches == 1 else (conv.features.batch_stride_bytes, sdp.batch_stride_bytes)
    weights, streams = _weights(bench, conv, shape, pool)
    destination = _output(bench, sdp, pool, source, weights, *second)
    placed = PlacedConv(
        shape=shape,
        source=replace(conv.input.side, address=source.address),
        weights=replace(conv.weights.side, address=weights.address),
        destination=replace(sdp.destination, address=destination.address),
        second=replace(conv.input.sides[1], address=second[0].address) if second else None,
        batch_strides=batch_strides,
        weight_bytes=weights.size_bytes if streams else None,
        compression=streams.compression if streams else None,
    )
    return describe(placed, config)


def _input(bench: NvdlaBench, conv: Conv, shape: ConvShape, pool: SurfacePool) -> list[Surface]:
    """An input that holds values of its class: of an image a surface for each plane."""
    atom = bench.config.atom_bytes
    if shape.image is not None:
        planes = filled_planes(bench.rng, shape, bench.config)
        return [pool.source(plane, atom, atoms) for plane, atoms in planes]
    if shape.batches > 1:
        cubes = [conv.features.layout(bench.config, batch) for batch in range(shape.batches)]
        line, atoms = filled_batches(bench.rng, shape, cubes)
        return [pool.source(line, atom, atoms)]
    layout, atoms = filled_cube(bench.rng, shape, conv.features.layout(bench.config))
    return [pool.source(layout, atom, atoms)]


def _weights(
    bench: NvdlaBench, conv: Conv, shape: ConvShape, pool: SurfacePool
) -> tuple[Surface, StreamSurfaces | None]:
    """Weights of their class; compressed ones do not lie where others have something."""
    atom = bench.config.atom_bytes
    layout, atoms = filled_weights(bench.rng, shape, stored_layout(conv, bench.config))
    if not shape.compressed:
        return pool.source(layout, atom, atoms), None
    surfaces = [
        pool.fresh(Stream(layout.side, atom, stream.size), atom, stream.reshape(-1, atom))
        for stream in streams_of(atoms, layout)
    ]
    streams = StreamSurfaces(*surfaces)
    return streams.weights, streams


def _output(bench: NvdlaBench, sdp: Sdp, pool: SurfacePool, *sources: Surface) -> Surface:
    """Room for all that SDP writes."""
    atom, layout = bench.config.atom_bytes, sdp.layout(bench.config)
    if sdp.batches == 1:
        return pool.destination(layout, atom, *sources)
    size = (sdp.batches - 1) * sdp.batch_stride_bytes + layout.size_bytes
    side = Side(ram=sdp.destination.ram, address=0, line_stride_bytes=0, surface_stride_bytes=0)
    return pool.destination(Stream(side, atom, size), 2 * atom, *sources)
