"""Convolution of FP16 against lanes of Python integers, and cases that can be worked out by hand."""

import numpy as np
import pytest

from models.nvdla.conv.multiply.fp16 import cell, convolve
from models.nvdla.conv.multiply.fp16.accumulator import Accumulators
from models.nvdla.conv.multiply.fp16.cell import Cell
from models.nvdla.conv.multiply.fp16.convolve import convolve_half
from models.nvdla.conv.multiply.fp16.operands import decode
from models.nvdla.conv.sequence.geometry import Geometry
from tests.unit.nvdla.conv import plain_half
from tests.unit.nvdla.conv.plain import outputs, pairs

ONE, TWO, NAN, OTHER_NAN, INFINITY = 0x3C00, 0x4000, 0x7C05, 0xFE01, 0x7C00
GEOMETRIES = [
    Geometry(out_height=3, out_width=3, pad_left=1, pad_top=1, pad_value=0xB801),
    Geometry(out_height=4, out_width=5, dilation_x=2, pad_left=1, pad_top=2),
    Geometry(out_height=1, out_width=2, stride_x=3, stride_y=2),
]


def codes(rng, shape, kind):
    """All codes alike, those of a normal distribution, or few of any exponents but no NaN."""
    if kind == "normal":
        return rng.normal(size=shape).astype(np.float16).view(np.uint16)
    found = rng.integers(0, 1 << 16, shape).astype(np.uint16)
    if kind == "numbers":
        found[found & 0x7FFF > INFINITY] ^= 0x4000
    return found


def dot(data, weights, lanes=64):
    """The FP32 value of one output."""
    x, w = (np.array(values, np.uint16).reshape(-1, 1, 1) for values in (data, weights))
    return convolve_half(x, w[None], Geometry(out_height=1, out_width=1), lanes).item()


def single(value):
    return int(np.float32(value).view(np.uint32))


@pytest.mark.parametrize("kind", ["all", "numbers", "normal"])
@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize(("kernels", "lanes"), [(2, 64), (12, 4)])
def test_lanes_say_the_same(kind, geometry, kernels, lanes, rng):
    data, weights = codes(rng, (7, 4, 5), kind), codes(rng, (kernels, 7, 2, 3), kind)
    got = convolve_half(data, weights, geometry, lanes)
    for at in outputs(weights, geometry):
        steps = pairs(data, weights, geometry, pad=geometry.pad_value, output=at, mac_channels=lanes)
        assert got[at] == plain_half.accumulate(steps)


def test_tiles_of_any_size_add_up(rng, monkeypatch):
    data, weights = codes(rng, (9, 6, 7), "numbers"), codes(rng, (5, 9, 2, 2), "numbers")
    whole = convolve_half(data, weights, GEOMETRIES[1], 8)
    for pixels, inside, block in ((3, 8, 20), (7, 7, 1), (11, 1, 64)):
        monkeypatch.setattr(convolve, "TILE_PIXELS", pixels)
        monkeypatch.setattr(convolve, "TILE_OUTPUTS", inside)
        monkeypatch.setattr(cell, "BLOCK_ELEMENTS", block)
        assert (convolve_half(data, weights, GEOMETRIES[1], 8) == whole).all()


@pytest.mark.parametrize("kind", ["numbers", "normal"])
def test_whole_cells(kind, rng):
    data, weights = codes(rng, (64, 1, 6), kind), codes(rng, (64, 5, 1), kind)
    exponents, sums = Cell(64, (5, 6)).multiply(decode(data), decode(weights))
    for at in np.ndindex(5, 6):
        expected = plain_half.cell(list(zip(data[:, 0, at[1]].tolist(), weights[:, at[0], 0].tolist(), strict=True)))
        assert (exponents[at], sums[at]) == expected


def test_small_numbers_multiply_exactly():
    assert dot([ONE, TWO, 0x4200], [TWO, 0xC000, ONE]) == single(2 - 4 + 3)
    assert dot([0x0001], [ONE]) == single(2.0**-24), "a denormal number"
    assert dot([0x03FF], [0x03FF]) == single((1023 / 2**24) ** 2)
    assert dot([INFINITY], [ONE]) == single(65536), "an infinity is no special one"
    assert dot([0xFC00, INFINITY], [INFINITY, INFINITY]) == 0
    assert dot([0x8000, 0], [ONE, 0xBC00]) == 0, "zeros of any sign give the one zero"


def test_small_products_are_cut_beside_large_ones():
    """Beside two of 2**28 that cancel a unit of the sum is 2**6, and what is 2**28 times smaller vanishes."""
    far = [0x7400, 0xF400], [0x7400, 0x7400]  # 2**14 and -2**14 times 2**14
    for small, left in ((0x3C00, 0), (0x4400, 0), (0x4800, 64), (0x4C00, 256), (0x5000, 1024), (0x6400, 1 << 20)):
        assert dot([*far[0], small], [*far[1], small]) == single(left)
    assert dot([0x6400, ONE], [0x6400, ONE]) == single(2**20 + 1)


def test_order_matters_where_sums_are_rounded():
    """One step after the other: what is 41 bits below the accumulator is lost unless it comes first with its like."""
    large, small = (0x7800, 0x7800), (0x0001, 0x2C00)  # 2**30 and 2**-28
    steps = [large, small, (0xF800, 0x7800)]
    assert dot(*zip(*steps, strict=True), lanes=1) == 0
    assert dot(*zip(*(steps[0], steps[2], steps[1]), strict=True), lanes=1) == single(2.0**-28)


def test_the_first_nan_is_the_result():
    assert dot([NAN, ONE], [0, OTHER_NAN]) == 0xFF80_0201, "weights come before data"
    assert dot([ONE, OTHER_NAN, NAN], [0, 0, 0]) == 0xFF80_0201, "the lowest lane first"
    assert dot([ONE, OTHER_NAN, NAN], [0, 0, OTHER_NAN], lanes=1) == 0xFF80_0201
    assert dot([NAN, OTHER_NAN, ONE], [0, 0, OTHER_NAN], lanes=2) == 0x7F80_0005, "the accumulator's comes first"


def test_padding_may_be_nan(rng):
    data, weights = codes(rng, (2, 3, 3), "normal"), codes(rng, (2, 2, 2, 2), "normal")
    got = convolve_half(data, weights, Geometry(out_height=3, out_width=2, pad_top=1, pad_value=NAN), 64)
    assert (got[:, 0] == 0x7F80_0005).all()
    assert (got[:, 1:] & 0x7F80_0000 != 0x7F80_0000).all()


@pytest.mark.parametrize("sign", [1, -1])
def test_accumulators_round_half_away_from_zero(sign):
    sums = Accumulators((5,))
    scale = np.full(5, 50, np.int8)  # of a mantissa that is the number itself
    start, unit = 1 << 36, 1 / 16
    sums.add(scale, sign * np.array([start, 2 * start - 1, start, start, 3]))
    sums.add(scale - np.int8(4), sign * np.array([2, 14, -1, -2, 1]))
    values = sign * sums.mantissas * 2.0 ** (sums.exponents - 101)
    # With 39 bits and the sign, steps are 1/4 from 2**36 on and 1/8 below.
    assert values.tolist() == [start + 4 * unit, 2 * start, start, start - 2 * unit, 3 + unit]
    assert (np.abs(sums.mantissas) >= 1 << 38).all()
