"""Several register accesses outstanding: answered in the order of requests, none lost. The real part loses some."""

import pyuvm

from sequences.nvdla.registers.bursts import random_bursts
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.knobs import RoundsTestKnobs

NEEDS = ("OWN_RTL",)


class OutstandingAccessesTest(NvdlaBaseTest):
    """Accesses back to back.

    Attributes:
        core_period_ns: of the core's clock; `csb_period_ns` likewise.
        outstanding: how many may wait for an answer.
    """

    knobs = RoundsTestKnobs(rounds=12)
    core_period_ns = 2.0
    csb_period_ns = 2.0
    outstanding = 32

    def configure(self):
        return NvdlaEnvConfig(
            seed=self.seed,
            core_period_ns=self.core_period_ns,
            csb_period_ns=self.csb_period_ns,
            csb_outstanding=self.outstanding,
        )

    async def stimulus(self, bench):
        await random_bursts(bench, self.knobs.rounds)


@pyuvm.test()
class ManyAccessesTest(OutstandingAccessesTest):
    """As many outstanding as there are."""


@pyuvm.test()
class FewAccessesTest(OutstandingAccessesTest):
    """Two outstanding, on clocks that have nothing to do with each other."""

    core_period_ns = 2.2
    csb_period_ns = 3.4
    outstanding = 2


@pyuvm.test()
class SlowCsbAccessesTest(OutstandingAccessesTest):
    """Answers come faster than the CSB takes them, so they queue."""

    csb_period_ns = 20.0


@pyuvm.test()
class SlowCoreAccessesTest(OutstandingAccessesTest):
    """Requests come faster than the core takes them, so they queue."""

    core_period_ns = 14.0
