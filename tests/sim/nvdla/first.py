"""The examples of docs/first_test.md."""

import numpy as np
import pyuvm
from pyuvm import uvm_factory

from tb.nvdla.testing import (
    Convolve,
    Copy,
    MemoryProfile,
    NvdlaBaseTest,
    NvdlaEnvConfig,
    RubikSplit,
    SdpLayer,
    Stall,
)
from tb.register_bus.csb.agent import CsbSequencer

NEEDS = ("BDMA", "RBK", "CDMA", "SDP", "CVSRAM")


@pyuvm.test()
class FirstLayersTest(NvdlaBaseTest):
    """Copies a cube into the other memory and makes planes of it."""

    async def stimulus(self, bench):
        x = bench.tensor(np.arange(3 * 4 * 5).reshape(3, 4, 5), "INT8")
        y = bench.empty(x.shape, "INT8", ram="CVSRAM")
        planes = bench.empty(x.shape, "INT8", ram="CVSRAM", layout="planes")

        await bench.play(Copy(x, y), RubikSplit(y, planes))

        assert (planes.numpy() == x.numpy()).all()


@pyuvm.test()
class FirstConvolutionTest(NvdlaBaseTest):
    """Convolves a cube with two kernels of 3x3, then the result with one of 1x1."""

    async def stimulus(self, bench):
        x = bench.tensor(self.rng.integers(-9, 10, (4, 5, 6)), "INT8")
        edges = bench.kernels(self.rng.integers(-3, 4, (2, 4, 3, 3)), "INT8")
        sums = bench.kernels(np.ones((1, 2, 1, 1), int), "INT8")
        one = Convolve(x, edges, pad=1)
        y = bench.empty(one.shape, "INT8")
        two = Convolve(y, sums, stride=2)
        z = bench.empty(two.shape, "INT16")

        await bench.play(one >> SdpLayer(y, relu=True), two >> SdpLayer(z))

        assert (z.numpy()[0] == y.numpy().sum(0, dtype=int)[::2, ::2]).all()


@pyuvm.test()
class SlowMemoryTest(FirstLayersTest):
    """The same layers on a slow main memory that takes requests as it pleases."""

    def configure(self):
        slow = MemoryProfile(read_latency=(50, 200), ar_stall=Stall(0.2, (1, 8)), read_reorder=0.5)
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": slow})


@pyuvm.test()
class FirstRegisterTest(NvdlaBaseTest):
    """Writes and reads registers through the register model."""

    async def stimulus(self, _bench):
        rubik = self.env.registers.RBK
        await rubik.groups[1].D_DATAIN_SIZE_0.DATAIN_WIDTH.write(12)
        _status, word = await rubik.groups[1].D_DATAIN_SIZE_0.read()
        assert word == 12
        assert rubik.group == 1


class AccessCountingSequencer(CsbSequencer):
    """Counts the register accesses that the program makes."""

    accesses = 0

    async def start_item(self, item):
        self.accesses += 1
        await super().start_item(item)


@pyuvm.test()
class FirstOverrideTest(FirstLayersTest):
    """The same layers, through a sequencer of our own."""

    def build_phase(self):
        uvm_factory().set_type_override_by_type(CsbSequencer, AccessCountingSequencer)
        super().build_phase()

    async def stimulus(self, bench):
        await super().stimulus(bench)
        assert self.env.csb.sequencer.accesses > 0
