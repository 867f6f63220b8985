"""Look-up tables on RTL, through their ports."""

import pyuvm

from sequences.nvdla.registers import tables
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.knobs import RoundsTestKnobs

NEEDS = ("SDP", "CDP")


@pyuvm.test()
class WholeTablesTest(NvdlaBaseTest):
    """Every entry of every table, written and read back."""

    async def stimulus(self, bench):
        await tables.whole_tables(bench)


@pyuvm.test()
class RandomTablesTest(NvdlaBaseTest):
    """Accesses in any order, against the direction too."""

    knobs = RoundsTestKnobs(rounds=60)

    async def stimulus(self, bench):
        await tables.random_accesses(bench, self.knobs.rounds)
