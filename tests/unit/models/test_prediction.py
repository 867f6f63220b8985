"""What a prediction allows, and what it says about a value that it does not allow."""

import pytest

from models.prediction import Prediction
from models.registers import Behaviour, Field, ReadKind, Register


@pytest.fixture
def register():
    fields = {
        "MODE": Field("MODE", 0, 2, 1, {"OFF": 0, "SLOW": 1, "FAST": 2}),
        "COUNT": Field("COUNT", 4, 8, 0),
    }
    return Register("UNIT", "D_THING", 0x10, 1, 0xFF3, 0xFF3, Behaviour.PLAIN, ReadKind.STATIC, False, True, fields)


def test_a_plain_value_is_compared_field_by_field(register):
    prediction = Prediction(register, register.encode(MODE="SLOW", COUNT=7))
    assert prediction.mismatch(0x71) is None
    assert prediction.mismatch(0x72) == "MODE: expected SLOW, got FAST"
    assert prediction.mismatch(0x80) == "MODE: expected SLOW, got OFF; COUNT: expected 0x7, got 0x8"


def test_bits_of_no_field_read_zero(register):
    assert Prediction(register, 0).mismatch(0x8004) == "unused bits read 0x8004, expected 0"


def test_where_nothing_is_zero_is_read():
    assert Prediction(None, 0).mismatch(0) is None
    assert Prediction(None, 0).mismatch(5) == "nothing is there: expected 0, got 0x5"


def test_sets_and_bounds_say_what_they_allow(register):
    prediction = Prediction(register, 0, {"MODE": frozenset((1, 2)), "COUNT": range(3, 6)})
    assert prediction.mismatch(0x31) is prediction.mismatch(0x52) is None
    assert prediction.mismatch(0x62) == "COUNT: expected 3 to 5, got 6"
    assert prediction.mismatch(0x20) == "MODE: expected SLOW or FAST, got OFF; COUNT: expected 3 to 5, got 2"


def test_what_is_unknown_is_not_compared(register):
    assert Prediction(register, 0, known=False).mismatch(0xFFFF_FFFF) is None


def test_widening_allows_both_values_of_each_field(register):
    before = Prediction(register, 0, {"COUNT": range(2, 4)})
    after = Prediction(register, 2, {"COUNT": frozenset((9,))})
    both = before.widen(after)
    assert both.allowed("MODE") == {0, 2}
    assert both.allowed("COUNT") == range(2, 10)
    assert both.mismatch(0x51) == "MODE: expected OFF or FAST, got SLOW"


def test_widening_with_the_unknown_is_unknown(register):
    assert Prediction(register, 0).widen(Prediction(register, 0, known=False)).mismatch(0xFFF) is None


@pytest.mark.parametrize(
    "fields", [{}, {"MODE": frozenset((2, 1))}, {"COUNT": range(5, 9)}, {"MODE": frozenset((0,)), "COUNT": range(9)}]
)
def test_the_example_is_always_allowed(register, fields):
    for value in (0, 1, 0x72, 0xFF2):
        prediction = Prediction(register, value, fields)
        assert prediction.mismatch(prediction.example()) is None
        if prediction.mismatch(value) is None:
            assert prediction.example() == value
