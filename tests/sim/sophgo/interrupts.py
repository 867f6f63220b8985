"""The interrupt line of Sophgo's TPU."""

from itertools import product

import pyuvm

from models.sophgo.registers import registers
from sequences.polling import poll
from tb.sophgo.env import WINDOW_CYCLES, SophgoBaseTest

BITS = range(4)
"""Of mask and status: DONE, and ERROR above it."""
THERE, NOWHERE = 1, 0x77


@pyuvm.test()
class SophgoInterruptsTest(SophgoBaseTest):
    """Each bit under each mask: kept from the line while it rises, let out, cleared alone and with the other one."""

    announces = ("kernel-in-table",)

    async def stimulus(self, bench):
        host, mailbox = bench.host, registers(bench.config).MAILBOX
        bench.put("nothing")
        await bench.run("nothing")
        for number, (raised, masked, cleared) in enumerate(product(BITS, BITS, (1, 2, 3)), start=2):
            await host.write(mailbox.INTR_MASK, masked)
            kernel = NOWHERE if raised & 2 else THERE
            await host.write(mailbox.LAUNCH, mailbox.LAUNCH.encode(KERNEL=kernel, NOTIFY=raised & 1))

            async def completed(number=number):
                return await host.read(mailbox.COMPLETED) == number

            await poll(host, completed, f"COMPLETED does not come to {number}")
            for register, word in ((mailbox.INTR_MASK, 0), (mailbox.INTR_STATUS, cleared), (mailbox.INTR_STATUS, 3)):
                await host.pause(2 * WINDOW_CYCLES)
                await host.read(mailbox.INTR_STATUS)
                await host.write(register, word)
