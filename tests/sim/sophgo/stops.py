"""Kernels in which a queue stops."""

from itertools import product

import pyuvm

from models.sophgo.words.cells import CELLS
from models.sophgo.words.description import Queue
from models.sophgo.words.stream import Reason
from sequences.sophgo.draw.words import draw_cell
from sequences.sophgo.random.program import RandomProgram
from sequences.sophgo.random.stops import STOPS, refused, stopping
from tb.sophgo.env import SophgoBaseTest


@pyuvm.test()
class StopsSophgoTest(SophgoBaseTest):
    """Each queue stops for each reason, at any of its words; the other one goes on as long as it can.

    An error is told of kernels that do not notify, too.
    """

    announces = tuple(STOPS.values())

    async def stimulus(self, bench):
        for queue, reason in product(Queue, STOPS):
            if (queue, reason) == (Queue.GDMA, Reason.LONG):
                continue
            program = RandomProgram(bench)
            words = program.words()
            while not any(word.queue is queue for word in words):
                words = program.words()
            kernel = stopping(bench.rng, words, queue, reason, bench.config)
            name = bench.put(f"{queue} {reason.name}", *kernel.words, ends=kernel.ends)
            await bench.launch(name, notify=queue is Queue.TIU)
            await bench.finished()
            for block in bench.registers.blocks.values():
                for register in block:
                    await bench.host.read(register)


@pyuvm.test()
class MembersSophgoTest(SophgoBaseTest):
    """A word that is refused for one of its members, of half of all cells; its queue says so."""

    announces = ("members",)

    async def stimulus(self, bench):
        for cell in bench.rng.permutation(CELLS)[::2]:
            word = refused(bench.rng, draw_cell(bench.rng, bench.config, str(cell)).changed(cmd_id=1), bench.config)
            await bench.play_words(word)
            await bench.host.read(bench.registers.blocks[word.queue].STOPPED)
