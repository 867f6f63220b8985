"""Layers of PDP and CDP of very many short lines on memories that take requests slowly."""

import pyuvm

from sequences.nvdla.directed import many_lines
from tests.sim.nvdla.queues import QueuesTest

NEEDS = ("PDP", "CDP")


@pyuvm.test()
class PdpQueuesTest(QueuesTest):
    """Of PDP and PDP_RDMA."""

    async def stimulus(self, bench):
        await many_lines.pool_many_lines(bench)


@pyuvm.test()
class CdpQueuesTest(QueuesTest):
    """Of CDP and CDP_RDMA."""

    async def stimulus(self, bench):
        await many_lines.normalise_many_lines(bench)
