"""Small layers of the kind that the environment names."""

import os

import pyuvm

from sequences.nvdla.programs.random import ProgramKnobs, random_programs
from tb.nvdla.base_test import NvdlaBaseTest

KIND_VARIABLE, LAYERS_VARIABLE = "NPUVM_TEST_KIND", "NPUVM_TEST_LAYERS"
"""The kind, and how many of it there may be."""


@pyuvm.test()
class FewLayersTest(NvdlaBaseTest):
    """It looks for nothing of its own."""

    async def stimulus(self, bench):
        kinds, most = (os.environ[KIND_VARIABLE],), int(os.environ[LAYERS_VARIABLE])
        await random_programs(bench, 1, ProgramKnobs(kinds=kinds, layers_at_most=most))
