"""Hundreds of random layers of all units in one go: what an attached design is held against."""

import pyuvm

from sequences.nvdla.bdma.random import BdmaKind
from sequences.nvdla.programs.random import random_programs
from sequences.nvdla.rubik.random import RubikKind
from tb.nvdla.base_test import NvdlaBaseTest

NEEDS = ("BDMA", "RBK")


@pyuvm.test()
class RandomLayersTest(NvdlaBaseTest):
    """A hundred layers of BDMA, a hundred of Rubik, in turns."""

    async def stimulus(self, bench):
        for _ in range(5):
            await BdmaKind(bench).play_random(20)
            await RubikKind(bench).play_random(20)


@pyuvm.test()
class FiftyProgramsTest(NvdlaBaseTest):
    """Fifty random programs of all units at once."""

    async def stimulus(self, bench):
        await random_programs(bench, 50)
