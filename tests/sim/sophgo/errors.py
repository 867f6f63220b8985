"""Errors of memory on Sophgo's TPU: what tells of them, and what they leave undone."""

from dataclasses import replace

import pyuvm

from models.reference import Happened
from models.sophgo.config.hardware import DDR
from models.sophgo.device import SophgoDevice
from sequences.sophgo.bench import SophgoBench
from sequences.sophgo.operations.copies import CopyIn, CopyOut
from sequences.sophgo.random.program import ProgramKnobs, RandomProgram
from tb.memory.axi import Response
from tb.memory.profile import HARSH, TYPICAL, ErrorRange
from tb.sophgo.env import SophgoBaseTest, SophgoEnv, SophgoEnvFamily

KERNELS = 8
BAD = (ErrorRange(1 << 32, 0x1_0001_0000, Response.SLVERR), ErrorRange(1 << 37, 1 << 40))
"""Where data meet errors; tables and streams do not."""


class ApartBench(SophgoBench):
    """Tables and streams are where memory answers without errors."""

    def place(self, size_bytes, align_bytes):
        while True:
            address = super().place(size_bytes, align_bytes)
            if not any(item.first < address + size_bytes and address < item.limit for item in BAD):
                return address


@pyuvm.test()
class RandomSophgoErrorsTest(SophgoBaseTest):
    """Random kernels where a part of memory fails, two at a time, of which the former one does not notify."""

    profile = TYPICAL

    def configure(self):
        config = super().configure()
        profile = replace(self.profile, error_ranges=BAD)
        return replace(config, profiles=dict.fromkeys(config.hw.ports, profile))

    async def stimulus(self, bench):
        mine = ApartBench(bench.host, bench.config, bench.rng)
        program = RandomProgram(mine, ProgramKnobs(fresh=1.0, apart=True))
        for number in range(KERNELS):
            await mine.launch(mine.put(str(number), *program.words(most=10)), notify=bool(number % 2))
            if number % 2:
                await mine.finished()
            await bench.host.read(bench.registers.MAILBOX.RESULT)


@pyuvm.test()
class RandomHarshSophgoErrorsTest(RandomSophgoErrorsTest):
    """The same where memory answers late and out of order."""

    profile = HARSH


class DeafSophgoDevice(SophgoDevice):
    """A reference that takes no notice of errors of memory."""

    def failed(self, _answer):
        return Happened()


class DeafSophgoFamily(SophgoEnvFamily):
    """Has it."""

    def device(self, config):
        return DeafSophgoDevice(config.hw)


class DeafSophgoEnv(SophgoEnv):
    """Has it."""

    family = DeafSophgoFamily


@pyuvm.test()
class DeafReferenceSophgoErrorsTest(SophgoBaseTest):
    """The design hears of errors where the reference does not: data, memory and the interrupt tell that."""

    env_type = DeafSophgoEnv
    provokes = ("wrong-data", "memory-differs")

    def configure(self):
        config = super().configure()
        return replace(config, profiles={DDR: replace(TYPICAL, error_ranges=(ErrorRange(1 << 39, 1 << 40),))})

    async def stimulus(self, bench):
        mine = ApartBench(bench.host, bench.config, bench.rng)
        bad = mine.plan.allocate(DDR, 64, 1, at=3 << 38)
        mine.plan.fill(mine.host, bad)
        x = mine.tensor(bench.rng.integers(1, 100, (1, 1, 1, 64)), "INT8")
        await mine.play(CopyIn(replace(x, surface=bad)) >> CopyOut(x))
