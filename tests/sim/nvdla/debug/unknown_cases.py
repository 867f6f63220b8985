"""Two small layers of the kind that the environment names."""

import os

import pyuvm

from sequences.nvdla.programs.random import ProgramKnobs, random_programs
from tb.nvdla.base_test import NvdlaBaseTest

KIND_VARIABLE = "NPUVM_TEST_KIND"


@pyuvm.test()
class FewLayersTest(NvdlaBaseTest):
    """It looks for nothing of its own."""

    async def stimulus(self, bench):
        await random_programs(bench, 1, ProgramKnobs(kinds=(os.environ[KIND_VARIABLE],), layers_at_most=2))
