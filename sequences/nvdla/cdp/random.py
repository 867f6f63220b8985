"""Random layers of CDP, somewhere in memory and with values of all magnitudes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from models.nvdla.cdp.descriptor import Cdp
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.allocate import allocate_cdp
from sequences.nvdla.cdp.draw import MODES, CdpKnobs, draw_cdp
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.sdp.draw.tables import TableShelf
from sequences.nvdla.surface_pool import SurfacePool

SMALL = CdpKnobs(columns_at_most=5, lines_at_most=2, surfaces_at_most=2)
Cell = tuple[str, str]
"""Mode, precision."""


def cdp_cells(bench: NvdlaBench) -> list[Cell]:
    """All that a configuration has."""
    return [(mode, name) for mode in MODES for name in bench.config.precisions]


async def every_cdp_cell(bench: NvdlaBench, knobs: CdpKnobs = SMALL, firmware: FirmwareKnobs | None = None) -> None:
    """A small layer of each cell."""
    await _play(bench, cdp_cells(bench), knobs, firmware)


async def random_cdp(
    bench: NvdlaBench, layers: int, knobs: CdpKnobs | None = None, firmware: FirmwareKnobs | None = None
) -> None:
    """Play random layers."""
    cells = cdp_cells(bench)
    chosen = (cells[int(number)] for number in bench.rng.integers(len(cells), size=layers))
    await _play(bench, chosen, knobs or CdpKnobs(), firmware)


async def _play(bench: NvdlaBench, cells: Iterable[Cell], knobs: CdpKnobs, firmware: FirmwareKnobs | None) -> None:
    pool = SurfacePool(bench)
    layers = [draw_cdp(bench.rng, bench.config, *cell, knobs=knobs) for cell in cells]
    await bench.play(*(allocate_cdp(bench, layer, pool) for layer in layers), knobs=firmware)
    pool.free()


def draw_any_cdp(bench: NvdlaBench, knobs: CdpKnobs, shelf: TableShelf, keep: float) -> Cdp:
    """A layer of any cell, often with the tables of the one before."""
    cells = cdp_cells(bench)
    cdp = draw_cdp(bench.rng, bench.config, *cells[int(bench.rng.integers(len(cells)))], knobs=knobs)
    tables = shelf.take(bench.rng, bench.config, keep, floating=cdp.precision == "FP16")
    return replace(cdp, tables=tables)
