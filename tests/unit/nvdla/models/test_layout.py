"""Addresses of atoms, against plain loops and on a second configuration."""

import numpy as np
import pytest

from models.nvdla.bdma.descriptor import Bdma, decode_copy, encode_copy
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import atom_addresses
from tests.unit.nvdla.models.copies import atoms_of, copy, random_copy


@pytest.mark.parametrize("seed", range(20))
def test_atoms_lie_where_loops_say(config, seed):
    transfer = random_copy(config, np.random.default_rng(seed))
    (read,), (write,) = Bdma((transfer,)).reads(config), Bdma((transfer,)).writes(config)
    assert read.addresses.tolist() == atoms_of(config, transfer, transfer.source)
    assert write.addresses.tolist() == atoms_of(config, transfer, transfer.destination)
    assert read.chunk_bytes == config.atom_bytes


def test_addresses_wrap_at_64_bits():
    side = Side(ram="DBB", address=(1 << 64) - 16, line_stride_bytes=64, surface_stride_bytes=1024)
    got = atom_addresses(side, (2, 2, 2), 8)
    expected = [
        ((1 << 64) - 16 + s * 1024 + n * 64 + a * 8) % (1 << 64) for s in (0, 1) for n in (0, 1) for a in (0, 1)
    ]
    assert got.dtype == np.uint64
    assert got.tolist() == expected
    assert min(expected) < expected[0], "the example does not wrap"


def test_a_batch_may_begin_behind_64_bits():
    side = Side(ram="DBB", address=(1 << 64) + 64, line_stride_bytes=64, surface_stride_bytes=1024)
    assert atom_addresses(side, (1, 1, 2), 32).tolist() == [64, 96]


@pytest.mark.parametrize("seed", range(10))
def test_registers_describe_a_transfer_completely(seed, config, block):
    transfer = random_copy(config, np.random.default_rng(seed))
    values = dict.fromkeys(block.registers, 0) | encode_copy(block, transfer, config)
    assert decode_copy(block, values, config) == transfer


@pytest.mark.parametrize(
    "changes",
    [
        {"source_address": 0x8000_0004},
        {"destination_line_stride_bytes": 44},
        {"source_surface_stride_bytes": 1 << 32},
        {"line_atoms": 8193},
        {"lines": (1 << 24) + 1},
        {"destination_address": 1 << 64},
    ],
)
def test_what_no_field_holds_is_an_error(changes, config, block):
    with pytest.raises(ValueError, match=r"bits outside|does not fit"):
        encode_copy(block, copy(config, **changes), config)


def test_a_byte_is_named_by_its_coordinates(config):
    transfer = copy(config, extent=(2, 3, 4), gaps=(1, 0))
    where = Bdma((copy(config),) * 5 + (transfer,)).writes(config)[5]
    at = int(where.addresses[1 * 12 + 2 * 4 + 3])
    assert where.describe(at + 5) == "slot 5 destination [surface 1, line 2, atom 3]"
    assert where.describe(at + config.atom_bytes) == "slot 5 destination", "what lies behind a line has no coordinates"
