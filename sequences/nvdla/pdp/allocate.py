"""Giving a pooling layer its memory."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.nvdla.programming import LayerDescriptor
from models.nvdla.surfaces.elements import FeatureCube
from models.nvdla.surfaces.whole import whole_cube
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.pdp.shapes import PdpShape
from sequences.nvdla.placement.surface_pool import SurfacePool, read_surfaces
from sequences.nvdla.sdp.allocate import allocate_sdp
from sequences.nvdla.tensors.elements.elements import bytes_of
from sequences.nvdla.tensors.elements.values import draw_values


def allocate_pdp(bench: NvdlaBench, shape: PdpShape, pool: SurfacePool | None = None) -> tuple[LayerDescriptor, ...]:
    """Give a pooling layer surfaces and fill them; with what feeds it.

    Args:
        bench: where to play.
        shape: the layer.
        pool: where surfaces come from; None: each is new. Those of earlier layers keep what they hold.
    """
    pool, config = pool or SurfacePool(bench), bench.config
    pdp, atom = shape.pdp, config.atom_bytes
    feeders = () if shape.feeder is None else allocate_sdp(bench, shape.feeder, pool)
    sources = read_surfaces(feeders, config)
    if pdp.source is not None:
        layout = whole_cube(pdp.source, pdp.precision, (pdp.channels, pdp.height, pdp.width), config)
        atoms = None if shape.values is None else _filled(bench.rng, shape, layout)
        sources = [pool.source(layout, atom, atoms)]
        pdp = replace(pdp, source=replace(pdp.source, address=sources[0].address))
    destination = pool.destination(pdp.layout(config), atom, *sources)
    return *feeders, replace(pdp, destination=replace(pdp.destination, address=destination.address))


def _filled(rng: np.random.Generator, shape: PdpShape, layout: FeatureCube) -> NDArray[np.uint8]:
    size = layout.channels, layout.height, layout.width
    return layout.pack(bytes_of(draw_values(rng, shape.values, shape.pdp.precision, size)), 0)
