"""One description with several configurations' parameters, and what happens when they do not fit."""

import pytest

from tb.registers.sources import DescriptionError
from tests.unit.registers.toy_description import PARAMETERS, TEXT, ToyConfig, compile_text, compile_toy


def test_bases_move_and_offsets_stay(toy, tmp_path):
    other = compile_toy(tmp_path, COPY_BASE=0x4000, STATE_BASE=0x3000).register_map
    assert {name: block.base for name, block in other.blocks.items()} == {"COPY": 0x4000, "STATE": 0x3000}
    for register in toy:
        moved = other.blocks[register.block].registers[register.name]
        assert moved.address - other.blocks[register.block].base == (
            register.address - toy.blocks[register.block].base
        ), register.full_name


def test_fields_have_the_bits_that_parameters_say(toy, tmp_path):
    assert (toy.COPY.SOURCE.ADDRESS.low, toy.COPY.SOURCE.ADDRESS.width) == (5, 27)
    other = compile_toy(tmp_path, ALIGN_LSB=8).register_map
    assert (other.COPY.SOURCE.ADDRESS.low, other.COPY.SOURCE.ADDRESS.width) == (8, 24)


def test_missing_parameter_is_named(tmp_path):
    less = {name: value for name, value in PARAMETERS.items() if name != "ALIGN_LSB"}
    with pytest.raises(DescriptionError, match=r"toy\.rdl:\d+: .*'ALIGN_LSB'.*toy32"):
        compile_text(tmp_path, TEXT, ToyConfig(description_parameters=less))


def test_unknown_parameter_is_named(tmp_path):
    with pytest.raises(DescriptionError, match=r"'ALIGN_BITS'.*toy32"):
        compile_toy(tmp_path, ALIGN_BITS=3)


def test_field_beyond_the_word_is_placed(tmp_path):
    with pytest.raises(DescriptionError, match=r"toy\.rdl:\d+: .*'ADDRESS' exceeds"):
        compile_toy(tmp_path, ALIGN_LSB=32)


def test_blocks_that_overlap_are_named(tmp_path):
    with pytest.raises(DescriptionError, match=r"toy\.rdl:\d+: .*'STATE'.*overlaps.*'COPY'"):
        compile_toy(tmp_path, STATE_BASE=PARAMETERS["COPY_BASE"] + 4)


def test_block_larger_than_its_window_is_named(tmp_path):
    small = ToyConfig(block_bytes=0x8, description_parameters=PARAMETERS)
    with pytest.raises(DescriptionError, match=r"toy\.rdl:\d+: COPY takes 0x10 bytes.* 0x8"):
        compile_text(tmp_path, TEXT, small)
