"""Mini's registers."""

import pyuvm

from models.mini.registers import registers
from models.registers import WORD_BYTES
from tb.mini.env import MiniBaseTest
from tests.sim.unmapped import nothing_is_at


@pyuvm.test()
class MiniRegistersTest(MiniBaseTest):
    """Each register reads its reset value, then what was written to it; what is locked stays."""

    announces = ("ring-moved", "tail-in-ring", "unmapped-register")

    async def stimulus(self, bench):
        block = registers(bench.config).RING
        for register in block:
            assert await bench.host.read(register) == register.reset
        for name in ("RING_BASE_LOW", "RING_BASE_HIGH", "RING_SIZE", "INTR_MASK", "TAIL"):
            await bench.host.write(block.registers[name], int(bench.rng.integers(1 << 32)))
            await bench.host.read(block.registers[name])
        last = int(bench.rng.integers(1, 255))
        await bench.host.write(block.RING_SIZE, last)
        for tail in (last, last + 1):
            await bench.host.write(block.TAIL, tail)
            await bench.host.read(block.TAIL)
        await bench.host.write(block.RING_SIZE, 7)
        await bench.host.write(block.CONTROL, 1)
        for register in block:
            if register is not block.TAIL:
                await bench.host.write(register, 0x105)
            await bench.host.read(register)
        for bit in range(6, bench.config.register_bits):
            await nothing_is_at(bench, block.INTR_MASK.address | 1 << bit, block)
        for address in range(block.SATURATED.address + WORD_BYTES, 1 << 6, WORD_BYTES):
            await nothing_is_at(bench, address, block)
