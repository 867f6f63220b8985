"""A descriptor's bytes, and what a multiply-add computes, against plain whole numbers."""

import numpy as np
import pytest

from models.mini.arithmetic import multiply_add
from models.mini.config import CONFIGS, find_config
from models.mini.descriptor import Opcode, Operation, status_word


def some_operation():
    return Operation(
        opcode=Opcode.MULTIPLY_ADD,
        interrupt=1,
        write_status=1,
        length=0x1234,
        address=0xAB_CDEF_0123,
        a=1,
        b=2,
        c=3,
        out=4,
        scale=-5,
        shift=31,
        tag=0xBEEF,
    )


def test_the_bytes_are_those_of_the_page():
    words = np.frombuffer(some_operation().encode().tobytes(), "<u4")
    assert [hex(word) for word in words] == [
        "0x302",
        "0x1234",
        "0xcdef0123",
        "0xab",
        "0x20001",
        "0x40003",
        "0x1ffffb",
        "0xbeef",
    ]


def test_decode_reverses_encode():
    assert Operation.decode(some_operation().encode()) == some_operation()


@pytest.mark.parametrize(
    ("member", "value"), [("length", 1 << 16), ("scale", 1 << 15), ("address", 1 << 40), ("a", -1)]
)
def test_what_does_not_fit_is_named(member, value):
    with pytest.raises(ValueError, match=f"{member} is {value}: "):
        Operation(**{member: value}).encode()


def test_the_first_reserved_bit_is_behind_the_opcode():
    data = some_operation().encode().copy()
    assert not Operation.has_reserved_bits(data)
    data[0] |= 4
    assert Operation.has_reserved_bits(data)


def test_status_word():
    assert status_word(some_operation(), failed=True, saturated=5) == 0xC005_BEEF
    assert status_word(some_operation(), failed=False, saturated=0) == 0x8000_BEEF


def plain(a, b, c, scale, shift):
    """One element in whole numbers: halves go away from zero."""
    exact = (a * b + c) * scale
    half = (1 << shift) >> 1
    rounded = (abs(exact) + half) >> shift
    result = -rounded if exact < 0 else rounded
    return max(-128, min(127, result)), not -128 <= result <= 127


@pytest.mark.parametrize("seed", range(20))
def test_multiply_add_rounds_halves_away_from_zero_and_saturates(seed):
    rng = np.random.default_rng(seed)
    a, b, c = (rng.integers(-128, 128, 200).astype(np.int8) for _ in range(3))
    scale, shift = int(rng.integers(-(1 << 15), 1 << 15)) >> int(rng.integers(16)), int(rng.integers(32))
    got, saturated = multiply_add(a, b, c, scale, shift)
    want = [plain(*map(int, item), scale, shift) for item in zip(a, b, c, strict=True)]
    assert got.tolist() == [value for value, _ in want]
    assert saturated.tolist() == [beyond for _, beyond in want]


def test_an_unknown_configuration_is_named():
    assert list(CONFIGS) == ["mini64", "mini32"]
    known = "mini64, mini32"
    with pytest.raises(ValueError, match=f"mini65: mini has the configurations {known}; did you mean mini64"):
        find_config("mini65")
