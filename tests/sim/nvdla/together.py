"""BDMA and Rubik at once: arbitration, limits of what is outstanding, answers of one unit among those of the other."""

from dataclasses import replace
from itertools import groupby

import pyuvm

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.rubik.descriptor import UNIT as RUBIK
from sequences.nvdla.programs.contention import contend
from sequences.nvdla.programs.sharing import Sharing
from sequences.nvdla.programs.together import Together, random_together
from tb.memory.profile import HARSH, TYPICAL, MemoryProfile, Stall
from tb.memory.traffic import Traffic, TrafficKind
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.knobs import RoundsTestKnobs

NEEDS = ("BDMA", "RBK")
RARE_RESPONSES = Stall(0.9, (1, 4))
"""Never cycle by cycle: see docs/differences.md, 'When no unit writes any more'."""
SLOW = Stall(0.9, (4, 6))
BEATS = 32
FAVOURED, OTHER = 5, 2
"""Weights of the two units, of which no bit may be lost."""


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

    knobs = RoundsTestKnobs(rounds=2)

    async def stimulus(self, bench):
        await random_together(bench, self.knobs.rounds)


@pyuvm.test()
class HarshTogetherTest(SharedTest):
    """The same on memories that reorder, interleave and hold back everything."""

    knobs = RoundsTestKnobs(rounds=2)

    profile = HARSH

    async def stimulus(self, bench):
        await random_together(bench, self.knobs.rounds)


@pyuvm.test()
class OutstandingLimitTest(SharedTest):
    """Memories that answer late: as much is outstanding as is allowed, and no more."""

    profile = MemoryProfile(read_latency=(50, 50), response_latency=(50, 50), b_gap=RARE_RESPONSES)

    async def stimulus(self, bench):
        together = Together(bench)
        for ram, port in bench.config.ports.items():
            burst = port.max_burst_beats
            for reads, writes in ((burst, burst + 1), (burst + 3, burst), (burst + 6, burst + 4)):
                await contend(bench, together, ram, Sharing(reads=reads, writes=writes), BEATS)
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

    def __init__(self, port, ids, kind, units):
        self._port, self._kind, self._units = port, kind, units
        self._unit = {axi_id: unit for unit, axi_id in ids.items() if unit in units}
        self._order = []

    def notify(self, event):
        if isinstance(event, Traffic) and event.port == self._port:
            mine = event.kinds[self._kind]
            self._order += [self._unit[axi_id] for axi_id in mine.axi_ids[mine.last].tolist()]

    @property
    def contended(self):
        """The requests from where both units have begun to where one has no more, run by run: unit and length."""
        first = max(self._order.index(one) for one in self._units)
        last = len(self._order) - max(self._order[::-1].index(one) for one in self._units)
        return [(unit, len(list(run))) for unit, run in groupby(self._order[first:last])]


class WeightsTest(SharedTest):
    """Memories that take requests slowly: each unit has as many turns in a row as its weight.

    The public part, with queues and an arbiter of its own, keeps the ratio less closely.

    Attributes:
        way: which requests wait: ``read`` or ``write``.
        kind: the traffic that shows them.
        units: the two.
        requests: of each unit, about.
    """

    way = "read"
    kind = TrafficKind.READ_REQUEST
    units = (BDMA, RUBIK)
    requests = 32

    async def stimulus(self, bench):
        ids = getattr(bench.config, f"{self.way}_ids")
        for ram, port in bench.config.ports.items():
            for favoured, other in (self.units, self.units[::-1]):
                granted = Grants(port.name, ids, self.kind, self.units)
                sharing = Sharing(**{f"{self.way}_weights": {favoured: FAVOURED, other: OTHER}})
                self.env.checker.listeners.append(granted.notify)
                await self.contend(bench, ram, sharing, self.requests * port.max_burst_beats)
                self.env.sync()
                self.env.checker.listeners.remove(granted.notify)
                self.check_runs(granted.contended, favoured)

    async def contend(self, bench, ram, sharing, beats):
        """Both units wait for a memory all the time."""
        await contend(bench, Together(bench), ram, sharing, beats)

    def check_runs(self, runs, favoured):
        """Those at the ends may be cut short."""
        inner = runs[1:-1]
        mine = sum(length for unit, length in inner if unit == favoured)
        assert mine > sum(length for unit, length in inner if unit != favoured) > 0
        if self.env.config.queues.exact:
            assert {length for unit, length in inner if unit == favoured} == {FAVOURED}
            assert {length for unit, length in inner if unit != favoured} == {OTHER}


class SlowReadsTest(WeightsTest):
    """Reads wait."""

    profile = MemoryProfile(ar_stall=SLOW, b_gap=RARE_RESPONSES)


class SlowWritesTest(WeightsTest):
    """Writes wait; the data of both units are there in time."""

    way = "write"
    kind = TrafficKind.WRITE
    profile = MemoryProfile(aw_stall=SLOW, w_stall=SLOW, b_gap=RARE_RESPONSES)


@pyuvm.test()
class ReadWeightsTest(SlowReadsTest):
    """Of what they read."""


@pyuvm.test()
class WriteWeightsTest(SlowWritesTest):
    """Of what they write."""
