"""The registers of Sophgo's TPU."""

import pyuvm

from models.registers import WORD_BYTES
from models.sophgo.registers import registers
from tb.sophgo.env import SophgoBaseTest
from tests.sim.unmapped import nothing_is_at

PLAIN = ("TABLE_LOW", "TABLE_HIGH", "TABLE_SIZE", "INTR_MASK")


@pyuvm.test()
class SophgoRegistersTest(SophgoBaseTest):
    """Each register reads its reset value, then what was written to it; what only shows something stays."""

    announces = ("unmapped-register", "kernel-in-table")

    async def stimulus(self, bench):
        host, mailbox = bench.host, registers(bench.config).MAILBOX
        every = [register for block in registers(bench.config).blocks.values() for register in block]
        for register in every:
            read = await host.read(register)
            assert register is mailbox.SLOTS or read == register.reset
        for name in PLAIN:
            for data in (0xFFFF_FFFF, int(bench.rng.integers(1 << 32)), 0):
                await host.write(mailbox.registers[name], data)
                await host.read(mailbox.registers[name])
        for register in every:
            if register is not mailbox.LAUNCH and register.name not in PLAIN:
                await host.write(register, 0xFFFF_FFFF)
            await host.read(register)
        for kernel in (0xFFFF, int(bench.rng.integers(1 << 16))):
            await host.write(mailbox.LAUNCH, mailbox.LAUNCH.encode(KERNEL=kernel, NOTIFY=1))
            await host.wait_interrupt()
            for register in every:
                await host.read(register)
            await host.write(mailbox.INTR_STATUS, 3)
        for bit in range(6, bench.config.register_bits):
            await nothing_is_at(bench, mailbox.INTR_MASK.address | 1 << bit, every)
        for address in range(mailbox.RESULT.address + WORD_BYTES, 1 << 6, WORD_BYTES):
            await nothing_is_at(bench, address, every)
