"""Winograd convolution against loops over tiles, as the documents describe them, and against a direct convolution."""

from itertools import product

import numpy as np
import pytest

from models.nvdla.conv.multiply import integer
from models.nvdla.conv.multiply.fp16 import cell, winograd
from models.nvdla.conv.multiply.fp16.winograd import convolve_half_tiles
from models.nvdla.conv.multiply.winograd import convolve_tiles, known_tile_outputs
from models.nvdla.conv.multiply.winograd_weights import extend_kernels, to_codes, transform
from models.nvdla.conv.sequence.geometry import Geometry
from models.nvdla.conv.sequence.pre_addition import Extension, add_up
from models.nvdla.numbers.formats import FP17
from models.nvdla.numbers.wide import half_from_wide, wide_from_half
from tests.unit.nvdla.conv import plain_half
from tests.unit.nvdla.conv.plain import accumulate, clamp, outputs, round_shift
from tests.unit.nvdla.conv.test_half import codes
from tests.unit.nvdla.conv.test_sums import plain_sum

PRE = ((1, 0, -1, 0), (0, 1, 1, 0), (0, -1, 1, 0), (0, 1, 0, -1))
POST = ((1, 1, 1, 0), (0, 1, -1, -1))
TAKEN = {row: [(i, sign) for i, sign in sorted(enumerate(row), key=lambda item: -item[1]) if sign] for row in PRE}
OUT = (4, 8)


def halves_sum(first, second, sign):
    return plain_sum(first, second ^ (0x10000 if sign < 0 else 0), FP17)


def integer_sum(first, second, sign):
    return first + sign * second


def pre_added(pixels, combine):
    """A tile, 4 x 4: columns first. What is subtracted stands behind what it is subtracted from."""

    def row_of(values, row):
        (first, _), (second, sign) = TAKEN[row]
        return combine(values[first], values[second], sign)

    lines = [[row_of([pixels[y][x] for y in range(4)], row) for x in range(4)] for row in PRE]
    return [[row_of(line, row) for row in PRE] for line in lines]


def tile(extended, channel, line, column):
    """The pixels of the tile of an output."""
    y, x = line // 2 * 2, column // 2 * 2
    return extended[channel, y : y + 4, x : x + 4].tolist()


def signs(line, column):
    """How positions go into an output, row by row."""
    return [POST[line % 2][y] * POST[column % 2][x] for y in range(4) for x in range(4)]


def integer_steps(extended, kernels, output, truncate, bits):
    """Step by step the pairs of a sum, with their signs."""
    kernel, line, column = output
    for first in range(0, len(extended), 4):
        step = []
        for channel in range(first, first + 4):
            added = pre_added(tile(extended, channel, line, column), integer_sum)
            for sign, (y, x) in zip(signs(line, column), product(range(4), range(4)), strict=True):
                value = clamp(round_shift(added[y][x], truncate), bits)
                step.append((sign * value, int(kernels[kernel, channel, y, x])))
        yield step


def half_sum(extended, kernels, output):
    """The FP32 code of an output."""
    kernel, line, column = output
    steps = []
    for first in range(0, len(extended), 4):
        lanes = [[] for _ in range(16)]
        for channel in range(first, first + 4):
            wide = wide_from_half(np.array(tile(extended, channel, line, column), np.uint16)).tolist()
            added = half_from_wide(np.array(pre_added(wide, halves_sum))).ravel().tolist()
            for position, data in enumerate(added):
                lanes[position].append((data, int(kernels[kernel, channel].ravel()[position])))
        steps.append([pair for four in lanes for pair in four])
    plus = [[pair for at, pair in enumerate(step)] for step in steps]
    return accumulate_halves(plus, [sign for sign in signs(line, column) for _ in range(4)])


def accumulate_halves(steps, lane_signs):
    """Like the accumulation of direct convolution, but of signed products."""

    def signed_cell(pairs):
        first, total = whole(pairs)
        if total is None or not total_lanes(pairs):
            return first, total
        lanes = [(plain_half.operand(x), plain_half.operand(w)) for x, w in pairs]
        sums = 0
        for (x, w), (code_x, code_w), sign in zip(lanes, pairs, lane_signs, strict=True):
            shift = first - 4 * (x[1] + w[1])
            if code_x & 0x7FFF and code_w & 0x7FFF and shift < 32:
                sums += sign * plain_half.product(x, w, shift)
        return first, sums

    whole = plain_half.cell
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain_half, "cell", signed_cell)
        return plain_half.accumulate(steps)


def total_lanes(pairs):
    return any(x & 0x7FFF and w & 0x7FFF for x, w in pairs)


def test_channels_are_extended_by_the_stride(rng):
    data = rng.integers(-99, 99, (3, 5, 7), np.int16)
    extension = Extension(height=4, width=3, stride_x=3, stride_y=2, pad_left=1, pad_top=2)
    got = extension.extend(data, -100)
    assert got.shape == (18, 4, 3)
    for (channel, h, w), value in np.ndenumerate(got):
        phase, c = divmod(channel, 3)
        iy, ix = divmod(phase, 3)
        y, x = h * 2 + iy - 2, w * 3 + ix - 1
        assert value == (data[c, y, x] if 0 <= y < 5 and 0 <= x < 7 else -100)


