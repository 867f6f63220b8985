"""Two layers of a unit that write into two memories, of which the first one's answers long after the second one's."""

import pyuvm

from sequences.nvdla.stimulus import CdpLayer, Copy, FirmwareKnobs, PdpLayer, Pool, RubikSplit, SdpLayer, lrn_table
from tb.memory.profile import FAST, MemoryProfile
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("CVSRAM", "BDMA", "RBK", "CDP")

LATE = MemoryProfile(response_latency=(1500, 1500))
SHAPE, PRECISION = (8, 2, 3), "INT8"
"""Of a layer that is done long before the memory answers."""


def layers_of(bench, source, to):
    """A layer of each unit that writes, by the unit's name.

    Args:
        bench: where to play.
        source: what each reads.
        to: the memory into which each writes.
    """
    cube, planes = (bench.empty(SHAPE, PRECISION, ram=to, layout=layout) for layout in ("cube", "planes"))
    return {
        "BDMA": Copy(source, cube),
        "RBK": RubikSplit(source, planes),
        "SDP": SdpLayer(cube, x=source),
        "PDP": PdpLayer(Pool("MAX", 1), cube, x=source),
        "CDP": CdpLayer(source, cube, lrn_table(PRECISION)),
    }


@pyuvm.test()
class AnswersOvertakeTest(NvdlaBaseTest):
    """The ends of layers come in the order of the layers, whichever memory answers first; software polls."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": FAST, "CVSRAM": LATE})

    async def stimulus(self, bench):
        source = bench.tensor(self.rng.integers(-128, 128, SHAPE), PRECISION, ram="DBB")
        for unit in layers_of(bench, source, "DBB"):
            layers = [layers_of(bench, source, to)[unit] for to in ("CVSRAM", "DBB", "CVSRAM")]
            await bench.play(*layers, knobs=FirmwareKnobs(polling=1.0))
