"""Descriptors and register words: each gives the other back, over the whole space of both."""

import numpy as np
import pytest

from models.nvdla.bdma.descriptor import Bdma, decode_copy, encode_copy
from models.nvdla.config import NV_FULL
from models.nvdla.registers import registers
from models.nvdla.rubik.descriptor import decode_rubik, encode_rubik
from models.nvdla.rules import check_layer
from models.registers import Behaviour, ReadKind
from sequences.nvdla.bdma.random import BdmaKnobs, draw_group
from sequences.nvdla.bdma.shapes import allocate_copy
from sequences.nvdla.bench import make_bench
from sequences.nvdla.rubik.random import RubikKnobs, draw_rubik
from sequences.nvdla.rubik.shapes import allocate_rubik

BDMA, RUBIK = registers().BDMA, registers().RBK
COPY_REGISTERS = [item for item in BDMA if item.behaviour is Behaviour.PLAIN and item.name != "CFG_STATUS"]
RUBIK_REGISTERS = [item for item in RUBIK if item.grouped and item.behaviour is Behaviour.PLAIN]
UNUSED = {
    "MERGE": {"D_DAIN_SURF_STRIDE", "D_DAOUT_PLANAR_STRIDE"},
    "SPLIT": {"D_DAIN_PLANAR_STRIDE", "D_DAOUT_SURF_STRIDE"},
    "CONTRACT": {"D_DAIN_PLANAR_STRIDE", "D_DAOUT_PLANAR_STRIDE"},
    "0x3": {"D_DAIN_PLANAR_STRIDE", "D_DAOUT_PLANAR_STRIDE"},
}
CONTRACT_ONLY = {"D_CONTRACT_STRIDE_0", "D_CONTRACT_STRIDE_1", "D_DECONV_STRIDE"}
NO_LAYER = {"D_PERF_ENABLE"}


class Loads:
    """Takes loads, which do not matter."""

    def load(self, port, address, data):
        pass


def words_of(items, rng):
    """Any words: corners, and anything between."""
    return {
        item.name: int(rng.choice([0, 0xFFFF_FFFF, rng.integers(1 << 32)])) & item.write_mask
        for item in items
        if item.read is ReadKind.STATIC
    }


@pytest.mark.parametrize("seed", range(200))
def test_copy_words_come_back(seed):
    words = words_of(COPY_REGISTERS, np.random.default_rng(seed))
    copy = decode_copy(BDMA, words, NV_FULL)
    assert encode_copy(BDMA, copy, NV_FULL) == words
    assert decode_copy(BDMA, encode_copy(BDMA, copy, NV_FULL), NV_FULL) == copy


@pytest.mark.parametrize("seed", range(200))
def test_rubik_words_come_back_but_for_what_the_mode_does_not_use(seed):
    words = words_of(RUBIK_REGISTERS, np.random.default_rng(seed))
    rubik = decode_rubik(RUBIK, words, NV_FULL)
    unused = UNUSED[rubik.mode] | (set() if rubik.mode == "CONTRACT" else CONTRACT_ONLY) | NO_LAYER
    encoded = encode_rubik(RUBIK, rubik, NV_FULL)
    used = words.keys() - unused
    assert {name: encoded[name] for name in used} == {name: words[name] for name in used}
    assert decode_rubik(RUBIK, dict.fromkeys(words, 0) | encoded, NV_FULL) == rubik


@pytest.mark.parametrize("most", [1, 64, 2048, 65536, 1 << 20])
@pytest.mark.parametrize("seed", range(12))
def test_what_is_drawn_is_legal_and_comes_back_for_any_knobs(seed, most):
    bench = make_bench(Loads(), NV_FULL, np.random.default_rng(seed))
    rubik = allocate_rubik(bench, draw_rubik(bench, RubikKnobs(elements_at_most=most, stride_at_most=40)))
    assert decode_rubik(RUBIK, encode_rubik(RUBIK, rubik, NV_FULL), NV_FULL) == rubik
    bdma = Bdma(tuple(allocate_copy(bench, shape) for shape in draw_group(bench, BdmaKnobs(bytes_at_most=most))))
    for copy in bdma.copies:
        assert decode_copy(BDMA, encode_copy(BDMA, copy, NV_FULL), NV_FULL) == copy
    assert check_layer(rubik, NV_FULL) == []
    assert check_layer(bdma, NV_FULL) == []


def test_a_memory_that_is_not_there_says_what_there_is():
    copy = decode_copy(BDMA, dict.fromkeys((item.name for item in COPY_REGISTERS), 0), NV_FULL)
    assert copy.source.ram == "CVSRAM"
    with pytest.raises(ValueError, match="no memory is called 'MC'; nv_full has DBB, CVSRAM"):
        NV_FULL.ram_type("MC")
