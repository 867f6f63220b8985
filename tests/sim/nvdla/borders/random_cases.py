"""Random layers on a design with taps, a user's too: what passes its borders is what the reference says.

Taps of RTL of your own are tried like this: ``make sim TESTS=tests/sim/nvdla/borders TAPS=1 ATTACH=my_rtl.toml``
(docs/attach.md, 'Which unit is wrong').
"""

import pyuvm

from tests.sim.nvdla import cdp, conv, conv_modes, mixed, pdp, sdp
from tests.sim.nvdla.borders.border_cases import AgreeingTest

NEEDS = ("CDMA", "SDP", "PDP", "CDP")


@pyuvm.test()
class RandomConvAgreesTest(AgreeingTest, conv.RandomConvTest):
    """Convolutions."""


@pyuvm.test()
class RandomConvModesAgreesTest(AgreeingTest, conv_modes.RandomConvModesTest):
    """Images, and other modes."""


@pyuvm.test()
class RandomSdpAgreesTest(AgreeingTest, sdp.RandomSdpTest):
    """SDP, from memory and behind convolutions."""


@pyuvm.test()
class RandomPdpAgreesTest(AgreeingTest, pdp.RandomPdpTest):
    """PDP, from memory and behind SDP."""


@pyuvm.test()
class RandomCdpAgreesTest(AgreeingTest, cdp.RandomCdpTest):
    """CDP."""


@pyuvm.test()
class RandomMixedAgreesTest(AgreeingTest, mixed.MixedProgramsTest):
    """Programs of all units at the same time."""
