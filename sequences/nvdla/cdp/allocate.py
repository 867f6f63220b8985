"""Giving a CDP layer its memory."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.surfaces.whole import whole_cube
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.fill import filled_input
from sequences.nvdla.cdp.shapes import CdpShape
from sequences.nvdla.placement.surface_pool import SurfacePool


def allocate_cdp(bench: NvdlaBench, shape: CdpShape, pool: SurfacePool | None = None) -> Cdp:
    """Give a layer surfaces and fill its input.

    Args:
        bench: where to play.
        shape: the layer.
        pool: where surfaces come from; None: each is new. Those of earlier layers keep what they hold.
    """
    pool, cdp, atom = pool or SurfacePool(bench), shape.cdp, bench.config.atom_bytes
    layout = whole_cube(cdp.source, cdp.precision, (cdp.channels, cdp.height, cdp.width), bench.config)
    source = pool.source(layout, atom, filled_input(bench.rng, shape, layout))
    destination = pool.destination(cdp.layout(bench.config), atom, source)
    return replace(
        cdp,
        source=replace(cdp.source, address=source.address),
        destination=replace(cdp.destination, address=destination.address),
    )
