import pytest

from tb.findings import Findings
from tb.ral.mirror import CheckedMirror
from tb.ral.model import RegisterModel
from tests.unit.ral.small_map import small_map


class Bus:
    """Plays accesses to a mirror, as a monitor would see them."""

    def __init__(self):
        self.model = RegisterModel(small_map())
        self.findings = Findings()
        self.mirror = CheckedMirror(self.model, self.findings)

    def address(self, name):
        block, register = name.split(".")
        return self.model.description.blocks[block].registers[register].address

    def write(self, name, data):
        self.mirror.write(self.address(name), data)

    def read(self, name, word):
        self.mirror.read(self.mirror.expect(self.address(name)), word, 10.0)

    @property
    def complaints(self):
        return [finding.message for finding in self.findings.items]


@pytest.fixture
def bus():
    return Bus()


@pytest.mark.parametrize(
    ("name", "word"),
    [("UNIT.S_CONTROL", 5), ("UNIT.S_ID", 0x31), ("UNIT.D_SIZE", 1), ("OTHER.SET", 0), ("OTHER.ABSENT", 0)],
)
def test_after_reset_registers_read_their_resets_and_nothing_else(bus, name, word):
    bus.read(name, word)
    assert bus.complaints == []
    bus.read(name, word ^ 0x100)
    assert len(bus.complaints) == 1


def test_a_mismatch_names_register_values_and_fields(bus):
    bus.write("UNIT.S_POINTER", 1)
    bus.write("UNIT.D_SIZE", 0x0203)
    bus.read("UNIT.D_SIZE", 0x0204)
    (message,) = bus.complaints
    assert "UNIT.D_SIZE of group 1 at 0x01014" in message
    assert "reads 0x00000204 (WIDTH=0x4, HEIGHT=0x2)" in message
    assert "holds 0x00000203 (WIDTH=0x3, HEIGHT=0x2)" in message
    bus.read("UNIT.D_SIZE", 0x0204)
    assert len(bus.complaints) == 1, "what was read is taken over: one fault, one finding"


def test_bits_outside_the_masks_are_neither_written_nor_expected(bus):
    bus.write("UNIT.S_CONTROL", 0xFFFF_FFFF)
    bus.write("UNIT.S_ID", 0)
    bus.write("OTHER.ABSENT", 0xF)
    bus.write("OTHER.SET", 0xF)
    bus.read("UNIT.S_CONTROL", 0xFF)
    bus.read("UNIT.S_ID", 0x31)
    bus.read("OTHER.ABSENT", 0)
    bus.read("OTHER.SET", 0)
    assert bus.complaints == []


@pytest.mark.parametrize("name", ["UNIT.S_FLAGS", "UNIT.D_COUNT", "UNIT.D_ENABLE", "UNIT.S_POINTER", "OTHER.TABLE"])
def test_what_software_does_not_decide_is_not_compared(bus, name):
    bus.read(name, 1)
    assert bus.complaints == []


def test_each_group_has_its_own_mirror(bus):
    bus.write("UNIT.D_SIZE", 7)
    bus.write("UNIT.S_POINTER", 1)
    bus.read("UNIT.D_SIZE", 1)
    bus.write("UNIT.S_POINTER", 0)
    bus.read("UNIT.D_SIZE", 7)
    assert bus.complaints == []
    assert [group.D_SIZE.mirrored for group in bus.model.UNIT.groups] == [7, 1]


def test_a_write_to_a_started_group_may_have_been_ignored(bus):
    bus.write("UNIT.D_ENABLE", 1)
    bus.write("UNIT.D_SIZE", 9)
    bus.read("UNIT.D_SIZE", 1)
    assert bus.complaints == []
    bus.read("UNIT.D_SIZE", 9)
    assert len(bus.complaints) == 1, "the first read told that it was ignored"


def test_neither_old_nor_new_is_wrong_even_in_doubt(bus):
    bus.write("UNIT.D_ENABLE", 1)
    bus.write("UNIT.D_SIZE", 9)
    bus.read("UNIT.D_SIZE", 8)
    (message,) = bus.complaints
    assert "0x00000001 (WIDTH=0x1, HEIGHT=0x0) or 0x00000009" in message


def test_a_group_seen_free_takes_writes_for_certain(bus):
    bus.write("UNIT.D_ENABLE", 1)
    bus.read("UNIT.D_ENABLE", 1)
    bus.read("UNIT.D_ENABLE", 0)
    bus.write("UNIT.D_SIZE", 9)
    bus.read("UNIT.D_SIZE", 1)
    assert len(bus.complaints) == 1


def test_the_other_group_is_not_in_doubt(bus):
    bus.write("UNIT.D_ENABLE", 1)
    bus.write("UNIT.S_POINTER", 1)
    bus.write("UNIT.D_SIZE", 9)
    bus.read("UNIT.D_SIZE", 1)
    assert len(bus.complaints) == 1


def test_a_read_returns_what_was_there_when_it_was_requested(bus):
    address = bus.address("UNIT.S_CONTROL")
    expectation = bus.mirror.expect(address)
    bus.write("UNIT.S_CONTROL", 0x11)
    bus.mirror.read(expectation, 5, 10.0)
    assert bus.complaints == []
    assert bus.model.UNIT.S_CONTROL.mirrored == 0x11


def test_a_reset_ends_everything(bus):
    bus.write("UNIT.S_POINTER", 1)
    bus.write("UNIT.D_ENABLE", 1)
    bus.write("UNIT.D_SIZE", 9)
    bus.mirror.reset()
    assert bus.model.UNIT.producer == 0
    bus.write("UNIT.S_POINTER", 1)
    bus.read("UNIT.D_SIZE", 1)
    bus.write("UNIT.D_SIZE", 4)
    bus.read("UNIT.D_SIZE", 1)
    assert len(bus.complaints) == 1, "a group that was reset is not busy"


def test_addresses_without_a_register_are_passed_over(bus):
    bus.mirror.write(0x1100, 1)
    assert bus.mirror.expect(0x1100) is None
