"""A cube for Winograd as CDMA is told of it, and what of it stands in the convolution buffer, worked out apart."""

from dataclasses import dataclass

import numpy as np

from models.nvdla.registers import registers
from tests.sim.nvdla.units.conv_buffer.buffer_elements import specials
from tests.sim.nvdla.units.conv_buffer.buffer_fetch import Fetch, word_of

TILE = 4
CONV_MODE_WINOGRAD = 1


@dataclass(frozen=True)
class WinogradFetch(Fetch):
    """A cube that is extended by strides.

    Attributes:
        strides: in x and y.
        extended: width and height, multiples of 4.
        corner: columns of padding to the left, lines of padding on top; what else is needed is on the other sides.
        pad_value: as a register has it.
    """

    strides: tuple[int, int] = (1, 1)
    extended: tuple[int, int] = (8, 8)
    corner: tuple[int, int] = (0, 0)
    pad_value: int = 0

    @property
    def kind(self) -> str:
        """What the data are."""
        return "winograd"

    @property
    def slices(self) -> int:
        """Extended rows."""
        return self.extended[1]

    @property
    def grain_lines(self) -> int:
        """A row of tiles is fetched at once."""
        return TILE

    @property
    def slice_entries(self) -> int:
        """Entries of an extended row."""
        return self.extended[0] // TILE * self.atoms * self.strides[0] * self.strides[1]

    def words(self) -> dict[int, int]:
        """Register values, by word number in CDMA's window; D_OP_ENABLE is not among them."""
        block = registers(self.hw).CDMA
        left, top = self.corner
        right = self.extended[0] * self.strides[0] - left - self.width
        bottom = self.extended[1] * self.strides[1] - top - self.height
        values = {
            "D_MISC_CFG": super().words()[word_of(self.hw, "D_MISC_CFG")] | CONV_MODE_WINOGRAD,
            "D_DATAIN_SIZE_EXT_0": block.D_DATAIN_SIZE_EXT_0.encode(
                DATAIN_WIDTH_EXT=self.extended[0] - 1, DATAIN_HEIGHT_EXT=self.extended[1] - 1
            ),
            "D_CONV_STRIDE": block.D_CONV_STRIDE.encode(
                CONV_X_STRIDE=self.strides[0] - 1, CONV_Y_STRIDE=self.strides[1] - 1
            ),
            "D_ZERO_PADDING": block.D_ZERO_PADDING.encode(
                PAD_LEFT=left, PAD_RIGHT=right, PAD_TOP=top, PAD_BOTTOM=bottom
            ),
            "D_ZERO_PADDING_VALUE": self.pad_value,
        }
        return super().words() | {word_of(self.hw, name): value for name, value in values.items()}

    def data_entries(self) -> np.ndarray:
        """The entries of the data, as they are written: bytes of shape (entries, bytes of an entry)."""
        cube = self.kept(self.raw())  # line, surface, column, byte
        x_stride, y_stride = self.strides
        width, height = self.extended
        left, top = self.corner
        pad = self.pad_value & 0xFF if self.processing == "INT8" else self.pad_value
        atom = np.full(self.hw.atom_bytes // 2, pad * 0x101 if self.processing == "INT8" else pad, "<u2").view(np.uint8)
        padded = np.empty((height * y_stride, self.atoms, width * x_stride, self.hw.atom_bytes), np.uint8)
        padded[:] = self.kept(atom)
        padded[top : top + self.height, :, left : left + self.width] = cube
        rows = padded.reshape(height, y_stride, self.atoms, width // TILE, TILE, x_stride, self.hw.atom_bytes)
        return rows.transpose(0, 1, 2, 3, 5, 4, 6).reshape(-1, self.hw.cbuf_entry_bytes)

    def data_specials(self) -> tuple[int, int]:
        """NaN and infinities of FP16 in the input, and in the padding, which passes with it."""
        inside, pad = specials(self.raw()), specials(np.array([self.pad_value], "<u2").view(np.uint8))
        pixels = self.extended[0] * self.strides[0] * self.extended[1] * self.strides[1] - self.width * self.height
        elements = pixels * self.atoms * self.hw.atom_bytes // 2
        return inside[0] + pad[0] * elements, inside[1] + pad[1] * elements

    def data_offsets(self) -> np.ndarray:
        """Where each of these goes, from the first entry on."""
        width, (x_stride, y_stride) = self.extended[0] // TILE, self.strides
        shape = (self.extended[1], y_stride, x_stride, self.atoms, width)
        return np.arange(np.prod(shape)).reshape(shape).transpose(0, 1, 3, 4, 2).reshape(-1)
