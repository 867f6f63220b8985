"""The mirror follows what the bus shows, and checks nothing."""

import pytest

from tb.ral.mirror import RegisterMirror
from tb.ral.model import RegisterModel
from tests.unit.ral.small_map import small_map


class Bus:
    """Plays accesses to a mirror, as a monitor would see them."""

    def __init__(self):
        self.model = RegisterModel(small_map())
        self.mirror = RegisterMirror(self.model)

    def address(self, name):
        block, register = name.split(".")
        return self.model.description.blocks[block].registers[register].address

    def write(self, name, data):
        self.mirror.write(self.address(name), data)

    def read(self, name, word):
        self.mirror.read(self.mirror.request(self.address(name)), word)


@pytest.fixture
def bus():
    return Bus()


def test_after_reset_it_holds_the_resets(bus):
    assert bus.model.UNIT.S_CONTROL.mirrored == 5
    assert bus.model.UNIT.S_ID.mirrored == 0x31
    assert [group.D_SIZE.mirrored for group in bus.model.UNIT.groups] == [1, 1]


def test_what_was_read_is_taken_over(bus):
    bus.write("UNIT.S_POINTER", 1)
    bus.write("UNIT.D_SIZE", 0x0203)
    bus.read("UNIT.D_SIZE", 0x0204)
    assert [group.D_SIZE.mirrored for group in bus.model.UNIT.groups] == [1, 0x0204]


def test_bits_outside_the_masks_are_not_written(bus):
    bus.write("UNIT.S_CONTROL", 0xFFFF_FFFF)
    bus.write("UNIT.S_ID", 0)
    bus.write("OTHER.ABSENT", 0xF)
    assert bus.model.UNIT.S_CONTROL.mirrored == 0xFF
    assert bus.model.UNIT.S_ID.mirrored == 0x31
    assert bus.model.OTHER.ABSENT.mirrored == 0


def test_each_group_has_its_own_mirror(bus):
    bus.write("UNIT.D_SIZE", 7)
    bus.write("UNIT.S_POINTER", 1)
    assert bus.model.UNIT.group == 1
    bus.write("UNIT.D_SIZE", 8)
    assert [group.D_SIZE.mirrored for group in bus.model.UNIT.groups] == [7, 8]


def test_a_write_that_a_running_group_ignored_is_put_right_by_the_next_read(bus):
    bus.write("UNIT.D_ENABLE", 1)
    bus.write("UNIT.D_SIZE", 9)
    bus.read("UNIT.D_SIZE", 1)
    assert bus.model.UNIT.groups[0].D_SIZE.mirrored == 1


def test_a_read_returns_what_was_there_when_it_was_requested(bus):
    pending = bus.mirror.request(bus.address("UNIT.S_CONTROL"))
    bus.write("UNIT.S_CONTROL", 0x11)
    bus.mirror.read(pending, 5)
    assert bus.model.UNIT.S_CONTROL.mirrored == 0x11


def test_a_reset_ends_everything(bus):
    bus.write("UNIT.S_POINTER", 1)
    bus.write("UNIT.D_SIZE", 9)
    bus.mirror.reset()
    assert bus.model.UNIT.group == 0
    assert [group.D_SIZE.mirrored for group in bus.model.UNIT.groups] == [1, 1]


def test_addresses_without_a_register_are_passed_over(bus):
    bus.mirror.write(0x1100, 1)
    assert bus.mirror.request(0x1100) is None
