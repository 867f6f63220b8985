"""Random pooling of what an SDP layer hands on, which may come from a convolution."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from models.nvdla.cells import AspectCell
from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import AVERAGE, METHODS, Pdp
from models.nvdla.pdp.pooling.line_buffer import widest
from models.nvdla.pdp.pooling.window import Average, Window
from models.nvdla.sdp.aspects import FLYING, OFFLINE
from models.nvdla.sdp.descriptor import NOWHERE, Sdp
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.kinds.layer_kind import LayerKind, Layers
from sequences.nvdla.pdp.draw import draw_average
from sequences.nvdla.pdp.random import PdpKind
from sequences.nvdla.pdp.shapes import PdpShape
from sequences.nvdla.pdp.windows import draw_window
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.sdp.draw.knobs import SdpKnobs
from sequences.nvdla.sdp.random import SdpKind
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
    feeders = SdpKind(bench, knobs or SdpKnobs(atoms_at_most=16))
    ways = (OFFLINE, FLYING) if "CDMA" in bench.config.units else (OFFLINE,)
    kinds = [BehindSdpKind(bench, feeders, way) for way in ways]
    await PdpKind(bench).play([kinds[at % len(kinds)].draw() for at in range(layers)], firmware)


@dataclass(slots=True)
class BehindSdpKind(LayerKind[PdpShape]):
    """Pooling layers behind random layers of SDP.

    Attributes:
        feeders: what draws those of SDP.
        way: how they get their input: one of `models.nvdla.sdp.aspects.WAYS` of one cube.
    """

    feeders: SdpKind
    way: str

    def draw(self) -> PdpShape:
        """A pooling layer and the SDP layer that feeds it."""
        kept = str(self.rng.choice(list(self.config.precisions)))
        feeder = self.feeders.in_cell(AspectCell({"formats": "-".join((kept,) * 3), "way": self.way}))
        feeder = replace(feeder, sdp=replace(feeder.sdp, to_pdp=True, destination=NOWHERE))
        return PdpShape(pdp=draw_pooling(self.rng, feeder.sdp, self.config), feeder=feeder)

    def allocate(self, shape: PdpShape, pool: SurfacePool | None = None) -> Layers:
        """Give a layer surfaces, with what feeds it."""
        return PdpKind(self.bench).allocate(shape, pool)


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
