"""Layers of every unit on a design with taps: nothing is wrong, so all borders agree, and each was looked at."""

import json
from pathlib import Path

import pyuvm

from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.conv.modes import OTHER_MODES
from sequences.nvdla.conv.random import every_cell
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.post_processing.steps import add
from sequences.nvdla.rubik.layers import RubikSplit
from sequences.nvdla.sdp.random import every_sdp_cell
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

SMALL = ConvKnobs(operations_at_most=24, bytes_at_most=2048)
OTHERS = ConvKnobs(operations_at_most=16, bytes_at_most=1024, other_modes=0.8)


class AgreeingTest(NvdlaBaseTest):
    """All borders agree at the end; how many transfers were looked at goes to a file."""

    def report_phase(self):
        for layer, looks in self.env.borders.looks():
            wrong = [f"{look.border.tap}: {look.difference or look.count}" for look in looks if differs(look)]
            assert not wrong, (str(layer), *layer.explanation, *wrong)
        Path(f"{type(self).__name__}.json").write_text(json.dumps(self.env.borders.counts()))
        super().report_phase()


def differs(look):
    """Whether anything is wrong at a border of a layer that has ended."""
    return look.difference or look.short


@pyuvm.test()
class EveryUnitTest(NvdlaBaseTest):
    """A small layer of each unit: what faults are planted for."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, watchdog_cycles=3000, max_errors=30)

    async def stimulus(self, bench):
        x = bench.tensor(self.rng.integers(-9, 10, (10, 3, 4)), "INT8")
        copy = bench.empty(x.shape, "INT8")
        planes = bench.empty(x.shape, "INT8", layout="planes")
        kernels = bench.kernels(self.rng.integers(-9, 10, (10, 10, 2, 2)), "INT8")
        conv = Convolve(x, kernels, pad=1)
        y = bench.empty(conv.shape, "INT16")
        other = bench.tensor(self.rng.integers(-9, 10, conv.shape), "INT16")
        z = bench.empty(conv.shape, "INT16")
        bias = bench.tensor(self.rng.integers(-9, 10, conv.shape), "INT8")
        await bench.play(
            Copy(x, copy), RubikSplit(x, planes), conv >> SdpLayer(y, [add(bias)]), SdpLayer(z, [add(other)], x=y)
        )


@pyuvm.test()
class EveryUnitAgreesTest(AgreeingTest, EveryUnitTest):
    """The same."""


@pyuvm.test()
class ConvBordersTest(AgreeingTest):
    """A small layer of some cells of each kind of convolution."""

    async def stimulus(self, bench):
        await every_cell(bench, knobs=SMALL, part=(0, 6))
        await every_cell(bench, knobs=OTHERS, part=(0, 12), modes=OTHER_MODES)


@pyuvm.test()
class SdpBordersTest(AgreeingTest):
    """A small layer of some cells of SDP."""

    async def stimulus(self, bench):
        await every_sdp_cell(bench, part=(0, 16))
