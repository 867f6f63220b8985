"""Random pooling layers, somewhere in memory and with numbers of all kinds, from memory or behind SDP."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.pdp.descriptor import METHODS, Pdp
from models.nvdla.sdp.descriptor import Sdp, SdpSource
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.pdp.aspects import FLYING
from sequences.nvdla.pdp.draw import MODES, PdpKnobs, draw_pdp
from sequences.nvdla.tensors.tensor import Tensor

GAPS_AT_MOST = 3
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
    chains = [placed(bench, draw_pdp(bench.rng, bench.config, *cell, knobs=knobs), cell[0] == FLYING) for cell in cells]
    await bench.play(*chains, knobs=firmware)


def placed(bench: NvdlaBench, pdp: Pdp, flying: bool) -> LayerChain:
    """A layer with its input and its output in memory; on the fly behind an SDP layer that hands its input on."""
    x = _tensor(bench, pdp.precision, (pdp.channels, pdp.height, pdp.width))
    x.load(random_elements(bench.rng, pdp.precision, x.shape))
    y = _tensor(bench, pdp.precision, (pdp.channels, pdp.out_height, pdp.out_width))
    layer = replace(pdp, source=None if flying else x.side, destination=y.side)
    return LayerChain((handing_on(x), layer) if flying else (layer,))


def handing_on(x: Tensor) -> Sdp:
    """An SDP layer that gives a cube in memory to PDP as it is."""
    channels, height, width = x.shape
    return Sdp(
        precision=x.precision,
        out_precision=x.precision,
        channels=channels,
        height=height,
        width=width,
        source=SdpSource(side=x.side, precision=x.precision),
        destination=replace(x.side, address=0, line_stride_bytes=0, surface_stride_bytes=0),
        to_pdp=True,
    )


def random_elements(rng: np.random.Generator, precision: str, shape: tuple[int, ...]) -> NDArray[Any]:
    """Numbers of all sizes; FP16 sometimes of all codes, those of NaN and infinities too."""
    if precision != "FP16":
        half = 1 << (7 if precision == "INT8" else 15)
        largest = half if rng.integers(3) else 4
        return rng.integers(-largest, largest, shape)
    if rng.integers(2):
        return rng.integers(1 << 16, size=shape, dtype=np.uint16).view(np.float16)
    return (rng.normal(size=shape) * 2.0 ** rng.integers(-8, 9, shape)).astype(np.float16)


def _tensor(bench: NvdlaBench, precision: str, shape: tuple[int, int, int]) -> Tensor:
    lines, surfaces = (int(gap) for gap in bench.rng.integers(GAPS_AT_MOST + 1, size=2))
    ram = str(bench.rng.choice(list(bench.config.ports)))
    return bench.empty(shape, precision, ram=ram, gaps=(lines, surfaces))
