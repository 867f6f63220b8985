"""Giving a CDP layer its memory."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.cdp.reading import whole_cube
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.draw import draw_values
from sequences.nvdla.surface_pool import SurfacePool
from sequences.nvdla.tensors.elements import bytes_of
from sequences.nvdla.tensors.side_shape import draw_side


def allocate_cdp(bench: NvdlaBench, cdp: Cdp, pool: SurfacePool | None = None) -> Cdp:
    """Give a layer surfaces and fill its input.

    Args:
        bench: where to play.
        cdp: the layer, wherever it lies.
        pool: where surfaces come from; None: each is new. Those of earlier layers keep what they hold.
    """
    pool, atom = pool or SurfacePool(bench), bench.config.atom_bytes
    source, destination = (draw_side(bench.rng, bench.config, cdp.width, cdp.height) for _ in range(2))
    cdp = replace(cdp, source=source, destination=destination)
    layout = whole_cube(cdp.source, cdp.precision, (cdp.channels, cdp.height, cdp.width), bench.config)
    values = draw_values(bench.rng, replace(cdp, channels=layout.channels))
    read = pool.source(layout, atom, layout.pack(bytes_of(values), 0))
    written = pool.destination(cdp.layout(bench.config), atom, read)
    return replace(
        cdp,
        source=replace(cdp.source, address=read.address),
        destination=replace(cdp.destination, address=written.address),
    )
