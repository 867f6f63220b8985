"""BDMA and Rubik at once: arbitration, limits of what is outstanding, answers of one unit among those of the other."""

from collections import Counter
from dataclasses import replace

import pyuvm

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.rubik.descriptor import UNIT as RUBIK
from sequences.nvdla.contention import contend
from sequences.nvdla.sharing import Sharing
from sequences.nvdla.together import Together, random_together
from tb.memory.profile import HARSH, TYPICAL, MemoryProfile, Stall
from tb.memory.traffic import Traffic, TrafficKind
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("BDMA", "RBK")
RARE_RESPONSES = Stall(0.9, (1, 4))
"""Never cycle by cycle: see docs/differences.md, 'When no unit writes any more'."""
BEATS = 32


class SharedTest(NvdlaBaseTest):
    """Both memories behave the same.

    Attributes:
        profile: how.
    """

    profile = replace(TYPICAL, b_gap=RARE_RESPONSES)

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": self.profile, "CVSRAM": self.profile})


@pyuvm.test()
class TogetherTest(SharedTest):
    """Random layers of both units at a time, with random weights and limits."""

    async def stimulus(self, bench):
        await random_together(bench, 2)


@pyuvm.test()
class HarshTogetherTest(SharedTest):
    """The same on memories that reorder, interleave and hold back everything."""

    profile = HARSH

    async def stimulus(self, bench):
        await random_together(bench, 2)


@pyuvm.test()
class OutstandingLimitTest(SharedTest):
    """Memories that answer late: as much is outstanding as is allowed, and no more."""

    profile = MemoryProfile(read_latency=(50, 50), response_latency=(50, 50), b_gap=RARE_RESPONSES)

    async def stimulus(self, bench):
        together = Together(bench)
        for ram, port in bench.config.ports.items():
            for reads, writes in ((1, 2), (4, 1), (7, 5)):
                await contend(bench, together, ram, Sharing(reads=reads, writes=writes), BEATS)
                burst = port.max_burst_beats
                checked = self.env.outstanding
                assert checked.reads[port.name].highest > reads - burst
                assert checked.writes[port.name].highest > writes - burst


class LateTest(SharedTest):
    """Everything for one unit comes late, while the other one goes on.

    Attributes:
        unit: the late one.
    """

    unit = BDMA

    def configure(self):
        config = super().configure()
        ids = frozenset((config.hw.read_ids[self.unit], config.hw.write_ids[self.unit]))
        late = MemoryProfile(
            late_ids=ids, late_cycles=100, read_reorder=1.0, response_reorder=1.0, b_gap=RARE_RESPONSES
        )
        return replace(config, profiles=dict.fromkeys(config.profiles, late))

    async def stimulus(self, bench):
        together = Together(bench)
        for ram in bench.config.ports:
            await contend(bench, together, ram, Sharing(), BEATS)


@pyuvm.test()
class LateBdmaTest(LateTest):
    """The BDMA waits."""


@pyuvm.test()
class LateRubikTest(LateTest):
    """Rubik waits."""

    unit = RUBIK


class Grants:
    """Counts the requests of both units on one port while both have some left."""

    def __init__(self, port, ids, kind):
        self._port, self._kind = port, kind
        self._unit = {axi_id: unit for unit, axi_id in ids.items() if unit in (BDMA, RUBIK)}
        self._order = []

    def hear(self, event):
        if isinstance(event, Traffic) and event.port == self._port:
            mine = event.kinds[self._kind]
            self._order += [self._unit[axi_id] for axi_id in mine.axi_ids[mine.last].tolist()]

    def share_of(self, unit):
        """Which part of the requests are a unit's, from where both have begun to where one has no more."""
        first = max(self._order.index(one) for one in (BDMA, RUBIK))
        last = len(self._order) - max(self._order[::-1].index(one) for one in (BDMA, RUBIK))
        counts = Counter(self._order[first:last])
        return counts[unit] / counts.total()


@pyuvm.test()
class WeightsTest(SharedTest):
    """Memories that take requests slowly: a unit with four times the weight of the other goes ahead of it."""

    profile = MemoryProfile(
        ar_stall=Stall(0.9, (4, 6)), aw_stall=Stall(0.9, (4, 6)), w_stall=Stall(0.9, (4, 6)), b_gap=RARE_RESPONSES
    )

    async def stimulus(self, bench):
        together, config = Together(bench), bench.config
        for ram, port in config.ports.items():
            for favoured, other in ((BDMA, RUBIK), (RUBIK, BDMA)):
                weights = {favoured: 4, other: 1}
                reads = Grants(port.name, config.read_ids, TrafficKind.READ_REQUEST)
                writes = Grants(port.name, config.write_ids, TrafficKind.WRITE)
                heard = [reads.hear, writes.hear]
                self.env.judge.listeners += heard
                await contend(bench, together, ram, Sharing(read_weights=weights, write_weights=weights), BEATS)
                self.env.sync()
                for listener in heard:
                    self.env.judge.listeners.remove(listener)
                for granted in (reads, writes):
                    assert 0.65 < granted.share_of(favoured) < 0.95  # 4 of 5, but for the ends
