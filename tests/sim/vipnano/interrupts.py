"""The interrupt line of VIPNano, and its queue."""

from itertools import product

import pyuvm

from models.vipnano.registers import registers
from sequences.vipnano.draw.jobs import draw_tp_job
from tb.vipnano.env import WINDOW_CYCLES, VipnanoBaseTest

EVENTS = 32


@pyuvm.test()
class VipnanoInterruptsTest(VipnanoBaseTest):
    """Each event: kept from the line while it is masked, let out, cleared alone and with others."""

    async def stimulus(self, bench):
        host, described = bench.host, registers(bench.config)
        block = described.HOST
        for number, masked in product(range(EVENTS), (True, False)):
            mask = int(bench.rng.integers(1 << number)) | 1 << number if masked else ~(1 << number) & 0xFFFF_FFFF
            await host.write(block.INTR_MASK, mask)
            await host.write(described.PS.SEQUENCE_END, number)
            await host.pause(2 * WINDOW_CYCLES)
            for register, word in ((block.INTR_MASK, 0), (block.INTR_STATUS, ~(1 << number) & 0xFFFF_FFFF)):
                await host.write(register, word)
                await host.pause(2 * WINDOW_CYCLES)
                await host.read(block.INTR_STATUS)
            if number % 3:
                await host.write(block.INTR_STATUS, 1 << number)
        await host.write(block.INTR_STATUS, 0xFFFF_FFFF)
        await bench.finished()


@pyuvm.test()
class FullQueueVipnanoTest(VipnanoBaseTest):
    """A queue without room ignores what is written; jobs and ends before it come to their ends."""

    announces = ("queue-full",)

    async def stimulus(self, bench):
        host, ps, block = bench.host, bench.registers.PS, bench.registers.HOST
        for round_ in range(3):
            for number in range(bench.config.queue_slots + 6):
                job, address = bench.job(lambda base: draw_tp_job(bench.rng, base))
                assert job.structure.kind.name == "TP"
                ends = (number + round_) % 3 == 2
                await host.write(*((ps.SEQUENCE_END, number) if ends else (ps.TP_INST_ADDR, address)))
                await host.read(block.SLOTS)
            for register in (ps.SEQUENCE_END, ps.TP_INST_ADDR, ps.NN_INST_ADDR):
                await host.read(register)
            while await host.read(block.STATUS):
                await host.pause()
            await host.read(block.ENDED)
            await host.write(block.INTR_STATUS, await host.read(block.INTR_STATUS))
