"""Copies of elements of each size between each two memories."""

from itertools import product

import pyuvm

from models.sophgo.config.hardware import DDR, L2, LOCAL, STATIC
from models.sophgo.layouts.strides import Shape, compact, continuous, extent
from models.sophgo.words.word import Word
from sequences.sophgo.operations.copies import EVERY_LANE, sides
from sequences.sophgo.random.program import ProgramKnobs, RandomProgram
from tb.sophgo.env import SophgoBaseTest

CODES = {1: 0, 2: 3, 4: 4}
"""A format for each size of an element."""
MEMORIES = (LOCAL, STATIC, L2, DDR)
SHAPE = Shape(1, 3, 2, 7)


@pyuvm.test()
class EveryTransferSophgoTest(SophgoBaseTest):
    """A copy from each memory to each one, of elements of each size, from and to any of their places in a word.

    Random kernels write small elements into static memory and L2 too seldom for each bit of these to be told.
    """

    async def stimulus(self, bench):
        program, memories = RandomProgram(bench, ProgramKnobs(fresh=1.0, on_chip=0.0)), bench.rng.permutation(MEMORIES)
        for source, size in product(memories, CODES):
            words = [_copy(bench, str(source), str(into), size) for into in bench.rng.permutation(MEMORIES)]
            await bench.play_words(*program.these(words))


def _copy(bench, source, into, size):
    """The copy of a tensor from the first half of a memory to the second one of another, or of the same one."""
    members = {"src_data_format": CODES[size], "stride_enable": 1, "nchw_copy": 1}
    for name, memory, half in (("src", source, 0), ("dst", into, 1)):
        members |= sides(name, *_place(bench, memory, half, size))
    return Word.of("DMA_tensor", "copy", **members, **EVERY_LANE)


def _place(bench, memory, half, size):
    """Address, shape and strides of a tensor anywhere in a half of a memory; in local memory of a lane's."""
    config, rng = bench.config, bench.rng
    lane = int(rng.integers(config.lanes)) if memory == LOCAL else 0
    strides = compact(config, SHAPE, lane) if memory == LOCAL else continuous(SHAPE)
    room = (config.lane_bytes if memory == LOCAL else len(config.memory_map[memory])) // 2
    counts = (1, -(-SHAPE.c // config.lanes) + 1, SHAPE.h, SHAPE.w) if memory == LOCAL else SHAPE
    most = min(room // size - extent(counts, strides), 1 << 12)
    at = half * room + int(rng.integers(most + 1)) * size
    return config.memory_map[memory].start + lane * config.lane_bytes + at, SHAPE, strides
