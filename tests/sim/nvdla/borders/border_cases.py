"""Layers of every unit on a design with taps: nothing is wrong, so all borders agree, and each was looked at."""

import json
from pathlib import Path

import pyuvm

from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.conv.modes import OTHER_MODES
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.cdp import random as cdp
from sequences.nvdla.cdp.layers import CdpLayer
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.conv.random import ConvKind
from sequences.nvdla.lut.functions import lrn_table
from sequences.nvdla.pdp import random as pdp
from sequences.nvdla.pdp.layers import PdpLayer, Pool
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.post_processing.steps import add
from sequences.nvdla.rubik.layers import RubikSplit
from sequences.nvdla.sdp.random import SdpKind
from tb.borders.carriers.wrong import wrong_carriers
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.borders.tapped import tapped_units
from tb.nvdla.env_config import NvdlaEnvConfig
from tests.sim.nvdla import conv_working, mixed

SMALL = ConvKnobs(operations_at_most=24, bytes_at_most=2048)
OTHERS = ConvKnobs(operations_at_most=16, bytes_at_most=1024, other_modes=0.8)


class AgreeingTest(NvdlaBaseTest):
    """All borders agree at the end, or of each the first layer at which it differs is told.

    Those at which anything was looked at are logged, and go to a file.
    """

    def report_phase(self):
        assert self.env.borders, "nothing looks at the borders; play it with TAPS=1"
        inside, looked, wrong = self.env.borders.inside(), set(), {}
        for layer, looks in self.env.borders.looks(inside):
            looked |= {look.border.tap for look in looks if look.passed}
            for look in filter(differs, looks):
                wrong.setdefault(look.border.tap, (str(layer), look.difference or look.count, *layer.explanation))
        assert not wrong, "\n".join(f"{tap} of {' '.join(lines)}" for tap, lines in wrong.items())
        assert not wrong_carriers(tapped_units(self.env.config.hw).carriers, inside)
        self.logger.info("borders that agree: %s", ", ".join(sorted(looked)))
        Path(f"{type(self).__name__}.json").write_text(json.dumps(sorted(looked)))
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
class PoolAndNormaliseTest(EveryUnitTest):
    """The same of PDP from memory and behind a convolution, and of CDP."""

    async def stimulus(self, bench):
        x = bench.tensor(self.rng.integers(-99, 100, (10, 4, 9)), "INT8")
        most, mean = Pool("MAX", kernel=2, stride=2), Pool("AVERAGE", kernel=3, pad=1, pad_value=4)
        pooled, averaged, squared = (bench.empty(shape, "INT8") for shape in (most.shape(x.shape), x.shape, x.shape))
        kernels = bench.kernels(self.rng.integers(-9, 10, (10, 10, 1, 1)), "INT8")
        await bench.play(
            Convolve(x, kernels) >> SdpLayer() >> PdpLayer(most, pooled),
            PdpLayer(mean, averaged, x=x),
            CdpLayer(x, squared, lrn_table("INT8", size=3), size=3, out=CdpConvertor(shift=7)),
        )


@pyuvm.test()
class PoolAndNormaliseAgreesTest(AgreeingTest, PoolAndNormaliseTest):
    """The same."""


@pyuvm.test()
class ConvBordersTest(AgreeingTest):
    """A small layer of some cells of each kind of convolution."""

    async def stimulus(self, bench):
        await ConvKind(bench, SMALL).play_cells(part=(0, 6))
        await ConvKind(bench, OTHERS, modes=OTHER_MODES).play_cells(part=(0, 12))


@pyuvm.test()
class SdpBordersTest(AgreeingTest):
    """A small layer of some cells of SDP."""

    async def stimulus(self, bench):
        await SdpKind(bench).play_cells(part=(0, 16))


@pyuvm.test()
class PdpBordersTest(AgreeingTest):
    """A small layer of some cells of PDP."""

    async def stimulus(self, bench):
        await pdp.PdpKind(bench, pdp.SMALL).play_cells(part=(0, 3))


@pyuvm.test()
class CdpBordersTest(AgreeingTest):
    """A small layer of some cells of CDP."""

    async def stimulus(self, bench):
        await cdp.CdpKind(bench, cdp.SMALL).play_cells(part=(0, 3))


@pyuvm.test()
class ReuseAgreesTest(AgreeingTest, conv_working.RandomReuseTest):
    """Convolutions that find data or weights of earlier ones in the buffer."""


@pyuvm.test()
class MixedAgreesTest(AgreeingTest, mixed.MixedProgramsTest):
    """Programs of all units at the same time."""
