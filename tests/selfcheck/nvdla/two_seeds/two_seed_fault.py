"""Faults, as designers make them, of which the random tests of the unit itself catch most with one of two seeds."""

from dataclasses import dataclass
from typing import ClassVar

from tb.nvdla.family import FAMILY
from tests.selfcheck.by_hand import HandFault

BDMA = ("bdma.RandomBdmaTest", "bdma.RandomHarshBdmaTest", "bdma.CutBdmaTest", "queues.BdmaQueuesTest")
RUBIK = ("rubik.RandomRubikTest", "rubik.RandomHarshRubikTest", "rubik.CutRubikTest", "queues.RubikQueuesTest")
MEMORY = ("together.TogetherTest", "together.HarshTogetherTest", "crowd.CrowdTest", "queues.BdmaQueuesTest")
INTERRUPTS = (
    "extents.InterruptActsTest",
    "interrupts.BdmaEndWalkTest",
    "interrupts.RubikEndWalkTest",
    "interrupts.SecondEndTest",
)
ACCESSES = ("csb.ManyAccessesTest", "csb.FewAccessesTest", "csb.SlowCsbAccessesTest")
CONV = (
    "conv.RandomConvTest",
    "conv.RandomHarshConvTest",
    "conv_modes.RandomConvModesTest",
    "conv_modes.RandomHarshConvModesTest",
    "conv.ConvBackToBackTest",
    "conv_modes.ConvModesBackToBackTest",
)
CONV_FAR = ("conv_far.RandomFarConvTest", "conv_far.RandomHarshFarConvTest")
FAR = ("far.RandomFarSdpTest", "far.RandomFarPdpTest", "far.RandomFarCdpTest")
CONV_REUSE = ("conv_working.RandomReuseTest",)
CONV_RESET = ("conv.ResetCutsConvTest", "conv_modes.CutConvTest")
WEIGHTS = ("weights.WeightsOfPoolReadsTest", "weights.WeightsOfPoolWritesTest")
SDP = ("sdp.RandomSdpTest", "sdp.RandomHarshSdpTest")
PDP = ("pdp.RandomPdpTest", "pdp.RandomHarshPdpTest", "pdp.CutPdpTest", "pool_queues.PdpQueuesTest")
CDP = ("cdp.RandomCdpTest", "cdp.RandomHarshCdpTest", "cdp.CutCdpTest", "pool_queues.CdpQueuesTest")
"""The random tests of a unit, or about a matter of it."""


@dataclass(frozen=True, kw_only=True)
class TwoSeedFault(HandFault):
    """One fault.

    Attributes:
        tests: the unit's random tests, as ``module.class`` in ``tests.sim.nvdla``.
    """

    family: ClassVar = FAMILY
    tests: tuple[str, ...]
    config: str = "tiny"
