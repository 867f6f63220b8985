"""Layers of very many short lines on memories that take requests slowly: all queues are full, stalls are long."""

import pyuvm

from sequences.nvdla.directed import many_lines
from tb.memory.profile import MemoryProfile, Stall
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("BDMA", "RBK")
WAITING = MemoryProfile(
    read_latency=(10, 30),
    response_latency=(5, 15),
    ar_stall=Stall(0.6, (90, 110)),
    aw_stall=Stall(0.6, (280, 320)),
)
"""Writes leave more slowly than reads come, even those that take two requests a line, so that the queues between them
fill up too.

One stall may follow another. With a chance of 0.9 a row of them was now and then as long as what counts as a hang.
"""


class QueuesTest(NvdlaBaseTest):
    """All memories let units wait."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": WAITING, "CVSRAM": WAITING})


@pyuvm.test()
class BdmaQueuesTest(QueuesTest):
    """Of BDMA."""

    async def stimulus(self, bench):
        await many_lines.copy_many_lines(bench)


@pyuvm.test()
class RubikQueuesTest(QueuesTest):
    """Of Rubik."""

    async def stimulus(self, bench):
        await many_lines.reorder_many_lines(bench)
