"""Layers of two units that wait for one memory all the time: what limits and weights do is seen on the port."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.bdma.descriptor import Bdma
from models.nvdla.cdp.rules.tables import LIMITS
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.extents import small_cdp
from sequences.nvdla.cdp.random import CdpKind
from sequences.nvdla.cdp.shapes import CdpShape
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.lut.ends import TableEnds, any_tables
from sequences.nvdla.pdp.random import PdpKind
from sequences.nvdla.pdp.small import Axis, small_pdp
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.programs.sharing import Sharing, share
from sequences.nvdla.programs.together import Together
from sequences.nvdla.rubik.shapes import RubikShape, allocate_rubik
from sequences.nvdla.tensors.side_shape import SideShape

COLUMNS = 8
"""Of a line that units of pooling read and write."""


async def contend(bench: NvdlaBench, together: Together, ram: str, sharing: Sharing, beats: int) -> None:
    """A copy and a reordering inside one memory.

    Args:
        bench: where to play.
        together: starts them.
        ram: the memory.
        sharing: what its interface is told.
        beats: that each of them reads, and that each writes, about.
    """
    await share(bench, {ram: sharing})
    side, pool = SideShape(ram), SurfacePool(bench)
    atoms = beats * bench.config.port(ram).data_bytes // bench.config.atom_bytes
    copy = CopyShape(source=side, destination=side, line_atoms=atoms // 2, lines=2)
    # With strides of 1 a contract copies a cube: one beat in, one beat out.
    reordering = RubikShape(mode="CONTRACT", width=atoms // 4, height=4, source=side, destination=side)
    await together.play(Bdma((allocate_copy(bench, copy, pool),)), [allocate_rubik(bench, reordering, pool)])
    pool.free()


async def contend_pooling(bench: NvdlaBench, ram: str, sharing: Sharing, beats: int) -> None:
    """A pooling layer that keeps each element, and a normalisation, inside one memory. Arguments as of `contend`."""
    await share(bench, {ram: sharing})
    config, pool = bench.config, SurfacePool(bench)
    precision, height = config.precisions[0], beats * config.port(ram).data_bytes // config.atom_bytes // COLUMNS
    side = SideShape(ram).at_zero(COLUMNS, height, config.atom_bytes)
    pooling = small_pdp(config, precision, Axis(outputs=(COLUMNS,)), Axis(outputs=(height,)))
    lanes = config.atom_bytes // ELEMENT_BYTES[precision]
    tables = any_tables(bench.rng, config, precision)
    lut = TableEnds(LIMITS[precision]).apart(0)
    cdp = small_cdp(config, precision, lut, tables, (lanes, height, COLUMNS))
    pooling = replace(pooling, pdp=replace(pooling.pdp, source=side, destination=side))
    normalised = CdpShape(cdp=replace(cdp, source=side, destination=side))
    first, last = (LayerChain(CdpKind(bench).allocate(normalised, pool)) for _ in range(2))
    await bench.play(first)  # so that its tables are there, which take long to be written
    await bench.play(LayerChain(PdpKind(bench).allocate(pooling, pool)), last)
    pool.free()
