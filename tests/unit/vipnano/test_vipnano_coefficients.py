"""Streams of coefficients: written as the page says, taken apart again, and what is wrong with broken ones."""

import re
from dataclasses import replace

import numpy as np
import pytest

from models.vipnano.coefficients.buffer import (
    BrokenCoefficientsError,
    kernels_of,
    left_over,
    read_streams,
    split,
)
from models.vipnano.coefficients.order import places_of
from models.vipnano.coefficients.read import BrokenStreamError, read_stream
from models.vipnano.coefficients.shape import KernelShape, Order
from models.vipnano.coefficients.write import Kernels, write_coefficients
from models.vipnano.config import CONFIGS, VIPNANO_QI
from sequences.vipnano.draw.kernels import draw_kernels, draw_shape
from tests.unit.vipnano.plain_stream import plain_stream

SMALL = KernelShape(
    channels=3, planes=2, lines=3, columns=3, width=1, in_columns=8, zero_point=128, nn_cores=VIPNANO_QI.nn_cores
)


@pytest.fixture(params=CONFIGS.values(), ids=CONFIGS)
def config(request):
    return request.param


def drawn(config, number):
    rng = np.random.default_rng([9, number])
    shape = draw_shape(rng, config)
    return rng, shape, draw_kernels(rng, shape)


