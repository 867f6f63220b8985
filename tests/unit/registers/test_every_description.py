"""What must hold of every family's description: it is sound, and says what things are."""

from importlib import import_module

import pytest

from models.registers import WORD_BITS, ReadKind
from tb.registers.sources import families


@pytest.fixture(params=families())
def described(request):
    """The registers of a family's first configuration."""
    return import_module(f"models.{request.param}.registers").registers()


def test_no_register_is_lost_to_an_equal_address(described):
    assert sum(len(block.registers) for block in described.blocks.values()) == len(described.by_address)


def test_registers_are_words_within_their_blocks(described):
    for block in described.blocks.values():
        for register in block:
            assert block.base <= register.address < block.base + block.size, register.full_name
            assert register.address % 4 == 0, register.full_name


def test_fields_do_not_overlap_and_stay_in_the_word(described):
    for register in described:
        used = 0
        for field in register.fields.values():
            assert field.high < WORD_BITS, f"{register.full_name}.{field.name}"
            assert not used & field.mask, f"{register.full_name}.{field.name}"
            assert max(field.enum.values(), default=0) <= field.limit, f"{register.full_name}.{field.name}"
            used |= field.mask
        assert register.read_mask | register.write_mask == used, register.full_name


def test_everything_is_described_in_more_words_than_its_name(described):
    described = [
        *described.blocks.values(),
        *described,
        *(field for register in described for field in register.fields.values()),
    ]
    assert [item.name for item in described if len(item.description.split()) < 3] == []


def test_a_result_that_software_writes_does_not_exist(described):
    for register in described:
        if register.read in (ReadKind.FINAL, ReadKind.BOUNDED):
            assert register.write_mask == 0, register.full_name
