"""What comes from two memories in the same cycle."""

import pyuvm

from sequences.nvdla.bdma.meeting import answers_meet
from tb.memory.profile import FAST, MemoryProfile
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("BDMA", "CVSRAM")
ANSWER_CYCLES = 70
"""What it takes to program and launch another copy, and to copy about 40 beats."""


@pyuvm.test()
class AnswersMeetTest(NvdlaBaseTest):
    """The last answers of BDMA's two groups."""

    def configure(self):
        late = MemoryProfile(response_latency=(ANSWER_CYCLES, ANSWER_CYCLES))
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": late, "CVSRAM": FAST})

    async def stimulus(self, bench):
        await answers_meet(bench, "DBB", "CVSRAM")
