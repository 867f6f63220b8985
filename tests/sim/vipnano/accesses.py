"""Accesses to the registers of VIPNano that meet, whose answers wait, or that write a part of a register."""

import pyuvm

from models.vipnano.registers import registers
from sequences.host import Access
from tb.vipnano.env import VipnanoBaseTest, VipnanoEnv, VipnanoEnvFamily
from tests.sim.accesses import drawn_access, hasty, late_pace, write_any_bytes, write_bytes

ROUNDS, ACCESSES = 12, 12


class HastyVipnanoFamily(VipnanoEnvFamily):
    """Software that goes on before it is answered, takes answers late, and sends a write's address and data apart."""

    def register_bus(self, config, around):
        return hasty(super().register_bus(config, around), **late_pace(config.seed))


class HastyVipnanoEnv(VipnanoEnv):
    """Has it."""

    family = HastyVipnanoFamily


@pyuvm.test()
class VipnanoAccessesTest(VipnanoBaseTest):
    """Reads among writes of other registers, of the same block too: an answer that waits stays what it is."""

    env_type = HastyVipnanoEnv

    async def stimulus(self, bench):
        described, rng = registers(bench.config), bench.rng
        every = [*described.GL, described.HOST.INTR_MASK]
        for number in range(ROUNDS):
            written, read = every[number % 2 :: 2], [described.HOST.ID, *every[1 - number % 2 :: 2]]
            if number % 3 == 2:
                written, read = [described.HOST.INTR_MASK], [described.HOST.ID]
            await bench.host.access([drawn_access(rng, written, read) for _ in range(ACCESSES)])
            await bench.host.access([Access(register) for register in every])


@pyuvm.test()
class PartialVipnanoAccessesTest(VipnanoBaseTest):
    """Writes of any bytes of a register leave the others as they are; in INTR_STATUS they clear nothing."""

    async def stimulus(self, bench):
        host, described = bench.host, registers(bench.config)
        for number in range(0, 32, 3):
            await host.write(described.PS.SEQUENCE_END, number)
            await host.pause(50)
            await host.read(described.HOST.INTR_STATUS)
        every = (described.HOST.INTR_STATUS, described.HOST.INTR_MASK, *described.GL)
        await write_any_bytes(self.env, bench.rng, every)
        await host.write(described.HOST.INTR_MASK, 0)
        await host.write(described.HOST.INTR_STATUS, 0xFFFF_FFFF)
        for strobe in (1, 2, 4, 8):
            await write_bytes(self.env, described.PS.SEQUENCE_END, int(bench.rng.integers(1 << 32)), strobe)
            await host.pause(50)
            await host.write(described.HOST.INTR_STATUS, await host.read(described.HOST.INTR_STATUS))
        for register in (described.HOST.INTR_MASK, described.HOST.INTR_STATUS):  # whole, as traces have writes
            await host.write(register, 0xFFFF_FFFF)
