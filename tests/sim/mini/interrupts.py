"""Mini's interrupt lines."""

from itertools import product

import pyuvm

from models.mini.config import MEMORY
from models.mini.descriptor import DESCRIPTOR_BYTES, Opcode, Operation
from models.mini.registers import registers
from sequences.polling import poll
from tb.mini.env import WINDOW_CYCLES, MiniBaseTest

BITS = range(4)
"""Of mask and status: DONE, and ERROR above it."""


@pyuvm.test()
class MiniInterruptsTest(MiniBaseTest):
    """Each bit under each mask: kept from its line while it rises, let out, cleared alone and with the other one."""

    announces = ("faulty-descriptor",)

    async def stimulus(self, bench):
        host, block = bench.host, registers(bench.config).RING
        source = bench.empty(8).surface.address
        bench.plan.fill(host, bench.ring.surface)
        await bench.ring.begin()
        for tail, (raised, masked, cleared) in enumerate(product(BITS, BITS, (1, 2, 3)), start=1):
            await host.write(block.INTR_MASK, masked)
            length = 0 if raised & 2 else 8
            operation = Operation(opcode=Opcode.LOAD, interrupt=raised & 1, length=length, address=source)
            await self._run(bench, operation, tail % 16)
            for register, word in ((block.INTR_MASK, 0), (block.INTR_STATUS, cleared), (block.INTR_STATUS, 3)):
                await host.pause(2 * WINDOW_CYCLES)
                await host.read(block.INTR_STATUS)
                await host.write(register, word)

    async def _run(self, bench, operation, tail):
        """Let the ring run up to an index, in front of which the descriptor lies."""
        host, block = bench.host, registers(bench.config).RING
        place = bench.ring.surface.address + DESCRIPTOR_BYTES * ((tail - 1) % 16)
        host.load(MEMORY, place, operation.encode())
        await host.write(block.TAIL, tail)

        async def has_retired():
            return await host.read(block.HEAD) == tail

        await poll(host, has_retired, f"HEAD does not come to {tail}")
