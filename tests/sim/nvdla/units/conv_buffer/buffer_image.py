"""An image as CDMA is told of it, and what of it stands in the convolution buffer, worked out apart from the RTL."""

from dataclasses import dataclass

import numpy as np

from models.nvdla.registers import registers
from tests.sim.nvdla.units.conv_buffer.buffer_elements import ELEMENT_BYTES, content, converted_number, specials
from tests.sim.nvdla.units.conv_buffer.buffer_fetch import Fetch, word_of

RGBA, BGRA, XRGB, REVERSED = (0, 1, 2, 3), (2, 1, 0, 3), (1, 2, 3, 0), (3, 2, 1, 0)
"""Where R, G, B, A lie."""


@dataclass(frozen=True)
class Format:
    """A format of pixels: bits of each component, and for each plane its components by place.

    Attributes:
        code: of the register.
        planes: lowest bit and number of bits of each component, by component, of each plane.
        pixel_bytes: of each plane.
    """

    code: int
    precision: str
    planes: tuple[tuple[tuple[int, int], ...], ...]
    pixel_bytes: tuple[int, ...]

    @property
    def components(self) -> int:
        """Of a pixel."""
        return sum(map(len, self.planes))


def _packed(code, precision, bits, places):
    size = bits * len(places) // 8
    return Format(code, precision, (tuple((bits * place, bits) for place in places),), (size,))


def _ten(code, places, first, alpha):
    components = (*((first + 10 * place, 10) for place in places), (alpha, 2))
    return Format(code, "INT16", (components,), (4,))


