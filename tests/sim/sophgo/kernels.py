"""Launches of kernels: several that wait, kernels that the table does not have, streams without words."""

from functools import partial

import pyuvm

from models.sophgo.config.hardware import DDR
from models.sophgo.kernels.entry import ENTRY_BYTES, KernelEntry
from models.sophgo.registers import registers
from models.sophgo.words.word import END
from sequences.polling import poll
from sequences.sophgo.emitting import KernelWords
from sequences.sophgo.operations.copies import CopyIn, CopyOut
from sequences.sophgo.random.program import RandomProgram
from tb.sophgo.env import SophgoBaseTest

ROUNDS, FEW = 3, 6
MOST_ENTRIES = 255


@pyuvm.test()
class LaunchesSophgoTest(SophgoBaseTest):
    """As many launches as the mailbox holds, with and without interrupts, while registers show how far they are."""

    async def stimulus(self, bench):
        program, rng = RandomProgram(bench), bench.rng
        shown = [register for block in bench.registers.blocks.values() for register in block]
        for number in range(ROUNDS):
            places = range(bench.config.launch_slots + 1)
            names = [bench.put(f"{number} {place}", *program.words(most=FEW)) for place in places]
            for name in names:
                await bench.launch(name, notify=bool(rng.integers(2)) or name == names[-1])
                await bench.host.read(shown[int(rng.integers(len(shown)))])
            await bench.host.read(bench.registers.MAILBOX.SLOTS)
            await bench.finished()
            for register in shown:
                await bench.host.read(register)


@pyuvm.test()
class FullMailboxSophgoTest(SophgoBaseTest):
    """More launches than the mailbox holds: those that have no room are ignored."""

    announces = ("mailbox-full",)

    async def stimulus(self, bench):
        x, y = (bench.tensor(bench.rng.integers(-128, 128, (1, 5, 8, 30)), "INT8") for _ in range(2))
        name = bench.put("copy", *_copies(bench, x, y))
        await bench.launch(name)
        mailbox, launched = bench.registers.MAILBOX, 1
        for _ in range(bench.config.launch_slots + 2):
            await bench.host.write(mailbox.LAUNCH, mailbox.LAUNCH.encode(KERNEL=1))
            launched += 1
        await bench.host.read(mailbox.SLOTS)

        async def idle():
            return await bench.host.read(mailbox.STATUS) == 0

        await poll(bench.host, idle, "the TPU works for ever")
        await bench.host.read(mailbox.COMPLETED)
        await bench.host.write(mailbox.INTR_STATUS, 3)


def _copies(bench, x, y):
    """The words of a copy in and out."""
    words = KernelWords(bench.config, bench.lanes)
    words.take(CopyIn(x, lane=1) >> CopyOut(y))
    return words.finished()


@pyuvm.test()
class TablesSophgoTest(SophgoBaseTest):
    """Kernels anywhere in tables of any size, and some that the table does not have; streams without words."""

    announces = ("kernel-in-table", "table-aligned")

    async def stimulus(self, bench):
        host, mailbox, rng = bench.host, registers(bench.config).MAILBOX, bench.rng
        launched = 0
        for entries in (1, 2, int(rng.integers(3, 40)), MOST_ENTRIES):
            ids = [int(item) for item in rng.permutation(1 << 16)[: entries + 1]]
            table = bench.plan.allocate(DDR, MOST_ENTRIES * ENTRY_BYTES, ENTRY_BYTES)
            bench.plan.fill(host, table)
            for place, kernel in enumerate(ids[:entries]):
                entry = self._entry(bench, kernel)
                host.load(DDR, table.address + place * ENTRY_BYTES, entry.encode())
            await host.write(mailbox.TABLE_LOW, table.address & 0xFFFF_FFFF)
            await host.write(mailbox.TABLE_HIGH, table.address >> 32)
            await host.write(mailbox.TABLE_SIZE, entries)
            for kernel in {ids[0], ids[entries - 1], ids[entries], ids[int(rng.integers(entries))]}:
                await host.write(mailbox.LAUNCH, mailbox.LAUNCH.encode(KERNEL=kernel, NOTIFY=1))
                launched += 1
                await poll(host, partial(self._completed, bench, launched), f"COMPLETED does not come to {launched}")
                await host.read(mailbox.RESULT)
                await host.write(mailbox.INTR_STATUS, 3)
                await host.drain()

    async def _completed(self, bench, count):
        return await bench.host.read(bench.registers.MAILBOX.COMPLETED) == count

    def _entry(self, bench, kernel):
        """A kernel of end words, or of no words at all; its low bits mean nothing."""
        members = {"id": kernel, "name": int(bench.rng.integers(1 << 62))}
        if bench.rng.integers(2):
            for queue, word in END.items():
                data, name = word.encode(), queue.lower()
                at = bench.plan.allocate(DDR, len(data), 16)
                bench.plan.fill(bench.host, at)
                bench.host.load(DDR, at.address, data)
                low = int(bench.rng.integers(16))
                members |= {f"{name}_address": at.address | low, f"{name}_bytes": len(data) | low}
        return KernelEntry(**members)
