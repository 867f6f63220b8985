"""The layouts of weights of images and of Winograd against the sentences that describe them."""

from itertools import product

import numpy as np
import pytest

from models.nvdla.surfaces.image_and_winograd_weights import ImageKernels, WinogradKernels
from models.nvdla.surfaces.side import Side

BASE = 0x4000_0100


def layout(kind, extent, element_bytes, **more):
    return kind(
        Side(ram="DBB", address=BASE, line_stride_bytes=0, surface_stride_bytes=0), 32, *extent, element_bytes,
        group_kernels=32 // element_bytes, block_channels=64, entry_bytes=128, **more,
    )  # fmt: skip


def pieces(total, size):
    return [range(first, min(first + size, total)) for first in range(0, total, size)]


def image_order(where):
    """Groups, blocks of elements of a row (or steps of rows), kernels, elements column by column."""
    row = list(product(range(where.columns), range(where.channels)))
    for group in pieces(where.kernels, where.group_kernels):
        if where.step_rows > 1:
            for step in pieces(where.rows, where.step_rows):
                yield from ((k, c, r, s) for k in group for r in step for s, c in row)
        else:
            for block in pieces(len(row), where.block_channels):
                yield from ((k, row[e][1], r, row[e][0]) for r in range(where.rows) for k in group for e in block)


def winograd_order(where):
    for group in pieces(where.kernels, where.group_kernels):
        for block in pieces(where.channels, 4):
            yield from ((k, c, y, x) for k in group for y in range(4) for x in range(4) for c in block)


CASES = [
    *((ImageKernels, image_order, extent, {}) for extent in ((1, 1, 1, 1), (37, 3, 2, 5), (5, 4, 3, 25))),
    *((ImageKernels, image_order, extent, {"step_rows": n}) for extent, n in (((33, 4, 5, 3), 2), ((3, 1, 7, 4), 4))),
    *((WinogradKernels, winograd_order, extent, {}) for extent in ((1, 16, 4, 4), (37, 32, 4, 4))),
]


@pytest.mark.parametrize("element_bytes", [1, 2])
@pytest.mark.parametrize("case", CASES)
def test_elements_follow_each_other(case, element_bytes, rng):
    kind, order, extent, more = case
    where = layout(kind, extent, element_bytes, **more)
    values = rng.integers(0, 256, (*extent, element_bytes), np.uint8)
    stream = where.pack(values, 0xEE).ravel()
    indices = list(order(where))
    assert len(set(indices)) == len(indices) == where.element_count
    for number, index in enumerate(indices):
        offset = number * element_bytes
        assert stream[offset : offset + element_bytes].tolist() == values[index].tolist()
        assert (where.offset_of(index), where.index_at(offset)) == (offset, index)
    assert (stream[values.size :] == 0xEE).all()
    assert len(stream) == where.weight_bytes
    assert where.index_at(values.size) is None
    assert (where.unpack(stream.reshape(-1, 32)) == values).all()


def test_a_byte_is_named_by_its_element():
    where = layout(ImageKernels, (5, 3, 4, 2), 2, step_rows=2)
    assert where.coordinates(where.address_of((4, 1, 3, 1)) + 1) == "[k 4, c 1, r 3, s 1]"
    assert where.coordinates(BASE + where.weight_bytes - 1) == "", "padding has no coordinates"
