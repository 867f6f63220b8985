"""Random pooling layers, somewhere in memory and with numbers of all kinds, from memory or behind SDP."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from models.nvdla.pdp.descriptor import METHODS, Pdp
from models.nvdla.sdp.descriptor import Sdp, SdpSource
from models.nvdla.surfaces.side import Side
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.draw.values import draw_class
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.pdp.allocate import allocate_pdp
from sequences.nvdla.pdp.aspects import FLYING
from sequences.nvdla.pdp.draw import MODES, PdpKnobs, draw_pdp
from sequences.nvdla.pdp.shapes import PdpShape
from sequences.nvdla.sdp.shapes import SdpShape
from sequences.nvdla.surface_pool import SurfacePool
from sequences.nvdla.tensors.side_shape import draw_side

SMALL = PdpKnobs(columns_at_most=6, lines_at_most=3, input_at_most=16)
Cell = tuple[str, str, str]
"""Working mode, method, precision."""


def pdp_cells(bench: NvdlaBench) -> list[Cell]:
    """All that a configuration has."""
    return [(mode, method, name) for mode in MODES for method in METHODS for name in bench.config.precisions]


async def every_pdp_cell(bench: NvdlaBench, knobs: PdpKnobs = SMALL, firmware: FirmwareKnobs | None = None) -> None:
    """A small layer of each cell, both groups always busy."""
    await _play(bench, pdp_cells(bench), knobs, firmware)


async def random_pdp(
    bench: NvdlaBench, layers: int, knobs: PdpKnobs | None = None, firmware: FirmwareKnobs | None = None
) -> None:
    """Play random layers."""
    cells = pdp_cells(bench)
    chosen = (cells[int(number)] for number in bench.rng.integers(len(cells), size=layers))
    await _play(bench, chosen, knobs or PdpKnobs(), firmware)


async def _play(bench: NvdlaBench, cells: Iterable[Cell], knobs: PdpKnobs, firmware: FirmwareKnobs | None) -> None:
    pool = SurfacePool(bench)
    shapes = [draw_pdp_shape(bench, cell, knobs) for cell in cells]
    await bench.play(*(LayerChain(allocate_pdp(bench, shape, pool)) for shape in shapes), knobs=firmware)
    pool.free()


def draw_offline_pdp(bench: NvdlaBench, knobs: PdpKnobs) -> PdpShape:
    """A layer from memory, in any cell of those."""
    cells = [cell for cell in pdp_cells(bench) if cell[0] != FLYING]
    return draw_pdp_shape(bench, cells[int(bench.rng.integers(len(cells)))], knobs)


def draw_pdp_shape(bench: NvdlaBench, cell: Cell, knobs: PdpKnobs) -> PdpShape:
    """A layer of a cell; on the fly behind an SDP layer that hands its input on."""
    rng = bench.rng
    pdp = draw_pdp(rng, bench.config, *cell, knobs=knobs)
    values = draw_class(rng, pdp.precision) if chance(rng, 0.7) else None
    destination = draw_side(rng, bench.config, pdp.out_width, pdp.out_height)
    pdp = replace(pdp, destination=destination)
    side = draw_side(rng, bench.config, pdp.width, pdp.height)
    if pdp.flying:
        return PdpShape(pdp=pdp, feeder=SdpShape(sdp=handing_on(pdp, side), values=values))
    return PdpShape(pdp=replace(pdp, source=side), values=values)


def handing_on(pdp: Pdp, source: Side) -> Sdp:
    """An SDP layer that gives a cube in memory to PDP as it is."""
    return Sdp(
        precision=pdp.precision,
        out_precision=pdp.precision,
        channels=pdp.channels,
        height=pdp.height,
        width=pdp.width,
        source=SdpSource(side=source, precision=pdp.precision),
        to_pdp=True,
    )
