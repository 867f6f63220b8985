"""Pixel formats: how many bytes a pixel has in each plane, and where its components lie (docs/nvdla/layouts.md).

Codes are those of the register description, which has the same names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES


@dataclass(frozen=True, slots=True)
class Component:
    """A component of a pixel.

    Attributes:
        plane: the plane it is in.
        low: its lowest bit within the plane's pixel.
        bits: how many it has.
        place: bits that it is shifted left by in its element, which CDMA converts.
        used: how many of its bits a number of the format's name has; 0: all. The part looks at all.
    """

    plane: int
    low: int
    bits: int
    place: int = 0
    used: int = 0

    @property
    def number_bits(self) -> int:
        """Bits of a number of the format's name."""
        return self.used or self.bits

    @property
    def mask(self) -> int:
        """Its bits, at the lowest place."""
        return (1 << self.bits) - 1


@dataclass(frozen=True, slots=True)
class PixelFormat:
    """A format of pixels.

    Attributes:
        name: that of the register description.
        precision: name of the number format that `IN_PRECISION` must say.
        plane_bytes: bytes a pixel, of each plane.
        components: R or Y, G or U, B or V, A or X: the order in which they stand in the convolution buffer.
    """

    name: str
    precision: str
    plane_bytes: tuple[int, ...]
    components: tuple[Component, ...]

    @property
    def channels(self) -> int:
        """Components of a pixel."""
        return len(self.components)

    @property
    def element_bytes(self) -> int:
        """Bytes of the element that a component becomes."""
        return ELEMENT_BYTES[self.precision]


def _whole(name: str, precision: str, order: Iterable[int], used: int = 0) -> PixelFormat:
    """Components that are elements: each one's number in its pixel."""
    size = ELEMENT_BYTES[precision]
    components = tuple(Component(0, 8 * size * number, 8 * size, used=used) for number in order)
    return PixelFormat(name, precision, (size * len(components),), components)


def _packed(name: str, red: int, green: int, blue: int, alpha: int) -> PixelFormat:
    """Three components of 10 bits and one of 2, by their lowest bits: they stand at the top of elements of 16."""
    colours = tuple(Component(0, low, 10, 6) for low in (red, green, blue))
    return PixelFormat(name, "INT16", (4,), (*colours, Component(0, alpha, 2, 14)))


def _two_planes(name: str, precision: str, u_number: int, used: int) -> PixelFormat:
    """Luma in a plane, both chromas in another."""
    size = ELEMENT_BYTES[precision]
    numbers = ((0, 0), (1, u_number), (1, 1 - u_number))
    components = tuple(Component(plane, 8 * size * number, 8 * size, used=used) for plane, number in numbers)
    return PixelFormat(name, precision, (size, 2 * size), components)


# A name lists components from the highest bit down: the last one of a pixel is number 0.
_ONE, _ABGR, _ARGB, _BGRA, _RGBA = (0,), (0, 1, 2, 3), (2, 1, 0, 3), (1, 2, 3, 0), (3, 2, 1, 0)


def _formats() -> Iterator[PixelFormat]:
    yield _whole("T_R8", "INT8", _ONE)
    for name, used in (("T_R10", 10), ("T_R12", 12), ("T_R16", 16), ("T_R16_I", 16)):
        yield _whole(name, "INT16", _ONE, used)
    yield _whole("T_R16_F", "FP16", _ONE)
    for name in ("T_A16B16G16R16", "T_X16B16G16R16"):
        yield _whole(name, "INT16", _ABGR)
    yield _whole("T_A16B16G16R16_F", "FP16", _ABGR)
    yield _whole("T_A16Y16U16V16", "INT16", _ARGB)
    yield _whole("T_V16U16Y16A16", "INT16", _BGRA)
    yield _whole("T_A16Y16U16V16_F", "FP16", _ARGB)
    for name in ("T_A8B8G8R8", "T_X8B8G8R8"):
        yield _whole(name, "INT8", _ABGR)
    for name in ("T_A8R8G8B8", "T_X8R8G8B8", "T_A8Y8U8V8"):
        yield _whole(name, "INT8", _ARGB)
    for name in ("T_B8G8R8A8", "T_B8G8R8X8", "T_V8U8Y8A8"):
        yield _whole(name, "INT8", _BGRA)
    for name in ("T_R8G8B8A8", "T_R8G8B8X8"):
        yield _whole(name, "INT8", _RGBA)
    yield _packed("T_A2B10G10R10", 0, 10, 20, 30)
    yield _packed("T_A2R10G10B10", 20, 10, 0, 30)
    yield _packed("T_B10G10R10A2", 2, 12, 22, 0)
    yield _packed("T_R10G10B10A2", 22, 12, 2, 0)
    yield _packed("T_A2Y10U10V10", 20, 10, 0, 30)
    yield _packed("T_V10U10Y10A2", 2, 12, 22, 0)
    for bits, precision in ((8, "INT8"), (10, "INT16"), (12, "INT16"), (16, "INT16")):
        yield _two_planes(f"T_Y{bits}___U{bits}V{bits}_N444", precision, 1, bits)
        yield _two_planes(f"T_Y{bits}___V{bits}U{bits}_N444", precision, 0, bits)


PIXEL_FORMATS: Mapping[str, PixelFormat] = MappingProxyType({pixel.name: pixel for pixel in _formats()})
"""By their names in the register description."""
