"""Pixel formats and images against the names of the formats, which list components from the highest bit down."""

import re

import numpy as np
import pytest

from models.nvdla.config import NV_FULL
from models.nvdla.registers import registers
from models.nvdla.surfaces.image import image_of
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS
from models.nvdla.surfaces.side import Side

BASES = 0x8000_0040, 0x9000_0000
ORDER = ("RY", "GU", "BV", "AX")
HEIGHT, WIDTH = 3, 7


def fields(name):
    """For each plane, from the lowest bit up: which component of `ORDER`, how many bits."""
    text = re.sub(r"_(I|F|N444)$", "", name.removeprefix("T_"))
    for plane in text.split("___"):
        parts = re.findall(r"([A-Z])(\d+)", plane)
        listed = [
            (next(i for i, letters in enumerate(ORDER) if letter in letters), int(bits)) for letter, bits in parts
        ]
        yield list(reversed(listed))


def image(pixel, x_offset=0, stride=512):
    sides = [Side(ram="DBB", address=base, line_stride_bytes=stride, surface_stride_bytes=0) for base in BASES]
    return image_of(pixel, sides, atom_bytes=32, height=HEIGHT, width=WIDTH, x_offset=x_offset)


def memory(where, atoms):
    """Bytes by their addresses."""
    return {
        int(at) + i: int(byte) for at, atom in zip(where.addresses, atoms, strict=True) for i, byte in enumerate(atom)
    }


def test_formats_are_those_of_the_registers():
    enum = registers(NV_FULL).CDMA.D_DATAIN_FORMAT.PIXEL_FORMAT.enum
    assert set(PIXEL_FORMATS) == set(enum)


@pytest.mark.parametrize("pixel", PIXEL_FORMATS.values(), ids=lambda pixel: pixel.name)
def test_components_lie_where_the_name_says(pixel, rng):
    x_offset = int(rng.integers(1, 32 // max(pixel.plane_bytes)))
    where = image(pixel, x_offset)
    atoms = rng.integers(0, 256, (len(where.addresses), 32), np.uint8)
    found, stored = where.unpack(atoms), memory(where, atoms)
    for plane, (parts, size) in enumerate(zip(fields(pixel.name), pixel.plane_bytes, strict=True)):
        container = 8 * size // len(parts)
        low = 0
        for component, bits in parts:
            bits = bits if len({b for _, b in parts}) > 1 else container  # noqa: PLW2901 - R10 lies in 16 bits
            for line, column in np.ndindex(HEIGHT, WIDTH):
                at = BASES[plane] + line * 512 + (x_offset + column) * size
                word = sum(stored[at + i] << 8 * i for i in range(size))
                expected = (word >> low & (1 << bits) - 1) << 8 * pixel.element_bytes - bits
                assert found[component, line, column] == expected, (component, line, column)
                assert where.address_of(component, line, column) == at + low // 8
            low += bits
    assert found.dtype == f"u{pixel.element_bytes}"


@pytest.mark.parametrize(
    "name", ["T_R8", "T_A2Y10U10V10", "T_A16B16G16R16_F", "T_Y8___U8V8_N444", "T_Y16___V16U16_N444"]
)
def test_what_is_packed_is_unpacked(name, rng):
    pixel = PIXEL_FORMATS[name]
    where = image(pixel, x_offset=2)
    codes = rng.integers(0, 1 << 16, (pixel.channels, HEIGHT, WIDTH)).astype(f"u{pixel.element_bytes}")
    for number, part in enumerate(pixel.components):
        codes[number] &= part.mask << part.place
    atoms = where.pack(codes, 0xA5)
    assert (where.unpack(atoms) == codes).all()
    assert (atoms[~where.owned] == 0xA5).all()
    assert where.owned.sum() == HEIGHT * WIDTH * sum(pixel.plane_bytes)


def test_a_component_is_known_with_all_bytes_that_it_lies_in():
    where = image(PIXEL_FORMATS["T_A2R10G10B10"])
    known = np.ones((len(where.addresses), 32), np.bool_)
    known[1, 5] = False  # of line 1, pixel 1: bits 15:8, which green and blue share
    flags = where.unpack_known(known)
    assert [tuple(map(int, at)) for at in np.argwhere(~flags)] == [(1, 1, 1), (2, 1, 1)]
    assert where.unpack_known(np.ones_like(known)).all()


def test_atoms_are_those_from_the_address_on():
    """Plane 1 leaves whole atoms of the x offset to its address."""
    where = image(PIXEL_FORMATS["T_Y16___U16V16_N444"], x_offset=11)
    lines = [BASES[0] + 512 * line for line in range(HEIGHT)]
    assert where.planes[0].addresses.tolist() == [at + atom for at in lines for atom in (0, 32)]
    second = [BASES[1] + 512 * line for line in range(HEIGHT)]
    assert where.planes[1].x_offset == 3
    assert where.planes[1].addresses.tolist() == [at + atom for at in second for atom in (0, 32)]


def test_bytes_are_named():
    where = image(PIXEL_FORMATS["T_Y8___U8V8_N444"], x_offset=3)
    assert where.coordinates(where.address_of(0, 2, 6)) == "[c 0, h 2, w 6]"
    assert where.coordinates(where.address_of(2, 0, 0)) == "[c 2, h 0, w 0]"
    assert where.index_of(where.address_of(1, 1, 4)) == (1, 1, 4)
    assert where.coordinates(BASES[0]) == "", "before the first pixel"
    assert where.index_of(BASES[0] + 512 * HEIGHT) is None
    packed = image(PIXEL_FORMATS["T_A2B10G10R10"])
    assert [packed.index_of(BASES[0] + byte)[0] for byte in range(4)] == [0, 0, 1, 2]
