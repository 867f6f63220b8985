"""Layers of all units that move cubes, started at once: three of them and more ask for a port in the same cycle."""

from __future__ import annotations

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.cdp.descriptor import UNIT as CDP
from models.nvdla.pdp.registers import UNIT as PDP
from models.nvdla.rubik.descriptor import UNIT as RUBIK
from models.nvdla.sdp.descriptor import UNIT as SDP
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.programs.kinds import KINDS, LayerKnobs, kinds_on
from sequences.nvdla.programs.sharing import draw_sharing, share

CROWD = (BDMA, RUBIK, SDP, PDP, CDP)
IN_A_ROW = 2
"""Layers of each unit."""


async def random_crowd(bench: NvdlaBench, rounds: int) -> None:
    """Layers of the units that there are, independent of each other, with other weights and limits each time.

    Args:
        bench: where to play.
        rounds: how many times.
    """
    names, there = [kind for kind in CROWD if KINDS[kind] <= bench.config.units], kinds_on(bench, LayerKnobs())
    for _ in range(rounds):
        await share(bench, draw_sharing(bench.rng, bench.config))
        pool = SurfacePool(bench)
        kinds = [there[str(name)] for name in bench.rng.permutation(names)] * IN_A_ROW
        await bench.play(*(LayerChain(kind.drawn(pool)) for kind in kinds))
        pool.free()
