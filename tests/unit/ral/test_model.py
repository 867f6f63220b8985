import logging
from dataclasses import replace
from functools import partial
from importlib import import_module

import pytest

from models.registers import Block, RegisterMap
from tb.ral.model import RegisterModel
from tb.runner.family.find import family_names
from tests.unit.ral.small_map import UNIT, small_map


@pytest.fixture
def model():
    return RegisterModel(small_map())


def described(family):
    """The registers of a family's default configuration."""
    return import_module(f"models.{family}.registers").registers()


@pytest.mark.parametrize(
    "description", [small_map, *(partial(described, name) for name in family_names())], ids=["small", *family_names()]
)
def test_every_register_is_built_quietly_with_its_address_and_reset(caplog, description):
    description = description()
    with caplog.at_level(logging.WARNING):
        model = RegisterModel(description)
    assert caplog.records == []
    copies = 0
    for register in description:
        block = model.blocks[register.block]
        holders = block.groups if register.grouped else (block,)
        for holder in holders:
            built = holder.registers[register.name]
            assert built.get_reset() == (register.reset if register.implemented else 0), register.full_name
            assert {field.get_name(): field.get_register_mask() for field in built.get_fields()} == {
                field.name: field.mask for field in register.fields.values()
            }
            copies += 1
        if not register.grouped:
            assert block.registers[register.name].get_address() == register.address
    grouped = sum(register.grouped for register in description)
    assert copies == len(description.by_address) + grouped


def test_access_policies_follow_the_behaviour(model):
    unit, other = model.UNIT, model.OTHER
    policies = {
        field.get_full_name().removeprefix("small."): field.get_access()
        for field in (
            unit.S_CONTROL.LEVEL,
            unit.S_POINTER.PRODUCER,
            unit.S_POINTER.CONSUMER,
            unit.S_ID.NUMBER,
            unit.S_FLAGS.DONE,
            unit.groups[1].D_SIZE.WIDTH,
            unit.groups[0].D_COUNT.VALUE,
            other.SET.BITS,
            other.ABSENT.BITS,
        )
    }
    assert policies == {
        "UNIT.S_CONTROL.LEVEL": "RW",
        "UNIT.S_POINTER.PRODUCER": "RW",
        "UNIT.S_POINTER.CONSUMER": "RO",
        "UNIT.S_ID.NUMBER": "RO",
        "UNIT.S_FLAGS.DONE": "W1C",
        "UNIT.groups[1].D_SIZE.WIDTH": "RW",
        "UNIT.groups[0].D_COUNT.VALUE": "RO",
        "OTHER.SET.BITS": "WO",
        "OTHER.ABSENT.BITS": "RO",
    }


def test_only_what_software_decides_is_not_volatile(model):
    unit = model.UNIT
    assert not unit.S_CONTROL.LEVEL.is_volatile()
    assert not unit.groups[0].D_SIZE.WIDTH.is_volatile()
    assert not unit.S_POINTER.PRODUCER.is_volatile()
    assert unit.S_POINTER.CONSUMER.is_volatile()
    assert unit.groups[0].D_COUNT.VALUE.is_volatile()
    assert model.OTHER.TABLE.ENTRY.is_volatile()


def test_an_address_reaches_the_group_that_the_pointer_selects(model):
    size = UNIT + 0x14
    assert model.at(size) is model.UNIT.groups[0].D_SIZE
    model.UNIT.S_POINTER.take_write(1)
    assert model.at(size) is model.UNIT.groups[1].D_SIZE
    assert model.at(UNIT) is model.UNIT.S_CONTROL
    assert model.at(UNIT + 0x100) is None


@pytest.mark.parametrize(
    ("look", "message"),
    [
        (lambda model: model.UNITS, "did you mean UNIT"),
        (lambda model: model.UNIT.S_CONTROLS, "did you mean S_CONTROL"),
        (lambda model: model.UNIT.D_SIZE, "groups"),
        (lambda model: model.UNIT.groups[0].S_CONTROL, "ask the block"),
        (lambda model: model.UNIT.S_CONTROL.LEVELS, "did you mean LEVEL"),
    ],
)
def test_unknown_names_are_told_with_what_is_near(model, look, message):
    with pytest.raises(AttributeError, match=message):
        look(model)


def test_groups_without_a_pointer_are_refused():
    block = small_map().UNIT
    unpointed = {name: item for name, item in block.registers.items() if name != "S_POINTER"}
    broken = Block(block.name, block.base, block.size, unpointed)
    description = RegisterMap("small", "broken", {"UNIT": broken}, {item.address: item for item in broken})
    with pytest.raises(ValueError, match="block UNIT has grouped registers and 0 fields"):
        RegisterModel(description)


def test_the_field_that_selects_decides_how_many_groups_there_are():
    block = small_map().UNIT
    pointer = block.S_POINTER
    wide = replace(
        pointer, write_mask=3, fields={**pointer.fields, "PRODUCER": replace(pointer.fields["PRODUCER"], width=2)}
    )
    four = Block(block.name, block.base, block.size, {**block.registers, "S_POINTER": wide})
    model = RegisterModel(RegisterMap("small", "four", {"UNIT": four}, {item.address: item for item in four}))
    assert len(model.UNIT.groups) == 4
