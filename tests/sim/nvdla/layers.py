"""Hundreds of random layers of all units in one go: what an attached design is held against."""

import pyuvm

from sequences.nvdla.bdma.random import BdmaKind
from sequences.nvdla.rubik.random import RubikKind
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.knobs import LayersTestKnobs, ProgramsTestKnobs
from tests.sim.nvdla.programs import ProgramsTest

NEEDS = ("BDMA", "RBK")
TURNS = 5


@pyuvm.test()
class RandomLayersTest(NvdlaBaseTest):
    """A hundred layers of BDMA, a hundred of Rubik, in turns."""

    knobs = LayersTestKnobs(layers=20)

    async def stimulus(self, bench):
        for _ in range(TURNS):
            await BdmaKind(bench).play_random(self.knobs.layers)
            await RubikKind(bench).play_random(self.knobs.layers)


@pyuvm.test()
class FiftyProgramsTest(ProgramsTest):
    """Fifty random programs of all units at once."""

    knobs = ProgramsTestKnobs(programs=50)
