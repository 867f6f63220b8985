"""Values that a field or a register does not hold are refused when they are written."""

import pytest

from tb.ral.model import RegisterModel
from tests.unit.ral.small_map import small_map


@pytest.fixture
def unit():
    return RegisterModel(small_map()).UNIT


def refused(why, writing):
    with pytest.raises(ValueError, match=why):
        writing.send(None)


@pytest.mark.parametrize("value", [(1 << 4) + 5, -1, 1.0, "LOW"])
def test_a_field(unit, value):
    refused(r"^LEVEL is .*: write a whole number from 0 to 15; it has 4 bits$", unit.S_CONTROL.LEVEL.write(value))


@pytest.mark.parametrize("value", [1 << 40, -1, None])
def test_a_register(unit, value):
    why = r"S_CONTROL is .*: write a whole number from 0 to 4294967295; it has 32 bits$"
    refused(f"^UNIT.{why}", unit.S_CONTROL.write(value))
    refused("^UNIT.D_SIZE of group 1 is ", unit.groups[1].D_SIZE.write(value))


def test_what_is_kept_for_later(unit):
    for target in (unit.S_CONTROL, unit.S_CONTROL.LEVEL):
        with pytest.raises(ValueError, match="write a whole number from 0 to"):
            target.set(1 << 40)


def test_what_is_held_is_taken(unit):
    unit.S_CONTROL.LEVEL.set(15)
    assert unit.S_CONTROL.LEVEL.get() == 15
    unit.S_CONTROL.set(0xFFFF_FF12)
    assert unit.S_CONTROL.get() == 0x12
    unit.S_POINTER.PRODUCER.set(True)
    assert unit.S_POINTER.PRODUCER.get() == 1