def _planar(code, bits, first_u):
    second = ((0, bits), (bits, bits)) if first_u else ((bits, bits), (0, bits))
    return Format(code, f"INT{bits}", (((0, bits),), second), (bits // 8, bits // 4))


FORMATS = (
    _packed(0, "INT8", 8, (0,)),
    *(_packed(code, "INT16", 16, (0,)) for code in (1, 2, 3, 4)),
    _packed(5, "FP16", 16, (0,)),
    *(_packed(code, "INT16", 16, RGBA) for code in (6, 7)),
    _packed(8, "FP16", 16, RGBA),
    _packed(9, "INT16", 16, BGRA),
    _packed(10, "INT16", 16, XRGB),
    _packed(11, "FP16", 16, BGRA),
    *(_packed(code, "INT8", 8, RGBA) for code in (12, 16)),
    *(_packed(code, "INT8", 8, BGRA) for code in (13, 17, 26)),
    *(_packed(code, "INT8", 8, XRGB) for code in (14, 18, 27)),
    *(_packed(code, "INT8", 8, REVERSED) for code in (15, 19)),
    _ten(20, (0, 1, 2), 0, 30),
    *(_ten(code, (2, 1, 0), 0, 30) for code in (21, 24)),
    *(_ten(code, (0, 1, 2), 2, 0) for code in (22, 25)),
    _ten(23, (2, 1, 0), 2, 0),
    *(_planar(code, 8 if code < 30 else 16, first_u=bool(code % 2)) for code in range(28, 36)),
)


@dataclass(frozen=True)
class ImageFetch(Fetch):
    """An image; a line of a plane that it does not have is never read.

    Attributes:
        before: pixels that the line's address is left of it.
        pads: pixels to the left and to the right.
        means: offsets of the components, in place of the convertor's.
        bases: of the second plane, and its line stride.
    """

    pixels: Format = FORMATS[0]
    before: int = 0
    pads: tuple[int, int] = (0, 0)
    pad_value: int = 0
    signs: bool = False
    means: tuple[int, ...] | None = None
    second: tuple[int, int] = (0, 0)

    @property
    def kind(self) -> str:
        """What the data are."""
        return "image"

    @property
    def grain_lines(self) -> int:
        """Images are fetched line by line."""
        return 1

    @property
    def slice_entries(self) -> int:
        """Entries of a line."""
        return -(-self._line_bytes // self.hw.cbuf_entry_bytes)

    @property
    def _line_bytes(self):
        return (self.width + sum(self.pads)) * self.pixels.components * ELEMENT_BYTES[self.processing]

    def words(self) -> dict[int, int]:
        """Register values, by word number in CDMA's window; D_OP_ENABLE is not among them."""
        block = registers(self.hw).CDMA
        base, stride = self.second
        means = [mean & 0xFFFF for mean in self.means or (0,) * 4]
        values = {
            "D_DATAIN_FORMAT": block.D_DATAIN_FORMAT.encode(
                DATAIN_FORMAT=1, PIXEL_FORMAT=self.pixels.code, PIXEL_SIGN_OVERRIDE=int(self.signs)
            ),
            "D_PIXEL_OFFSET": block.D_PIXEL_OFFSET.encode(PIXEL_X_OFFSET=self.before),
            "D_DAIN_ADDR_HIGH_1": base >> 32,
            "D_DAIN_ADDR_LOW_1": base & 0xFFFF_FFFF,
            "D_LINE_UV_STRIDE": stride,
            "D_MEAN_FORMAT": int(self.means is not None),
            "D_MEAN_GLOBAL_0": means[1] << 16 | means[0],
            "D_MEAN_GLOBAL_1": means[3] << 16 | means[2],
            "D_ZERO_PADDING": block.D_ZERO_PADDING.encode(PAD_LEFT=self.pads[0], PAD_RIGHT=self.pads[1]),
            "D_ZERO_PADDING_VALUE": self.pad_value,
        }
        return super().words() | {word_of(self.hw, name): value for name, value in values.items()}

    def data_lines(self) -> list[tuple[int, int]]:
        """Address and bytes of the lines of the planes, up to the last pixel."""
        bases, strides = (self.base, self.second[0]), (self.line_stride, self.second[1])
        return [
            (base + y * stride, self._before(size) + self.width * size)
            for base, stride, size in zip(bases, strides, self.pixels.pixel_bytes, strict=False)
            for y in range(self.height)
        ]

    def _before(self, size):
        """Bytes of a line before its first pixel."""
        return self.before * size % self.hw.atom_bytes

    def codes(self) -> np.ndarray:
        """The components as memory has them, 10-bit ones moved up: shape (height, width, components)."""
        planes = zip(
            (self.base, self.second[0]),
            (self.line_stride, self.second[1]),
            self.pixels.planes,
            self.pixels.pixel_bytes,
            strict=False,
        )
        found = []
        for base, stride, components, size in planes:
            first = self._before(size)
            lines = [
                content(self.ram, base + y * stride, -(-(first + self.width * size) // 8) * 8)[first:]
                for y in range(self.height)
            ]
            raw = np.array([line[: self.width * size] for line in lines]).reshape(self.height, self.width, size)
            pixels = sum(raw[..., byte].astype(object) << 8 * byte for byte in range(size))
            for lowest, bits in components:
                room = 8 if self.pixels.precision == "INT8" else 16
                found.append((pixels >> lowest) % (1 << bits) << room - bits)
        return np.stack(found, axis=-1)

    def data_entries(self) -> np.ndarray:
        """The entries of the data, in order: bytes of shape (entries, bytes of an entry)."""
        wide = ELEMENT_BYTES[self.processing] == 2
        kept = np.vectorize(self._kept, otypes=[object])(self.codes(), np.arange(self.pixels.components))
        left, right = self.pads
        padded = np.pad(kept, ((0, 0), (left, right), (0, 0)), constant_values=self.pad_value)
        elements = (padded % (1 << 16 if wide else 1 << 8)).astype("<u2" if wide else "u1")
        lines = elements.reshape(self.height, -1).view(np.uint8)
        size = self.slice_entries * self.hw.cbuf_entry_bytes
        filled = np.pad(lines, ((0, 0), (0, size - lines.shape[1])))
        return filled.reshape(-1, self.hw.cbuf_entry_bytes)

    def _kept(self, code, component):
        """An element of the buffer."""
        if self.precision == "FP16":
            return 0 if self.flush and code & 0x7C00 == 0x7C00 and code & 0x3FF else code
        if self.convert is None:
            return code
        room = 8 if self.precision == "INT8" else 16
        number = code - (1 << room) if self.signs and code >> room - 1 else code
        offset, scale, shift = self.convert
        if self.means is not None:
            offset = self.means[component]
        return converted_number(number, self.processing, (offset, scale, shift))

    def data_specials(self) -> tuple[int, int]:
        """NaN and infinities of FP16 in the input."""
        return specials(self.codes().astype("<u2").view(np.uint8))
