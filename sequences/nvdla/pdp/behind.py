"""Random pooling of what an SDP layer hands on, which may come from a convolution."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import AVERAGE, METHODS, Pdp
from models.nvdla.pdp.pooling.line_buffer import widest
from models.nvdla.pdp.pooling.window import Average, Window
from models.nvdla.sdp.aspects import FLYING, OFFLINE
from models.nvdla.sdp.cells import SdpCell
from models.nvdla.sdp.descriptor import NOWHERE, Sdp
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.pdp.draw import draw_average
from sequences.nvdla.pdp.random import play_pdp_shapes
from sequences.nvdla.pdp.shapes import PdpShape
from sequences.nvdla.pdp.windows import draw_window
from sequences.nvdla.sdp.draw.knobs import SdpKnobs
from sequences.nvdla.sdp.draw.layer import SdpDraws
from sequences.nvdla.sdp.random import draw_sdp_in_cell
from sequences.nvdla.tensors.side_shape import draw_side

TRIES = 50


async def random_behind_sdp(
    bench: NvdlaBench, layers: int, knobs: SdpKnobs | None = None, firmware: FirmwareKnobs | None = None
) -> None:
    """Play random pooling behind random SDP layers, half of which a convolution feeds.

    Args:
        bench: where to play.
        layers: how many.
        knobs: what SDP layers prefer.
        firmware: how they are played.
    """
    draws = SdpDraws(bench, knobs or SdpKnobs(atoms_at_most=16))
    ways = (OFFLINE, FLYING) if "CDMA" in bench.config.units else (OFFLINE,)
    await play_pdp_shapes(bench, [draw_behind_sdp(draws, ways[at % len(ways)]) for at in range(layers)], firmware)


def draw_behind_sdp(draws: SdpDraws, way: str) -> PdpShape:
    """A pooling layer and the SDP layer that feeds it.

    Args:
        draws: draws the SDP layer.
        way: how that gets its input: one of `models.nvdla.sdp.aspects.WAYS` of one cube.
    """
    rng, config = draws.bench.rng, draws.bench.config
    kept = str(rng.choice(list(config.precisions)))
    feeder = draw_sdp_in_cell(draws, SdpCell({"formats": "-".join((kept,) * 3), "way": way}))
    feeder = replace(feeder, sdp=replace(feeder.sdp, to_pdp=True, destination=NOWHERE))
    return PdpShape(pdp=draw_pooling(rng, feeder.sdp, config), feeder=feeder)


def draw_pooling(rng: np.random.Generator, sdp: Sdp, config: HwConfig) -> Pdp:
    """A pooling layer on the fly that takes all that an SDP layer hands on."""
    x, y = draw_windows(rng, sdp.width, sdp.height, config)
    method, precision = str(rng.choice(METHODS)), sdp.out_precision
    out_width, out_height = x.outputs(sdp.width), y.outputs(sdp.height)
    return Pdp(
        method=method,
        precision=precision,
        channels=sdp.channels,
        height=sdp.height,
        width=sdp.width,
        out_height=out_height,
        out_width=out_width,
        x=x,
        y=y,
        destination=draw_side(rng, config, out_width, out_height),
        average=draw_average(rng, precision, x, y) if method == AVERAGE else Average(),
        nan_to_zero=precision == "FP16" and bool(rng.integers(2)),
    )


def draw_windows(rng: np.random.Generator, width: int, height: int, config: HwConfig) -> tuple[Window, Window]:
    """Windows along both axes of a cube, which cover all of it, and make no more columns than are pooled at once."""
    for _ in range(TRIES):
        x, y = _covering(rng, width), _covering(rng, height)
        if x.outputs(width) <= widest(y, config):
            return x, y
    raise ValueError(f"no windows of {width} columns and {height} lines in {TRIES} draws")


def _covering(rng: np.random.Generator, size: int) -> Window:
    """A window along an axis whose padding on the far side leaves nothing out; some of the nearest such."""
    while True:
        window = draw_window(rng)
        least = window.kernel - size - window.before
        ends = [after for after in range(window.kernel) if after >= least]
        whole = [after for after in ends if replace(window, after=after).spare(size) == 0]
        if whole:
            after = whole[0] if rng.integers(2) else int(rng.choice(whole))
            return replace(window, after=after)
