"""Errors of memory on mini: what raises them, what they leave undone."""

from dataclasses import replace
from itertools import count

import pyuvm

from models.mini.config import MEMORY
from models.mini.descriptor import DESCRIPTOR_BYTES, STATUS_WORD, WORD_BYTES, Opcode, Operation
from models.mini.device import MiniDevice
from models.mini.registers import registers
from models.reference import Happened
from sequences.mini.random import MiniKnobs, draw_operations
from tb.memory.axi import Response
from tb.memory.profile import HARSH, TYPICAL, ErrorRange
from tb.mini.env import MiniBaseTest, MiniEnv, MiniEnvFamily

LAYERS = 60
RING_AT, NEAR, FAR, AWAY = 0x5A_1234_5000, 1 << 12, 1 << 36, 0x5A_1235_0000
STATUS_AT = STATUS_WORD * WORD_BYTES


def word_of(index, offset=0):
    """Where a descriptor of the ring is fetched from, or where it has another word."""
    return RING_AT + DESCRIPTOR_BYTES * index + offset


def at(address, response=Response.SLVERR):
    """Requests to one address of the ring."""
    return ErrorRange(address, address + WORD_BYTES, response)


def put_ring(bench):
    """Put the ring where its place is known."""
    bench.ring.surface = bench.plan.allocate(MEMORY, bench.ring.surface.size_bytes, DESCRIPTOR_BYTES, at=RING_AT)


async def play_until_done(bench, operation):
    """Play an operation until its status word says that it was fetched and retired."""
    for index in count():
        await bench.play(replace(operation, write_status=1))
        if bench.host.dump(MEMORY, word_of(index, STATUS_AT), WORD_BYTES)[-1] >> 7:
            return


@pyuvm.test()
class RandomMiniErrorsTest(MiniBaseTest):
    """Random descriptors: some places of the ring fail, or their status words, parts of memory, and much by chance."""

    announces = ("faulty-descriptor",)
    profile = TYPICAL

    def configure(self):
        config = super().configure()
        fetches = [at(word_of(5)), at(word_of(6), Response.DECERR)]
        statuses = [at(word_of(index, STATUS_AT)) for index in (8, 11)]
        ranges = (*fetches, *statuses, ErrorRange(NEAR, NEAR << 12), ErrorRange(FAR, FAR << 2))
        profile = replace(self.profile, error_rate=0.03, error_ranges=ranges)
        return replace(config, profiles=dict.fromkeys(config.hw.ports, profile))

    async def stimulus(self, bench):
        put_ring(bench)
        knobs = MiniKnobs(interrupt=0.5, write_status=0.5, faulty=0.1)
        fill, *others = draw_operations(bench, LAYERS, knobs)
        await play_until_done(bench, fill)
        for first in range(0, LAYERS, 2):
            await bench.play(*others[first : first + 2])
            await bench.host.read(registers(bench.config).RING.SATURATED)


@pyuvm.test()
class RandomHarshMiniErrorsTest(RandomMiniErrorsTest):
    """The same where memory answers late and out of order."""

    profile = HARSH


class DeafDevice(MiniDevice):
    """A reference that takes no notice of errors of memory."""

    def failed(self, _answer):
        return Happened()


class DeafFamily(MiniEnvFamily):
    """Has it."""

    def device(self, config):
        return DeafDevice(config.hw)


class DeafEnv(MiniEnv):
    """Has it."""

    family = DeafFamily


@pyuvm.test()
class DeafReferenceMiniErrorsTest(MiniBaseTest):
    """The design hears of errors where the reference does not: status word, interrupt and memory tell that."""

    env_type = DeafEnv
    provokes = ("wrong-data", "extra-interrupt", "memory-differs")

    def configure(self):
        config = super().configure()
        return replace(config, profiles={MEMORY: replace(TYPICAL, error_ranges=(ErrorRange(AWAY, AWAY + 64),))})

    async def stimulus(self, bench):
        put_ring(bench)
        away = bench.plan.allocate(MEMORY, 64, 1, at=AWAY)
        bench.plan.fill(bench.host, away)
        moved = Operation(length=64, address=away.address)
        await bench.play(replace(moved, opcode=Opcode.LOAD, write_status=1), replace(moved, opcode=Opcode.STORE))
