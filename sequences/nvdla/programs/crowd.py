"""Layers of all units that move cubes, started at once: three of them and more ask for a port in the same cycle."""

from __future__ import annotations

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.cdp.descriptor import UNIT as CDP
from models.nvdla.pdp.registers import UNIT as PDP
from models.nvdla.rubik.descriptor import UNIT as RUBIK
from models.nvdla.sdp.descriptor import UNIT as SDP
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.draw import CdpDraws
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.programs.kinds import KINDS, Drawing, LayerKnobs, draw_kind
from sequences.nvdla.programs.sharing import draw_sharing, share
from sequences.nvdla.sdp.draw.layer import SdpDraws

CROWD = (BDMA, RUBIK, SDP, PDP, CDP)
IN_A_ROW = 2
"""Layers of each unit."""


async def random_crowd(bench: NvdlaBench, rounds: int) -> None:
    """Layers of the units that there are, independent of each other, with other weights and limits each time.

    Args:
        bench: where to play.
        rounds: how many times.
    """
    kinds = [kind for kind in CROWD if KINDS[kind] <= bench.config.units]
    knobs = LayerKnobs()
    draws = SdpDraws(bench, knobs.sdp), CdpDraws(bench.rng, bench.config, knobs.cdp)
    for _ in range(rounds):
        await share(bench, draw_sharing(bench.rng, bench.config))
        pool = SurfacePool(bench)
        drawing = Drawing(bench, pool, knobs, *draws)
        order = [str(kind) for kind in bench.rng.permutation(kinds)] * IN_A_ROW
        await bench.play(*(LayerChain(draw_kind(drawing, kind)) for kind in order))
        pool.free()
