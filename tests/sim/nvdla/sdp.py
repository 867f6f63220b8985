"""SDP on RTL: random layers of every kind, from memory and behind convolutions, on quick and on difficult memories."""

import pyuvm

from sequences.nvdla.firmware.firmware import COUNTED, FirmwareKnobs
from sequences.nvdla.sdp.directed_batches import compare_batches
from sequences.nvdla.sdp.random import random_sdp
from tb.memory.profile import HARSH
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("CDMA", "SDP_RDMA", "INT16")  # the behavioural RTL has a buffer of 16-bit operands
ONE_BY_ONE = 3


@pyuvm.test()
class RandomSdpTest(NvdlaBaseTest):
    """Random layers on the usual memories."""

    async def stimulus(self, bench):
        await random_sdp(bench, 20)


@pyuvm.test()
class RandomHarshSdpTest(NvdlaBaseTest):
    """Random layers, then some one by one, on memories that hold back everything, enabled in any order, served late."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": HARSH, "CVSRAM": HARSH})

    async def stimulus(self, bench):
        await random_sdp(bench, 12, firmware=FirmwareKnobs(any_order=1.0, late=0.5, hold_back=0.3, count=0.3))
        for _ in range(ONE_BY_ONE):
            await random_sdp(bench, 1, firmware=COUNTED)


@pyuvm.test()
class CompareBatchesTest(NvdlaBaseTest):
    """Batches that were computed twice, compared as one cube and cube by cube."""

    async def stimulus(self, bench):
        await compare_batches(bench, str(bench.rng.choice(list(bench.config.precisions))))
