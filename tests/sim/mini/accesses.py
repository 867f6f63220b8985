"""Accesses to mini's registers that meet, whose answers wait, or that write a part of a register."""

import pyuvm

from models.mini.config import MEMORY
from models.mini.descriptor import Operation
from models.mini.registers import registers
from sequences.host import Access
from tb.mini.env import MiniBaseTest, MiniEnv, MiniEnvFamily
from tests.sim.accesses import drawn_access, hasty, late_pace, write_any_bytes

ROUNDS, ACCESSES = 20, 12
MANY, LIMIT_CYCLES = 60, 60
"""So many accesses take longer than one of the other kind may wait."""
WRITTEN = ("RING_BASE_LOW", "RING_BASE_HIGH", "RING_SIZE", "TAIL"), ("INTR_MASK", "INTR_STATUS")
"""Together, as the size changes the tail."""


class HastyFamily(MiniEnvFamily):
    """Software that goes on before it is answered."""

    def register_bus(self, config, around):
        return hasty(super().register_bus(config, around), **self.pace(config))

    def pace(self, _config):
        return {"watchdog_cycles": LIMIT_CYCLES}


class LateFamily(HastyFamily):
    """It takes answers late, and sends a write's address and data apart."""

    def pace(self, config):
        return late_pace(config.seed)


class HastyEnv(MiniEnv):
    """Has it."""

    family = HastyFamily


class LateEnv(MiniEnv):
    """Has it."""

    family = LateFamily


@pyuvm.test()
class MiniAccessesTest(MiniBaseTest):
    """Reads among writes of other registers; neither waits for as long as there are more of the other kind."""

    env_type = HastyEnv
    announces = ("tail-in-ring",)

    async def stimulus(self, bench):
        block, rng = registers(bench.config).RING, bench.rng
        for number in range(ROUNDS):
            written = [block.registers[name] for name in WRITTEN[number % 2]]
            read = [register for register in block if register not in written]
            await bench.host.access([drawn_access(rng, written, read) for _ in range(ACCESSES)])
            await bench.host.access([Access(register) for register in block])
        a_read, a_write = Access(block.ID), Access(block.RING_SIZE, 5)
        for many, one in ((a_write, a_read), (a_read, a_write)):
            await bench.host.access([many, many, one, *[many] * MANY])


@pyuvm.test()
class LateMiniAccessesTest(MiniAccessesTest):
    """The same where answers wait, and a write's address and data come apart."""

    env_type = LateEnv


@pyuvm.test()
class PartialMiniAccessesTest(MiniBaseTest):
    """Writes of any bytes of a register leave the others as they are; in INTR_STATUS they clear nothing."""

    announces = ("faulty-descriptor", "tail-in-ring")

    async def stimulus(self, bench):
        host, ring, block = bench.host, bench.ring, registers(bench.config).RING
        bench.plan.fill(host, ring.surface)
        host.load(MEMORY, ring.surface.address, Operation(length=0, interrupt=1).encode())
        await ring.begin()
        await host.write(block.TAIL, 1)
        await host.wait_interrupt()
        await ring.end()
        written = [block.registers[name] for names in WRITTEN for name in names]
        await write_any_bytes(self.env, bench.rng, written)
        for register in written:  # whole, as traces have writes
            await host.write(register, 0xFFFF_FFFF)
