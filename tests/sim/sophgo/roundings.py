"""Each rounding, of numbers of both signs with every fraction."""

from itertools import count

import pyuvm

from models.sophgo.layouts.strides import Shape
from models.sophgo.numbers import Rounding
from models.sophgo.words.word import Word
from sequences.sophgo.random.program import ProgramKnobs, RandomProgram
from tb.sophgo.env import SophgoBaseTest

SHAPE = Shape(1, 3, 3, 7)
RESULT = {f"res0_{side}": size for side, size in zip("nchw", SHAPE, strict=True)} | {"res0_prec": 3}
PLACES = {"opd0_addr": 0, "opd1_addr": 0x400}
RESULTS, RESULT_BYTES = 0x800, 0x40
"""Where the first result is, and how far it is to the next one: none is overwritten before lanes are compared."""
POOLED = {"opd0_h": 5, "opd0_w": 9, "opd1_h": 3, "opd1_w": 3, "res_op_x_str": 1, "res_op_y_str": 1, "opd3_const": 1}
SHIFTS = (1, 3)
"""By how many bits: few, so that all fractions occur, and results of 16 bits hold what is left."""


@pyuvm.test()
class EveryRoundingSophgoTest(SophgoBaseTest):
    """Each word that rounds shifts random numbers by few bits to the right.

    Random words shift by any number of bits: most of what they shift saturates, or is nearly all fraction.
    """

    async def stimulus(self, bench):
        program, place = RandomProgram(bench, ProgramKnobs(fresh=1.0)), count(RESULTS, RESULT_BYTES)
        for rounding in bench.rng.permutation(list(Rounding)):
            for right in SHIFTS:
                await bench.play_words(
                    *program.these(word.changed(res0_addr=next(place)) for word in _words(int(rounding), right))
                )


def _words(rounding, right):
    """Words that shift to the right by so many bits."""
    members = RESULT | PLACES | {"opd2_n_str": rounding}
    signs = {"opd0_sign": 1, "opd1_sign": 1}
    by, shifted = -right & 0xFF, {"opd0_prec": 3, "tsk_opd_num": 2}
    yield Word.of("sAR", "arithmetic_shift", **members | signs | shifted | {"opd1_const": 1, "opd1_addr": by})
    sums = {"tsk_opd_num": 3, "opd2_const": 1, "opd2_addr": by, "opd2_sign": 1}
    yield Word.of("sAR", "add_saturate", **members | signs | sums)
    multiplied = {"opd0_prec": 3, "opd0_sign": 1, "opd1_const": 1, "opd2_sign": 1}
    yield Word.of("sRQ", "requantise", **members | multiplied | {"opd1_addr": 1, "opd2_addr": by})
    yield Word.of("sPorD", "average", **members | POOLED | {"opd0_sign": 1, "opd1_addr": 5, "opd2_addr": right})
    yield Word.of("sPorD", "depthwise", **members | POOLED | signs | {"opd2_const": 1, "res1_addr": right << 8})
