"""Convolution of integers against loops over Python integers."""

import numpy as np
import pytest

from models.nvdla.conv.multiply import integer
from models.nvdla.conv.multiply.integer import convolve_integer, truncate
from models.nvdla.conv.sequence.geometry import Geometry, known_outputs
from tests.unit.nvdla.conv.plain import MAC_CHANNELS, accumulate, outputs, pairs, round_shift

BITS = {"int8": 34, "int16": 48}
GEOMETRIES = [
    Geometry(out_height=3, out_width=4),
    Geometry(out_height=5, out_width=4, pad_left=2, pad_top=1, pad_value=0x1285),
    Geometry(out_height=3, out_width=2, stride_x=3, stride_y=2, pad_value=0xFFFF),
    Geometry(out_height=2, out_width=6, dilation_x=3, dilation_y=2, pad_left=3, pad_top=9, pad_value=7),
    Geometry(out_height=7, out_width=9, stride_y=2, pad_left=1, pad_value=0x8000),
    Geometry(out_height=1, out_width=1),
]


def operands(rng, dtype, shape=(6, 5, 6), kernels=(3, 6, 2, 3)):
    """Whole-range data and weights."""
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    return (rng.integers(low, high, size, dtype, endpoint=True) for size in (shape, kernels))


def plain(data, kernels, geometry):
    bits = 8 * data.itemsize
    pad = geometry.pad_value % (1 << bits)
    pad -= (pad >> bits - 1) << bits
    sums = [
        accumulate(pairs(data, kernels, geometry, pad=pad, output=at), BITS[data.dtype.name])
        for at in outputs(kernels, geometry)
    ]
    return np.array(sums, np.int64).reshape(len(kernels), *geometry.out_shape)


@pytest.mark.parametrize("dtype", ["int8", "int16"])
@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_loops_say_the_same(dtype, geometry, rng):
    data, kernels = operands(rng, dtype)
    got = convolve_integer(data, kernels, geometry, MAC_CHANNELS)
    assert (got == plain(data, kernels, geometry)).all()


def test_blocks_and_pieces_of_any_size_add_up(rng, monkeypatch):
    data, kernels = operands(rng, "int8")
    geometry = GEOMETRIES[1]
    monkeypatch.setattr(integer, "BLOCK_ELEMENTS", 300)
    monkeypatch.setattr(integer, "SINGLE_EXACT", 7 << 14)
    monkeypatch.setattr(integer, "LEAST_DEPTH", 1)
    assert (convolve_integer(data, kernels, geometry, MAC_CHANNELS) == plain(data, kernels, geometry)).all()


@pytest.mark.parametrize(("dtype", "value"), [("int8", -128), ("int16", -32768), ("int16", 4095)])
def test_largest_sums_are_exact(dtype, value):
    """As deep as a kernel may be, all terms of one sign; the last term alone would be lost in a sum rounded to even."""
    data = np.full((3001, 1, 2), value, dtype)
    kernels = data[None, :, :, :1].copy()
    kernels[0, -1] = 1
    got = convolve_integer(data, kernels, Geometry(out_height=1, out_width=2), 64)
    assert got.tolist() == [[[3000 * value**2 + value] * 2]]


@pytest.mark.parametrize("sign", [1, -1])
def test_the_accumulator_saturates_at_every_step(sign, monkeypatch):
    """Up to the limit, over it, and back down: with a narrow accumulator, for no small layer reaches the real one's."""
    monkeypatch.setattr(integer, "ACCUMULATOR_BITS", {2: 34})
    monkeypatch.setitem(BITS, "int16", 34)
    data = np.full((12, 1, 4), -32768, np.int16)
    kernels = np.full((1, 12, 1, 3), 32767 * sign, np.int16)
    kernels[0, 8:] *= -1
    geometry = Geometry(out_height=1, out_width=2)
    got = convolve_integer(data, kernels, geometry, MAC_CHANNELS)
    assert (got == plain(data, kernels, geometry)).all()
    assert got[0, 0, 0] != int((data[:, 0, :3].astype(np.int64) * kernels[0, :, 0]).sum()), "nothing saturated"


@pytest.mark.parametrize("shift", [0, 1, 4, 16])
def test_truncation_against_fractions(shift, rng):
    edges = [sign * ((1 << 31 + shift) + step * 1 << max(shift - 1, 0)) for sign in (1, -1) for step in range(-3, 4)]
    values = [value + extra for value in edges for extra in (-1, 0, 1)] + rng.integers(-(1 << 47), 1 << 47, 50).tolist()
    rounded = [round_shift(value, shift) for value in values]
    got, count = truncate(np.array(values).reshape(1, 1, -1), shift)
    assert got.ravel().tolist() == [max(-(1 << 31), min((1 << 31) - 1, value)) for value in rounded]
    over = [value >> shift < -(1 << 31) or high > (1 << 31) - 1 for value, high in zip(values, rounded, strict=True)]
    assert count == sum(over)


def test_a_saved_negative_sum_counts_as_saturated():
    value = -(1 << 33) - 1  # its floor is one below the smallest result, to which it is rounded up
    got, count = truncate(np.array([[[value]]]), 2)
    assert (got.item(), count) == (-(1 << 31), 1)
    got, count = truncate(np.array([[[value + 1]]]), 2)
    assert (got.item(), count) == (-(1 << 31), 0)


def test_narrow_sums_need_no_saturation(rng):
    sums = rng.integers(-(1 << 31), (1 << 31) - 1, (2, 3, 4)).astype(np.int32)
    assert truncate(sums, 0)[1] == 0
    assert (truncate(sums, 0)[0] == truncate(sums.astype(np.int64), 0)[0]).all()


@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize(("data_rate", "weight_rate"), [(1, 1), (0.98, 1), (1, 0.9), (0.98, 0.9)])
def test_an_output_is_known_if_all_its_inputs_are(geometry, data_rate, weight_rate, rng):
    data, kernels = rng.random((6, 5, 6)) < data_rate, rng.random((3, 6, 2, 3)) < weight_rate
    got = known_outputs(data, kernels, geometry)
    for at in outputs(kernels, geometry):
        needed = [known for step in pairs(data, kernels, geometry, pad=1, output=at) for known in step]
        assert got[at] == all(x and w for x, w in needed)


def test_whole_groups_that_saturate_may_not_count():
    sums = np.full((5, 1, 3), 1 << 40)
    sums[0, 0, 1] = sums[4, 0, 2] = 0
    assert [truncate(sums, 0, group)[1] for group in (0, 2, 4, 8)] == [13, 3, 5, 13]
