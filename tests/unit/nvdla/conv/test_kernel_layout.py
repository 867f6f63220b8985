"""The layout of weights against the sentence that describes it, for both configurations' sizes."""

import numpy as np
import pytest

from models.nvdla.surfaces.direct_weights import KernelLayout
from models.nvdla.surfaces.side import Side

BASE = 0x4000_0100


def layout(config, extent, element_bytes):
    return KernelLayout(
        Side(ram="DBB", address=BASE, line_stride_bytes=0, surface_stride_bytes=0), config.atom_bytes,
        *extent, element_bytes,
        group_kernels=config.mac_cells * 2 // element_bytes, block_channels=config.mac_channels,
        entry_bytes=config.cbuf_entry_bytes,
    )  # fmt: skip


def in_order(where):
    """The elements as they follow each other: group, block of channels, row, column, kernel, channel."""
    group, block = where.group_kernels, where.block_channels
    for first in range(0, where.kernels, group):
        for start in range(0, where.channels, block):
            for row in range(where.rows):
                for column in range(where.columns):
                    for kernel in range(first, min(first + group, where.kernels)):
                        for channel in range(start, min(start + block, where.channels)):
                            yield kernel, channel, row, column


@pytest.mark.parametrize("element_bytes", [1, 2])
@pytest.mark.parametrize("extent", [(1, 1, 1, 1), (37, 70, 2, 3), (64, 128, 1, 1), (5, 64, 3, 2), (33, 3, 1, 5)])
def test_elements_follow_each_other(config, extent, element_bytes, rng):
    where = layout(config, extent, element_bytes)
    values = rng.integers(0, 256, (*extent, element_bytes), np.uint8)
    atoms = where.pack(values, 0xEE)
    stream = atoms.ravel()
    for number, index in enumerate(in_order(where)):
        offset = number * element_bytes
        assert stream[offset : offset + element_bytes].tolist() == values[index].tolist()
        assert (where.offset_of(index), where.index_at(offset + element_bytes - 1)) == (offset, index)
    rest = stream[values.size :]
    assert (rest == 0xEE).all()
    assert where.index_at(values.size) is None
    assert len(stream) == where.weight_bytes
    assert where.weight_bytes % config.cbuf_entry_bytes == 0
    assert len(rest) < config.cbuf_entry_bytes
    assert (where.unpack(atoms) == values).all()
    assert (where.owned.ravel() == (np.arange(len(stream)) < values.size)).all()
    assert where.addresses.tolist() == list(range(BASE, BASE + len(stream), config.atom_bytes))


def test_groups_have_their_elements(config):
    where = layout(config, (config.mac_cells * 2 + 3, 5, 2, 1), 2)
    assert where.group_elements == (config.mac_cells * 10, config.mac_cells * 10, 30)


def test_a_byte_is_named_by_its_element(config):
    where = layout(config, (5, 3, 2, 2), 2)
    at = where.address_of((4, 1, 0, 1))
    assert where.coordinates(at + 1) == "[k 4, c 1, r 0, s 1]"
    assert where.coordinates(BASE + where.weight_bytes - 1) == "", "padding has no coordinates"
    assert where.coordinates(BASE + where.weight_bytes) == ""
