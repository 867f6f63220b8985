"""The input convertor, step by step."""

import numpy as np
import pytest

from models.nvdla.conv.fetch.convertor import Conversion, count_special
from models.nvdla.numbers.floats import half_from_integer
from tests.unit.nvdla.conv.plain import clamp, round_shift


@pytest.mark.parametrize("proc_precision", ["INT8", "INT16", "FP16"])
@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16"])
@pytest.mark.parametrize("constants", [(0, 1, 0), (-77, 3, 2), (-32768, -32768, 14), (5, 999, 63)])
def test_steps_of_the_convertor(dtype, proc_precision, constants, rng):
    offset, scale, truncate = constants
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    codes = rng.integers(low, high, (2, 3, 4), dtype, endpoint=True)
    codes[0, 0, :2] = low, high
    got = Conversion(
        in_precision=dtype.removeprefix("u").upper(), proc_precision=proc_precision,
        enabled=True, offset=offset, scale=scale, truncate=truncate,
    ).apply(codes)  # fmt: skip
    between = [clamp(round_shift((code - offset) * scale, truncate), 17) for code in codes.ravel().tolist()]
    if proc_precision == "FP16":
        expected = half_from_integer(np.array(between)).tolist()
    else:
        expected = [clamp(value, int(proc_precision[3:])) for value in between]
    assert got.ravel().tolist() == expected
    assert got.dtype == {"INT8": np.int8, "INT16": np.int16, "FP16": np.uint16}[proc_precision]


def test_without_conversion_codes_are_signed():
    codes = np.array([[[0, 127, 128, 255]]], np.uint8)
    got = Conversion(in_precision="INT8", proc_precision="INT8", offset=5, scale=9).apply(codes)
    assert got.tolist() == [[[0, 127, -128, -1]]]


@pytest.mark.parametrize("enabled", [False, True])
def test_halves_pass_but_for_flushed_nan(enabled):
    codes = np.array([[[0x3C00, 0x7C00, 0x7C01, 0xFFFF, 0x8000, 0xFC00]]], np.uint16)
    kind = {"in_precision": "FP16", "proc_precision": "FP16", "enabled": enabled, "offset": 3, "scale": 2}
    assert (Conversion(**kind).apply(codes) == codes).all()
    assert Conversion(**kind, nan_to_zero=True).apply(codes).tolist() == [[[0x3C00, 0x7C00, 0, 0, 0x8000, 0xFC00]]]
    assert count_special(codes) == (2, 2)
