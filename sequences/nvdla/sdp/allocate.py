"""Giving an SDP layer its memory."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from models.nvdla.aims import Aim
from models.nvdla.programming import LayerDescriptor
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.surfaces.side import Side
from sequences.memory_plan import Surface
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.allocate import allocate_conv
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.sdp.fill import Atoms, filled_input, filled_operands
from sequences.nvdla.sdp.shapes import SdpShape


def allocate_sdp(bench: NvdlaBench, shape: SdpShape, pool: SurfacePool | None = None) -> tuple[LayerDescriptor, ...]:
    """Give an SDP layer surfaces and fill them; with the convolution before it, if there is one.

    Args:
        bench: where to play.
        shape: the layer.
        pool: where surfaces come from; None: each is new. Those of earlier layers keep what they hold.
    """
    pool = pool or SurfacePool(bench)
    if shape.conv is not None:
        conv, taker = allocate_conv(bench, shape.conv, pool)
        sdp, _ = _with_operands(bench, replace(shape.sdp, destination=taker.destination), shape, pool, None)
        return conv, sdp
    assert shape.sdp.source is not None
    layout, atoms = filled_input(bench.rng, shape, bench.config)
    source = pool.source(layout, bench.config.atom_bytes, atoms)
    side = replace(shape.sdp.source.side, address=source.address)
    sdp = replace(shape.sdp, source=replace(shape.sdp.source, side=side))
    sdp, sources = _with_operands(bench, sdp, shape, pool, atoms)
    if sdp.writes_nothing:
        return (sdp,)
    destination = pool.destination(sdp.layout(bench.config), bench.config.atom_bytes, source, *sources)
    return (replace(sdp, destination=replace(sdp.destination, address=destination.address)),)


def _with_operands(
    bench: NvdlaBench, sdp: Sdp, shape: SdpShape, pool: SurfacePool, atoms: Atoms | None
) -> tuple[Sdp, list[Surface]]:
    """The layer with places for its operands, and these; of several batches they lie at multiples of two atoms."""
    align, surfaces = bench.config.atom_bytes * (2 if sdp.batches > 1 else 1), []
    for name, operator in sdp.operators:
        operands = operator.operands
        if operands is None:
            continue
        if shape.aim is Aim.SAME:
            assert sdp.source is not None
            side = sdp.source.side
        else:
            layout, held = filled_operands(bench.rng, shape, name, atoms, bench.config)
            surfaces.append(pool.source(layout, align, held))
            side = replace(operands.side, address=surfaces[-1].address)
        sdp = _with_side(sdp, name, side)
    return sdp, surfaces


def _with_side(sdp: Sdp, name: str, side: Side) -> Sdp:
    """The layer with the operands of an operator there."""
    operator = dict(sdp.operators)[name]
    assert operator.operands is not None
    settings: dict[str, Any] = {name: replace(operator, operands=replace(operator.operands, side=side))}
    return replace(sdp, **settings)
