"""Layers whose requests wait for memory in every unit that computes, with all that waits counted."""

from __future__ import annotations

import numpy as np

from models.nvdla.cdp.descriptor import READER as CDP_RDMA
from models.nvdla.cdp.descriptor import UNIT as CDP
from models.nvdla.cdp.rules.tables import LIMITS
from models.nvdla.pdp.registers import READER as PDP_RDMA
from models.nvdla.pdp.registers import UNIT as PDP
from models.nvdla.sdp.descriptor import READER as SDP_RDMA
from models.nvdla.sdp.descriptor import UNIT as SDP
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.extents import small_cdp
from sequences.nvdla.cdp.random import CdpKind
from sequences.nvdla.cdp.shapes import CdpShape
from sequences.nvdla.firmware.counting import count_in_both_groups
from sequences.nvdla.firmware.firmware import COUNTED
from sequences.nvdla.lut.ends import TableEnds, any_tables
from sequences.nvdla.pdp.layers import PdpLayer, Pool
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.post_processing.steps import add
from sequences.nvdla.sdp.small import integers_of

UNITS = {PDP: PDP_RDMA, CDP: CDP_RDMA, SDP: SDP_RDMA}
"""Those that compute, and read memory with a block of their own."""


async def wait_in_units(bench: NvdlaBench, lines: int) -> None:
    """A layer of each unit that is there, in lines of an atom; both groups' counts are read behind each.

    Args:
        bench: where to play.
        lines: how many; what a read client's buffer holds has been read long before the last one is written.
    """
    config, precision = bench.config, integers_of(bench.config)
    shape = (1, lines, 1)
    for unit in (unit for unit in UNITS if unit in config.units):
        await count_in_both_groups(bench, UNITS[unit], unit)
        if unit == CDP:
            tables, lut = any_tables(bench.rng, config, precision), TableEnds(LIMITS[precision]).apart(1)
            cdp = small_cdp(config, precision, lut, tables, shape)
            await CdpKind(bench).play([CdpShape(cdp=cdp)], COUNTED)
            continue
        x = bench.tensor(np.ones(shape, np.int8), precision)
        y = bench.empty(shape, precision)
        layer = PdpLayer(Pool("MAX", 1), y, x=x) if unit == PDP else SdpLayer(y, [add(x)], x=x)
        await bench.play(layer, knobs=COUNTED)