def test_a_stream_is_what_the_page_says(config):
    orders = set()
    for number in range(60):
        rng, shape, kernels = drawn(config, number)
        bits = int(rng.integers(1, config.zrl_bits, endpoint=True)) if number % 2 else 0
        data = write_coefficients(kernels, shape, config, bits)
        for core, stream in enumerate(split(data, shape, config)):
            plain = plain_stream(kernels.padded(shape), shape, core, bits)
            assert stream[: len(plain)].tobytes() == plain, f"case {number}, core {core}"
            assert len(stream) == -(-len(plain) // 64) * 64
        orders.add((shape.order, bits > 0))
    assert len(orders) == 2 * len(Order)


def test_kernels_come_back(config):
    for number in range(60):
        _, shape, kernels = drawn(config, number)
        streams = split(write_coefficients(kernels, shape, config, number % (config.zrl_bits + 1)), shape, config)
        parts = read_streams(streams, shape, config)
        back, want = kernels_of(parts, shape), kernels.padded(shape)
        for name in ("weights", "biases", "offsets"):
            assert np.array_equal(getattr(back, name), getattr(want, name)), f"case {number}: {name}"
        assert [text for pair in zip(streams, parts, strict=True) for text in left_over(*pair)] == []


def test_the_places_of_a_kernel():
    five = replace(SMALL, lines=5, columns=5)
    said = "00 01 02 10 11 12 03 04 13 14 20 21 22 30 31 32 23 24 33 34 40 41 42 43 44"
    assert [f"{place // 5}{place % 5}" for place in places_of(five)] == said.split()
    assert places_of(replace(five, planes=1)).tolist() == list(range(25))
    assert places_of(replace(five, planes=1, in_columns=65)).tolist() == places_of(five).tolist()


def test_channels_are_dealt_superblock_by_superblock():
    shape = replace(SMALL, channels=40, width=2)
    assert shape.superblocks == [2, 2, 1]
    assert shape.channels_of(0).tolist() == [0, 1, 16, 17, 32]
    assert shape.channels_of(7).tolist() == [14, 15, 30, 31, 39]


@pytest.mark.parametrize(("share", "bits"), [(0.0, 0), (0.5, 2), (0.95, 4), (1.0, 4)])
def test_the_driver_takes_the_width_with_the_shortest_streams(share, bits):
    rng = np.random.default_rng(3)
    shape = replace(SMALL, channels=8, planes=32)
    weights = rng.integers(129, 256, (8, 32, 3, 3), np.uint8)
    weights[rng.random(weights.shape) < share] = 128
    kernels = Kernels(weights, np.zeros(8, np.int32), np.arange(8, dtype=np.uint32))
    best = write_coefficients(kernels, shape, VIPNANO_QI)
    assert best[VIPNANO_QI.header_bytes] == bits
    sizes = [len(write_coefficients(kernels, shape, VIPNANO_QI, item)) for item in range(VIPNANO_QI.zrl_bits + 1)]
    assert len(best) == min(sizes)


def test_pointwise_kernels_have_no_runs():
    shape = replace(SMALL, lines=1, columns=1, channels=9, planes=40)
    kernels = Kernels(np.full((9, 40, 1, 1), 128, np.uint8), np.zeros(9, np.int32), np.arange(9, dtype=np.uint32))
    assert write_coefficients(kernels, shape, VIPNANO_QI)[VIPNANO_QI.header_bytes] == 0


class TestBroken:
    """Streams that no core comes to the end of."""

    kernels = draw_kernels(np.random.default_rng(2), SMALL)

    def written(self, bits=2):
        return write_coefficients(self.kernels, SMALL, VIPNANO_QI, bits)

    def broken(self, data):
        with pytest.raises(BrokenCoefficientsError) as raised:
            read_streams(split(data, SMALL, VIPNANO_QI), SMALL, VIPNANO_QI)
        return raised.value

    @pytest.mark.parametrize(
        ("at", "value", "message"),
        [
            (64, 6, "core 0, bit 0: the length of a run has 6 bits: at most 5 are read"),
            (65, 2, "core 0, bit 8: 2 kernels of a core: the job has 1"),
            (4, 65, "core 1, bit 32 of the header: its stream has 65 bytes, which is no multiple of 64 above 0"),
            (8, 0, "core 2, bit 64 of the header: its stream has 0 bytes, which is no multiple of 64 above 0"),
            (8, 128, "core 2, bit 2048 of the coefficients: 64 of the 128 bytes of its stream are there"),
        ],
    )
    def test_a_wrong_header(self, at, value, message):
        data = self.written().copy()
        data[at] = value
        assert str(self.broken(data)) == message

    @pytest.mark.parametrize("bits", [0, 1, 5])
    def test_a_stream_that_is_cut_says_what_is_missing(self, bits):
        data = self.written(bits)[VIPNANO_QI.header_bytes :][:64]
        end = read_stream(data, SMALL, 5).end
        for size in range(-(-end // 8)):
            with pytest.raises(BrokenStreamError, match=f"^bit {size * 8}: the stream ends") as raised:
                read_stream(data[:size], SMALL, 5)
            assert raised.value.bit == size * 8
        text = str(raised.value)
        assert text.endswith("before the offset of kernel 0")

    def test_a_run_that_goes_over_a_word(self):
        zeros = Kernels(np.full((3, 2, 3, 3), 128, np.uint8), np.zeros(3, np.int32), np.arange(3, dtype=np.uint32))
        data = write_coefficients(zeros, SMALL, VIPNANO_QI, 5).copy()
        data[64 + 3] |= 1  # the first item has no run
        said = self.broken(data)
        assert str(said) == "core 0, bit 24: a run goes 1 weight(s) beyond the bias of kernel 0"
        assert (said.core, said.bit) == (0, 64 * 8 + 24)

    def test_too_few_weights(self):
        fewer = replace(SMALL, planes=1)
        data = write_coefficients(
            Kernels(self.kernels.weights[:, :1], self.kernels.biases, self.kernels.offsets), fewer, VIPNANO_QI, 0
        )
        more = replace(SMALL, planes=8)
        with pytest.raises(
            BrokenCoefficientsError, match=re.escape("core 0, bit 512: the stream ends before weight [")
        ):
            read_streams(split(data, more, VIPNANO_QI), more, VIPNANO_QI)

    def test_more_than_a_stream_needs_is_told(self):
        data = self.written()[64:128]
        stream = read_stream(data, SMALL, 5)
        longer = np.concatenate([data, np.zeros(64, np.uint8)])
        used = -(-stream.end // 32) * 4
        assert list(left_over(longer, stream)) == [f"bit {stream.end}: {128 - used} bytes are left, at most 63 fill up"]
        marked = data.copy()
        marked[-1] = 1
        said = f"bit 504: a byte is not 0 behind the stream's end, which is bit {stream.end}"
        assert list(left_over(marked, stream)) == [said]
