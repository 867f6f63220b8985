"""Random layers of CDP, somewhere in memory and with values of all magnitudes."""

from __future__ import annotations

from collections.abc import Iterable

from models.nvdla.cdp.descriptor import Cdp
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.draw import MODES, CdpKnobs, draw_cdp, draw_values, placed
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.tensors.tensor import Tensor

GAPS_AT_MOST = 3
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
    await bench.play(*(somewhere(bench, *cell, knobs) for cell in cells), knobs=firmware)


def somewhere(bench: NvdlaBench, mode: str, precision: str, knobs: CdpKnobs) -> Cdp:
    """A layer of a cell with its input and its output in memory."""
    cdp = draw_cdp(bench.rng, bench.config, mode, precision, knobs=knobs)
    shape = cdp.channels, cdp.height, cdp.width
    x = _tensor(bench, precision, shape)
    x.load(draw_values(bench.rng, cdp))
    return placed(cdp, x, _tensor(bench, precision, shape))


def _tensor(bench: NvdlaBench, precision: str, shape: tuple[int, int, int]) -> Tensor:
    point = shape[1:] == (1, 1)  # is packed
    lines, surfaces = (0 if point else int(gap) for gap in bench.rng.integers(GAPS_AT_MOST + 1, size=2))
    ram = str(bench.rng.choice(list(bench.config.ports)))
    return bench.empty(shape, precision, ram=ram, gaps=(lines, surfaces))
