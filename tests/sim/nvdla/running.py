"""Writes to a unit's registers while it runs."""

import pyuvm

from sequences.nvdla.registers import running
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("RBK",)


@pyuvm.test()
class DisturbRunningGroupTest(NvdlaBaseTest):
    """Writes to a group that runs."""

    async def stimulus(self, bench):
        await running.disturb_running_group(bench)


@pyuvm.test()
class WrongGroupFirstTest(NvdlaBaseTest):
    """Group 1 enabled first waits for group 0."""

    async def stimulus(self, bench):
        await running.wrong_group_first(bench)
