"""Two hundred random layers of all units in one go: what an attached design is held against."""

import pyuvm

from sequences.nvdla.bdma_random import random_layers
from sequences.nvdla.rubik_random import random_rubik
from tb.nvdla.base_test import NvdlaBaseTest


@pyuvm.test()
class RandomLayersTest(NvdlaBaseTest):
    """A hundred layers of BDMA, a hundred of Rubik, in turns."""

    async def stimulus(self, stage):
        for _ in range(5):
            await random_layers(stage, layers=20)
            await random_rubik(stage, layers=20)
