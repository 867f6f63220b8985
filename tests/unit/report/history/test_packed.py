"""Arrays as texts, and texts that are none."""

import numpy as np
import pytest

from tb.report.history.packed import DamagedArrayError, pack_bits, pack_numbers, unpack_bits, unpack_numbers


@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 1000])
def test_arrays_come_back(count):
    numbers = np.arange(count, dtype=np.uint32) * np.uint32(3_000_000_019)
    bits = numbers % 3 == 0
    assert np.array_equal(unpack_bits(pack_bits(bits), count), bits)
    assert np.array_equal(unpack_numbers(pack_numbers(numbers)), numbers)


def test_many_bits_are_few_letters():
    assert len(pack_bits(np.zeros(65_536, bool))) < 100


@pytest.mark.parametrize("text", ["", 'no letters of base 85: "', pack_numbers(np.arange(3, dtype=np.uint32))[:-2]])
def test_a_damaged_text_is_said(text):
    with pytest.raises(DamagedArrayError):
        unpack_bits(text, 8)
    with pytest.raises(DamagedArrayError):
        unpack_numbers(text)


def test_another_length_is_said():
    with pytest.raises(DamagedArrayError, match="8 bits for 9"):
        unpack_bits(pack_bits(np.zeros(8, bool)), 9)
    with pytest.raises(DamagedArrayError, match="1 bytes for numbers of four"):
        unpack_numbers(pack_bits(np.zeros(8, bool)))
