"""Programs of what moves data: tensors in and out, random graphs of layers of both units at once."""

import pyuvm

from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.programs.random import random_programs
from sequences.nvdla.rubik.layers import RubikMerge, RubikSplit
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig
from tb.nvdla.knobs import ProgramsTestKnobs

NEEDS = ("BDMA", "RBK")


class ProgramsTest(NvdlaBaseTest):
    """Random programs, with scenarios where knobs ask for them."""

    knobs = ProgramsTestKnobs()

    async def play_programs(self, bench, programs):
        """Plays so many."""
        await random_programs(bench, programs, self.knobs.preferences(), self.env.clocking.reset)

    async def stimulus(self, bench):
        await self.play_programs(bench, self.knobs.programs)


@pyuvm.test()
class TensorsTest(NvdlaBaseTest):
    """One layer's output is the next one's input, at the ends of the address space too."""

    async def stimulus(self, bench):
        values = self.rng.integers(-128, 128, (40, 5, 7))
        *_, other = bench.config.ports
        x = bench.tensor(values, "INT8", at=(1 << bench.config.port("DBB").address_bits) - (1 << 16), gaps=(1, 0))
        y = bench.empty(x.shape, "INT8", ram=other, at=1 << 10)
        planes = bench.empty(x.shape, "INT8", layout="planes", ram=other)
        back = bench.empty(x.shape, "INT8")
        await bench.play(Copy(x, y), RubikSplit(y, planes), RubikMerge(planes, back))
        assert (planes.numpy() == values).all()
        assert (back.numpy() == values).all()


@pyuvm.test()
class RandomProgramsTest(ProgramsTest):
    """Random programs on the usual memories."""

    knobs = ProgramsTestKnobs(programs=6, kinds=NEEDS)


@pyuvm.test()
class RandomHarshProgramsTest(ProgramsTest):
    """Random programs on memories that reorder, interleave and hold back everything."""

    knobs = ProgramsTestKnobs(programs=3, kinds=NEEDS)

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})
