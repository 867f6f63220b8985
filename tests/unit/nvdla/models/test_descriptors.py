"""Descriptors and register words: each gives the other back, over the whole space of both."""

import numpy as np
import pytest

from models.nvdla.bdma.descriptor import decode_copy, encode_copy
from models.nvdla.rubik.descriptor import decode_rubik, encode_rubik
from models.nvdla.rules import check_layer
from models.registers import Behaviour, ReadKind
from sequences.nvdla.bdma.random import BdmaKind, BdmaKnobs
from sequences.nvdla.bench import make_bench
from sequences.nvdla.rubik.random import RubikKind, RubikKnobs

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


@pytest.fixture
def copy_registers(registers):
    return [item for item in registers.BDMA if item.behaviour is Behaviour.PLAIN and item.name != "CFG_STATUS"]


@pytest.fixture
def rubik_registers(registers):
    return [item for item in registers.RBK if item.grouped and item.behaviour is Behaviour.PLAIN]


def word_of(item, config, rng):
    """Any word that names memories which are there: a corner, or anything between."""
    word = int(rng.choice([0, 0xFFFF_FFFF, rng.integers(1 << 32)])) & item.write_mask
    for field in item.fields.values():
        if field.name.endswith("RAM_TYPE") and config.ram_types[field.get(word)] not in config.ports:
            word ^= field.mask
    return word


def words_of(items, config, rng):
    return {item.name: word_of(item, config, rng) for item in items if item.read is ReadKind.STATIC}


@pytest.mark.parametrize("seed", range(200))
def test_copy_words_come_back(seed, config, registers, copy_registers):
    words = words_of(copy_registers, config, np.random.default_rng(seed))
    copy = decode_copy(registers.BDMA, words, config)
    assert encode_copy(registers.BDMA, copy, config) == words
    assert decode_copy(registers.BDMA, encode_copy(registers.BDMA, copy, config), config) == copy


@pytest.mark.parametrize("seed", range(200))
def test_rubik_words_come_back_but_for_what_the_mode_does_not_use(seed, config, registers, rubik_registers):
    words = words_of(rubik_registers, config, np.random.default_rng(seed))
    rubik = decode_rubik(registers.RBK, words, config)
    unused = UNUSED[rubik.mode] | (set() if rubik.mode == "CONTRACT" else CONTRACT_ONLY) | NO_LAYER
    encoded = encode_rubik(registers.RBK, rubik, config)
    used = words.keys() - unused
    assert {name: encoded[name] for name in used} == {name: words[name] for name in used}
    assert decode_rubik(registers.RBK, dict.fromkeys(words, 0) | encoded, config) == rubik


@pytest.mark.parametrize("most", [1, 64, 2048, 65536, 1 << 20])
@pytest.mark.parametrize("seed", range(12))
def test_what_is_drawn_is_legal_and_comes_back_for_any_knobs(seed, most, config, registers):
    bench = make_bench(Loads(), config, np.random.default_rng(seed))
    (rubik,) = RubikKind(bench, RubikKnobs(elements_at_most=most, stride_at_most=40)).drawn()
    assert decode_rubik(registers.RBK, encode_rubik(registers.RBK, rubik, config), config) == rubik
    (bdma,) = BdmaKind(bench, BdmaKnobs(bytes_at_most=most)).drawn()
    for copy in bdma.copies:
        assert decode_copy(registers.BDMA, encode_copy(registers.BDMA, copy, config), config) == copy
    assert check_layer(rubik, config) == []
    assert check_layer(bdma, config) == []


def test_a_memory_that_is_not_there_says_what_there_is(config, registers, copy_registers):
    copy = decode_copy(registers.BDMA, dict.fromkeys((item.name for item in copy_registers), 0), config)
    assert copy.source.ram == "CVSRAM"
    with pytest.raises(ValueError, match=f"no memory is called 'MC'; {config.name} has {', '.join(config.ports)}"):
        config.ram_type("MC")
