"""Accesses to the registers of Sophgo's TPU that meet, whose answers wait, or that write a part of a register."""

import pyuvm

from models.sophgo.registers import registers
from sequences.host import Access
from tb.sophgo.env import SophgoBaseTest, SophgoEnv, SophgoEnvFamily
from tests.sim.accesses import drawn_access, hasty, late_pace, write_any_bytes

ROUNDS, ACCESSES = 20, 12
MANY, LIMIT_CYCLES = 60, 60
"""So many accesses take longer than one of the other kind may wait."""
WRITTEN = ("TABLE_LOW", "TABLE_HIGH", "TABLE_SIZE"), ("INTR_MASK", "INTR_STATUS")


class HastySophgoFamily(SophgoEnvFamily):
    """Software that goes on before it is answered."""

    def register_bus(self, config, around):
        return hasty(super().register_bus(config, around), **self.pace(config))

    def pace(self, _config):
        return {"watchdog_cycles": LIMIT_CYCLES}


class LateSophgoFamily(HastySophgoFamily):
    """It takes answers late, and sends a write's address and data apart."""

    def pace(self, config):
        return late_pace(config.seed)


class HastySophgoEnv(SophgoEnv):
    """Has it."""

    family = HastySophgoFamily


class LateSophgoEnv(SophgoEnv):
    """Has it."""

    family = LateSophgoFamily


@pyuvm.test()
class SophgoAccessesTest(SophgoBaseTest):
    """Reads among writes of other registers; neither waits for as long as there are more of the other kind."""

    env_type = HastySophgoEnv

    async def stimulus(self, bench):
        block, rng = registers(bench.config).MAILBOX, bench.rng
        for number in range(ROUNDS):
            written = [block.registers[name] for name in WRITTEN[number % 2]]
            read = [register for register in block if register not in written]
            await bench.host.access([drawn_access(rng, written, read) for _ in range(ACCESSES)])
            await bench.host.access([Access(register) for register in block])
        a_read, a_write = Access(block.ID), Access(block.TABLE_SIZE, 5)
        for many, one in ((a_write, a_read), (a_read, a_write)):
            await bench.host.access([many, many, one, *[many] * MANY])


@pyuvm.test()
class LateSophgoAccessesTest(SophgoAccessesTest):
    """The same where answers wait, and a write's address and data come apart."""

    env_type = LateSophgoEnv


@pyuvm.test()
class PartialSophgoAccessesTest(SophgoBaseTest):
    """Writes of any bytes of a register leave the others as they are; in INTR_STATUS they clear nothing."""

    announces = ("kernel-in-table",)

    async def stimulus(self, bench):
        host, block = bench.host, registers(bench.config).MAILBOX
        await host.write(block.LAUNCH, block.LAUNCH.encode(KERNEL=1, NOTIFY=1))
        await host.wait_interrupt()
        written = [block.registers[name] for names in WRITTEN for name in names]
        await write_any_bytes(self.env, bench.rng, written)
        for register in written:  # whole, as traces have writes
            await host.write(register, 0xFFFF_FFFF)
