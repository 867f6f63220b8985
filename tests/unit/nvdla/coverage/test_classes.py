"""Classes of numbers: with a sign, what is left of a division, what is among arrays of each format."""

import numpy as np
import pytest

from tb.coverage.classes import SIGNED, from_zero, remainder, remainders, signed_class
from tb.nvdla.coverage.numbers.values import value_class, value_classes


def test_numbers_from_0_on_have_no_gaps():
    bins = from_zero(4, 31)
    assert bins.labels == ("0", "1", "2", "3", "4", "5-8", "9-16", "17-31")
    assert [bins.index(value) for value in (0, 4, 5, 31)] == [0, 4, 5, 7]


@pytest.mark.parametrize(
    ("value", "label"),
    [
        (-32768, "least"), (-32767, "-large"), (-1024, "-large"), (-1023, "-middle"), (-31, "-small"), (-1, "-1"),
        (0, "0"), (1, "1"), (2, "small"), (31, "small"), (32, "middle"), (1024, "large"), (32767, "most"),
    ],
)  # fmt: skip
def test_a_number_with_a_sign(value, label):
    assert signed_class(value, 16) == label


def test_every_number_with_a_sign_has_a_class():
    assert {signed_class(value, 8) for value in range(-128, 128)} == set(SIGNED)


def test_remainders_of_a_size():
    assert [remainder(number, 8) for number in range(1, 9)] == [
        "1", "under half", "under half", "half", "over half", "over half", "all but one", "whole",
    ]  # fmt: skip
    assert remainder(9, 8) == "1"
    assert remainders(4).labels == ("1", "half", "all but one", "whole")
    assert remainders(1).labels == ("whole",)


def test_values_of_integers():
    assert value_classes(np.array([-128, 5, 0], np.int8), "INT8") == ["least", "0", "positive"]
    assert value_classes(np.array([0x7FFF, 0xFFFF], np.uint16), "INT16") == ["negative", "most"]
    known = np.array([False, True])
    assert value_classes(np.array([-(1 << 31), 7], np.int32), "INT32", known) == ["positive"]


@pytest.mark.parametrize(
    ("code", "label"),
    [
        (0x0000, "0"), (0x8000, "-0"), (0x0001, "denormal"), (0x83FF, "denormal"), (0x0400, "positive"),
        (0xFBFE, "negative"), (0x7BFF, "most"), (0xFBFF, "least"), (0xFC00, "infinity"), (0x7C01, "NaN"),
    ],
)  # fmt: skip
def test_values_of_fp16(code, label):
    assert value_classes(np.array([code], np.uint16), "FP16") == [label]
    assert value_class(code | 1 << 16, "FP16") == label, "bits above are not looked at"


def test_values_of_fp32():
    codes = np.array([1.0, -2.0, 0.0, np.inf, np.nan, 1e-40, np.finfo(np.float32).max], np.float32).view(np.uint32)
    found = value_classes(codes, "FP32")
    assert set(found) == {"positive", "negative", "0", "infinity", "NaN", "denormal", "most"}