@pytest.mark.parametrize("truncate", [0, 1, 2])
@pytest.mark.parametrize(("dtype", "bits"), [("int8", 34), ("int16", 48), ("int16", 34)])
def test_loops_over_integers_say_the_same(dtype, bits, truncate, rng, monkeypatch):
    """With a shorter accumulator it saturates between the steps."""
    size = np.dtype(dtype).itemsize
    monkeypatch.setitem(integer.ACCUMULATOR_BITS, size, bits)
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    extended = rng.choice(np.array([low, high, 3], dtype), (8, OUT[0] + 4, OUT[1] + 4))
    kernels = rng.integers(low, high, (2, 8, 4, 4), dtype, endpoint=True)
    got = convolve_tiles(add_up(extended, OUT, truncate), kernels, OUT)
    for at in outputs(kernels, Geometry(out_height=OUT[0], out_width=OUT[1])):
        assert got[at] == accumulate(integer_steps(extended, kernels, at, truncate, 8 * size), bits)


@pytest.mark.parametrize("kind", ["all", "numbers", "normal"])
def test_lanes_say_the_same(kind, rng):
    extended, kernels = codes(rng, (8, 6, 10), kind), codes(rng, (2, 8, 4, 4), kind)
    if kind == "all":
        kernels[kernels & 0x7FFF > 0x7C00] ^= 0x4000
        kernels[1, 6, 2, 3] = 0x7C33
        odd = extended & 0x7FFF > 0x7C00
        extended[odd & (rng.random(extended.shape) < 0.8)] ^= 0x4000
    got = convolve_half_tiles(add_up(extended, (4, 7)), kernels, (4, 7))
    for at in outputs(kernels, Geometry(out_height=4, out_width=7)):
        assert got[at] == half_sum(extended, kernels, at), at


def test_pieces_of_any_size_add_up(rng, monkeypatch):
    extended, kernels = codes(rng, (8, 12, 12), "numbers"), codes(rng, (5, 8, 4, 4), "numbers")
    whole = convolve_half_tiles(add_up(extended, (8, 8)), kernels, (8, 8))
    for tiles, inside, block in ((3, 8, 20), (7, 1, 64 * 7), (16, 99, 1 << 12)):
        monkeypatch.setattr(winograd, "SOME_TILES", tiles)
        monkeypatch.setattr(winograd, "SOME_OUTPUTS", inside)
        monkeypatch.setattr(cell, "BLOCK_ELEMENTS", block)
        assert (convolve_half_tiles(add_up(extended, (8, 8)), kernels, (8, 8)) == whole).all()


@pytest.mark.parametrize("strides", [(1, 1), (2, 1), (3, 2)])
def test_a_direct_convolution_gives_the_same(strides, rng):
    """Four times transformed kernels are integers, and the sums four times those of the kernels."""
    stride_x, stride_y = strides
    data, kernels = (
        rng.integers(-9, 9, (4, 13, 17), np.int16),
        rng.integers(-7, 7, (3, 4, 3 * stride_y - 1, 3 * stride_x)),
    )
    extension = Extension(height=8, width=8, stride_x=stride_x, stride_y=stride_y, pad_left=1, pad_top=1)
    extended = extension.extend(data, 0)
    turned = to_codes(transform(extend_kernels(kernels, stride_x, stride_y, 4)), "INT16", scale=4)
    got = convolve_tiles(add_up(extended, (4, 4)), turned, (4, 4))
    geometry = Geometry(out_height=4, out_width=4, stride_x=stride_x, stride_y=stride_y, pad_left=1, pad_top=1)
    assert (got == 4 * integer.convolve_integer(data, kernels.astype(np.int16), geometry, 64)).all()


def test_kernels_fill_whole_atoms_and_are_rounded_as_the_caller_says():
    kernels = np.full((1, 3, 3, 3), 101.0)
    extended = extend_kernels(kernels, 1, 1, 16)
    assert extended.shape == (1, 16, 3, 3)
    assert not extended[:, 3:].any()
    turned = transform(extended)
    assert turned[0, 0, 1].tolist() == [151.5, 227.25, 75.75, 151.5]
    assert to_codes(turned, "INT8")[0, 0, 1].tolist() == [127, 127, 76, 127]
    assert to_codes(turned, "INT16", scale=0.5)[0, 0, 1].tolist() == [76, 114, 38, 76]
    assert to_codes(turned, "FP16").view(np.float16)[0, 0, 1].tolist() == [151.5, 227.25, 75.75, 151.5]


def test_the_four_outputs_of_a_tile_are_known_together():
    known, kernels = np.ones((4, 8, 8), np.bool_), np.ones((2, 4, 4, 4), np.bool_)
    assert known_tile_outputs(known, kernels, (4, 4)).all()
    known[2, 3, 5] = False
    got = known_tile_outputs(known, kernels, (4, 4))
    assert got[0].tolist() == [[True, True, False, False]] * 4
    kernels[1, 0, 3, 3] = False
    assert not known_tile_outputs(known, kernels, (4, 4))[1].any()
    beyond = known_tile_outputs(np.ones((4, 6, 6), np.bool_), kernels[:1], (6, 4))
    assert beyond.shape == (1, 6, 4)
