"""Members of a dataclass as bits of memory."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from models.memory.packed import Packed, bits


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Packed):
    size_bytes: ClassVar[int] = 4
    kind: int = bits(0, 3)
    gain: int = bits(6, 5, signed=True)
    size: int = bits(16, 16)


COMMAND = Command(kind=5, gain=-3, size=0x1234)


def test_each_member_stands_in_its_bits():
    assert COMMAND.encode().tolist() == [5 | 0b01_000000, 0b111, 0x34, 0x12]
    assert Command().encode().tolist() == [0] * 4


@pytest.mark.parametrize("gain", [-16, -1, 0, 15])
def test_what_is_written_is_read(gain):
    command = Command(kind=7, gain=gain, size=0xFFFF)
    assert Command.decode(command.encode()) == command


@pytest.mark.parametrize(
    ("member", "value", "range_of"),
    [("kind", 8, "0 to 7"), ("kind", -1, "0 to 7"), ("gain", 16, "-16 to 15"), ("gain", -17, "-16 to 15")],
)
def test_what_does_not_fit_is_named(member, value, range_of):
    with pytest.raises(ValueError, match=f"^{member} is {value}: {range_of} fit$"):
        Command(**{member: value}).encode()


@pytest.mark.parametrize("bit", range(32))
def test_bits_without_a_member_are_reserved_and_left_out(bit):
    data = COMMAND.encode().copy()
    before = data[bit // 8]
    data[bit // 8] |= 1 << bit % 8
    named = bit < 3 or 6 <= bit < 11 or bit >= 16
    assert Command.has_reserved_bits(data) is not named
    if not named:
        assert Command.decode(data) == COMMAND
        assert data[bit // 8] != before
