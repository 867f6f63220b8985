"""What the real part never serves or loses where ours is kinder, unless a plusarg says so: played by the bench."""

import cocotb
import pyuvm

from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.firmware.slots import gather, launch, serve_groups
from sequences.nvdla.programs.sharing import Sharing, share
from sequences.nvdla.sdp import quirks
from sequences.nvdla.tensors.side_shape import SideShape
from tb.memory.profile import FAST
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

STARVES, BURSTS_STARVE, LOST_WRITES, ALL = "weight_0_starves", "long_bursts_starve", "table_writes_lost", "as_the_part"
UNIT = "BDMA"
LONG = 400
"""Cycles in which a copy of two lines is done."""


def loses(name):
    """Whether the part was told so."""
    return name in cocotb.plusargs or ALL in cocotb.plusargs


class StarvedBase(NvdlaBaseTest):
    """A copy that the memory interface may not serve, until it is told otherwise.

    Attributes:
        plusarg: with which it does not.
    """

    announces = ("memory-sharing",)
    plusarg = STARVES

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": FAST, "CVSRAM": FAST})

    async def starve(self, bench, ram, sharing):
        """Copy inside a memory whose interface is told so, and then gives each unit what it needs."""
        await share(bench, {ram: sharing})
        side = SideShape(ram=ram)
        copy = allocate_copy(bench, CopyShape(source=side, destination=side, line_atoms=16, lines=2))
        group = self.group
        self.group ^= 1
        await gather(bench, [copy])
        await launch(bench, group)
        await bench.host.pause(LONG)
        done = await bench.host.read(bench.registers.GLB.S_INTR_STATUS)
        assert bool(done) is not loses(self.plusarg), (ram, sharing)
        await share(bench, {ram: Sharing()})
        await serve_groups(bench, group)

    async def stimulus(self, bench):
        self.group = 0
        for ram in bench.config.ports:
            for sharing in self.sharings(bench.config.ports[ram]):
                await self.starve(bench, ram, sharing)


@pyuvm.test()
class WeightZeroTest(StarvedBase):
    """A unit of weight 0, where it reads and where it writes."""

    def sharings(self, _port):
        return Sharing(read_weights={UNIT: 0}), Sharing(write_weights={UNIT: 0})


@pyuvm.test()
class LongBurstsTest(StarvedBase):
    """Bursts that are longer than what may be outstanding; where there are none, no unit starves."""

    plusarg = BURSTS_STARVE

    def sharings(self, port):
        few = port.max_burst_beats - 1
        return (Sharing(reads=few), Sharing(writes=few)) if few else ()


@pyuvm.test()
class LostTableWritesTest(NvdlaBaseTest):
    """An entry that is written while SDP runs a layer without Y, then a table that is written when it is idle."""

    async def stimulus(self, bench):
        entry = await quirks.entry_written_beside_a_layer(bench)
        assert entry == (0 if loses(LOST_WRITES) else quirks.WRITTEN)
