"""Layouts: the figures of the guides, and places against a walk element by element."""

import doctest
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest

from models.sophgo.config import BM1684, BM1684X, CONFIGS
from models.sophgo.layouts.kernels import encode_kernel, kernel_addresses
from models.sophgo.layouts.lanes import Place, address_of, lanes_of, place_of
from models.sophgo.layouts.packing import pack_batches, packed_shape, unpack_batches
from models.sophgo.layouts.strides import Shape, Strides, aligned, compact, continuous, line_aligned
from models.sophgo.layouts.tensors import decode, encode, local_addresses, system_addresses

FOUR = replace(BM1684, lanes=4, lane_bytes=1024)
"""The chip of the guide's figures."""
CHIPS = [BM1684, *CONFIGS.values()]


@pytest.mark.parametrize("name", ["lanes", "strides", "matrices", "packing", "kernels"])
def test_figures_of_the_guides(name):
    tried = doctest.testmod(import_module(f"models.sophgo.layouts.{name}"))
    assert (tried.failed, tried.attempted > 0) == (0, True)


def test_a_figure_with_strides_of_its_own():
    addresses = local_addresses(FOUR, 0, Shape(2, 5, 3, 4), Strides(120, 56, 16, 2), 4)
    assert tuple(place_of(FOUR, int(addresses[0, 4, 0, 0]))) == (0, 56 * 4)
    assert tuple(place_of(FOUR, int(addresses[1, 3, 2, 1]))) == (3, (120 + 2 * 16 + 2) * 4)


def walked(chip, address, shape, strides, size):
    """The addresses of a tensor in local memory, one after the other."""
    start, offset = divmod(address, chip.lane_bytes)
    for n, c, h, w in np.ndindex(*shape):
        row, lane = divmod(start + c, chip.lanes)
        yield lane * chip.lane_bytes + offset + (n * strides.n + row * strides.c + h * strides.h + w * strides.w) * size


@pytest.mark.parametrize("chip", CHIPS, ids=lambda chip: chip.name)
def test_places_are_those_of_a_walk(chip):
    rng = np.random.default_rng(1)
    for _ in range(40):
        shape = Shape(*(int(rng.integers(1, most)) for most in (3, 2 * chip.lanes + 3, 4, 9)))
        size, start = int(rng.choice([1, 2, 4])), int(rng.integers(chip.lanes))
        address = address_of(chip, Place(start, 64))
        for strides in (
            aligned(chip, shape, size, start),
            compact(chip, shape, start),
            line_aligned(chip, shape, size, start),
        ):
            addresses = local_addresses(chip, address, shape, strides, size)
            assert addresses.ravel().tolist() == list(walked(chip, address, shape, strides, size))
            assert len(np.unique(addresses)) == shape.elements
            assert set(np.unique(addresses // chip.lane_bytes)) == lanes_of(chip, start, shape.c)


def test_arrays_come_back_from_memory():
    rng = np.random.default_rng(2)
    shape, memory = Shape(2, 70, 3, 5), np.zeros(64 << 18, np.uint8)
    values = rng.integers(-(1 << 15), 1 << 15, shape, np.int16)
    for addresses in (
        local_addresses(BM1684X, 62 << 18, shape, aligned(BM1684X, shape, 2, 62), 2),
        system_addresses(12, shape, continuous(shape), 2),
    ):
        encode(values, addresses, memory)
        assert (decode(memory, addresses, values.dtype) == values).all()


@pytest.mark.parametrize(("dtype", "batches"), [(np.int8, 6), (np.uint8, 8), (np.int16, 3)])
def test_packed_batches_are_side_by_side(dtype, batches):
    values = np.random.default_rng(3).integers(-128 if dtype != np.uint8 else 0, 128, (batches, 5, 4, 5)).astype(dtype)
    packed = pack_batches(values)
    assert packed.shape == packed_shape(Shape(*values.shape), values.itemsize)
    count = 4 // values.itemsize
    beside = np.ascontiguousarray(packed[1, 2, 3, 4]).reshape(1).view(dtype)
    assert beside[: batches - count].tolist() == values[count : 2 * count, 2, 3, 4].tolist()
    assert (unpack_batches(packed, batches, values.dtype) == values).all()


@pytest.mark.parametrize(("chip", "size", "beside"), [(BM1684X, 1, 64), (BM1684X, 2, 32), (BM1684, 4, 2)])
def test_kernels_have_input_channels_side_by_side(chip, size, beside):
    shape = Shape(beside + 3, chip.lanes + 2, 2, 3)
    addresses = kernel_addresses(chip, 5 * chip.lane_bytes, shape, size, None if chip is BM1684X else beside)
    values = np.random.default_rng(4).integers(0, 100, addresses.shape).astype(f"u{size}")
    memory = np.zeros(chip.local_bytes, np.uint8)
    encode(values, addresses, memory)
    whole = encode_kernel(values, beside)
    for output in (0, chip.lanes - 6, chip.lanes - 5, chip.lanes + 1):
        row, lane = divmod(5 + output, chip.lanes)
        found = memory[lane * chip.lane_bytes :].view(values.dtype)[row * whole[0].size :][: whole[0].size]
        assert (found == whole[output].ravel()).all()
