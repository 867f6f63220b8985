"""All that a test of NVDLA needs, in one place: the base test, what memories are like, and all of stimulus."""

from sequences.nvdla import stimulus
from sequences.nvdla.stimulus import *  # noqa: F403 - as it is listed there
from tb.memory.profile import FAST, HARSH, SLOW, TYPICAL, MemoryProfile, Stall
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

__all__ = [
    "FAST",
    "HARSH",
    "SLOW",
    "TYPICAL",
    "MemoryProfile",
    "NvdlaBaseTest",
    "NvdlaEnvConfig",
    "Stall",
]
__all__ += stimulus.__all__
