"""SDP's pass-through, step by step."""

import numpy as np
import pytest

from models.nvdla.numbers.floats import half_from_integer, half_from_single, int16_from_half, single_from_half
from models.nvdla.sdp.operators.settings import XSettings
from models.nvdla.sdp.pointwise import Pointwise
from tests.unit.nvdla.conv.plain import clamp, round_shift

EDGES = [0, 1, -1, 127, 128, -128, -129, 32767, 32768, 65535, 65536, 65537, -65537, -65538, 2**31 - 1, -(2**31)]


@pytest.mark.parametrize("out_precision", ["INT8", "INT16", "FP16"])
@pytest.mark.parametrize("constants", [(0, 1, 0), (-5, -3, 1), (2**31 - 1, -32768, 40), (100, 32767, 63)])
@pytest.mark.parametrize("x1", [{}, {"bypass": False, "shift": 3}, {"bypass": False, "relu_bypass": False}])
def test_steps_of_integers(out_precision, constants, x1, rng):
    offset, scale, shift = constants
    values = np.array([*EDGES, *rng.integers(-(2**31), 2**31, 30).tolist()], np.int32)
    where = {"proc_precision": "INT16", "out_precision": out_precision}
    got = Pointwise(**where, offset=offset, scale=scale, shift=shift, x1=XSettings(**x1)).apply(
        values.reshape(1, 2, -1)
    )
    between, saturated = [], 0
    for value in values.tolist():
        x = round_shift(value, x1.get("shift", 0))
        x = x if x1.get("relu_bypass", True) else max(x, 0)
        product = (x - offset) * scale
        between.append(clamp(round_shift(product, shift), 17))
        saturated += abs((product >> shift) - between[-1]) > 1
    if out_precision == "FP16":
        expected = half_from_integer(np.array(between)).tolist()
        saturated = sum(code & 0x7FFF == 0x7BFF for code in expected)
    else:
        expected = [clamp(value, int(out_precision[3:])) for value in between]
    assert got.codes.ravel().tolist() == expected
    assert (got.saturated, got.nan) == (saturated, 0)


def test_floats_leave_as_halves():
    halves = np.array([0x3C00, 0xBC00, 0x8000, 0x7C01, 0xFFFF, 0x7BFF, 0xFBFF, 0x0001], np.uint16)
    codes = single_from_half(halves)
    kind = {"proc_precision": "FP16", "out_precision": "FP16", "offset": 9, "scale": 7, "shift": 5}
    plain = Pointwise(**kind).apply(codes)
    assert (plain.codes.tolist(), plain.saturated, plain.nan) == (halves.tolist(), 2, 2)
    flushed = Pointwise(**kind, nan_to_zero=True).apply(codes)
    assert (flushed.codes[3:5].tolist(), flushed.nan) == ([0, 0], 0)
    relu = Pointwise(**kind, x1=XSettings(bypass=False, shift=9, relu_bypass=False)).apply(codes)
    assert relu.codes.tolist() == [0x3C00, 0, 0, 0x7C01, 0xFFFF, 0x7BFF, 0, 1], "NaN pass"


def test_floats_leave_as_integers(rng):
    codes = rng.integers(0x4200_0000, 0x4780_0000, 50).astype(np.uint32)
    got = Pointwise(proc_precision="FP16", out_precision="INT16").apply(codes)
    assert (got.codes == int16_from_half(half_from_single(codes))).all(), "rounded twice"
    assert (got.saturated, got.nan) == (0, 0)
