"""Layers where an address is easily got wrong: each high bit alone, lines and strides that carry, both ends."""

import pyuvm

from sequences.nvdla.bdma import addresses as bdma
from sequences.nvdla.rubik import addresses as rubik
from tb.memory.profile import FAST
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig

NEEDS = ("BDMA", "RBK")


class AddressTest(NvdlaBaseTest):
    """Addresses matter and timing does not: memories never wait."""

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, profiles={"DBB": FAST, "CVSRAM": FAST})


@pyuvm.test()
class BdmaAddressBitsTest(AddressTest):
    """Each high address bit alone, on either side of a copy."""

    async def stimulus(self, bench):
        await bdma.every_address_bit(bench)


@pyuvm.test()
class BdmaCarriesTest(AddressTest):
    """Copies across multiples of 4 GiB and at the ends of memory."""

    async def stimulus(self, bench):
        await bdma.carries(bench)


@pyuvm.test()
class RubikAddressBitsTest(AddressTest):
    """Each high address bit alone, on either side of a reordering."""

    async def stimulus(self, bench):
        await rubik.every_rubik_address_bit(bench)


@pyuvm.test()
class RubikCarriesTest(AddressTest):
    """Reorderings across multiples of 4 GiB and at the ends of memory, in each mode."""

    async def stimulus(self, bench):
        await rubik.rubik_carries(bench)
