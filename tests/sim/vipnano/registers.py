"""The registers of VIPNano."""

import pyuvm

from models.registers import WORD_BYTES
from models.vipnano.registers import registers
from tb.vipnano.env import VipnanoBaseTest
from tests.sim.unmapped import nothing_is_at

QUEUEING = ("NN_INST_ADDR", "TP_INST_ADDR", "SEQUENCE_END")


@pyuvm.test()
class VipnanoRegistersTest(VipnanoBaseTest):
    """Each register reads its reset value, then what was written to it; what only shows something stays."""

    announces = ("unmapped-register",)

    async def stimulus(self, bench):
        host, described = bench.host, registers(bench.config)
        every = [register for block in described.blocks.values() for register in block]
        for register in every:
            read = await host.read(register)
            assert register is described.HOST.SLOTS or read == register.reset
        for register in every:
            if register.name in QUEUEING:
                continue
            for data in (0xFFFF_FFFF, int(bench.rng.integers(1 << 32)), 0):
                await host.write(register, data)
                await host.read(register)
        for data in (0xFFFF_FFFF, 5):
            await host.write(described.PS.SEQUENCE_END, data)
            await bench.finished()
            for register in every:
                await host.read(register)
        for bit in range(5, bench.config.register_bits):
            await nothing_is_at(bench, described.HOST.INTR_MASK.address ^ 1 << bit, every)
        for address in range(described.HOST.INTR_MASK.address + WORD_BYTES, 1 << 6, WORD_BYTES):
            await nothing_is_at(bench, address, every)
