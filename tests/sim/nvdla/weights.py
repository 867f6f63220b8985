"""PDP and CDP at one port: each has as many turns as its weight, whatever else a part has."""

import pyuvm

from models.nvdla.cdp.descriptor import UNIT as CDP
from models.nvdla.pdp.registers import UNIT as PDP
from sequences.nvdla.programs.contention import contend_pooling
from tests.sim.nvdla.together import SlowReadsTest, SlowWritesTest

NEEDS = ("PDP", "CDP")


class OfPools:
    """What both read or write."""

    units = (PDP, CDP)
    requests = 256  # the public parts keep several of each unit in queues of their own

    async def contend(self, bench, ram, sharing, beats):
        await contend_pooling(bench, ram, sharing, beats)


@pyuvm.test()
class WeightsOfPoolReadsTest(OfPools, SlowReadsTest):
    """Reads wait."""


@pyuvm.test()
class WeightsOfPoolWritesTest(OfPools, SlowWritesTest):
    """Writes wait."""
