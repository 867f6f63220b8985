"""Layers as CSC sees them, and what stands in the buffer for them."""

from dataclasses import dataclass

import numpy as np

from models.nvdla.config import HwConfig

GOLDEN, SALT, WORD, MIX = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x2C1B3C6D


@dataclass(frozen=True)
class Layer:
    """A convolution; all numbers as they are, not less one.

    Attributes:
        mode: direct, image or winograd, whose sizes are those of the extended cube and of transformed kernels.
        channels: of a kernel; in an image all elements of a kernel's row.
        components: of an image's pixel.
        rows_together: of a kernel in one operation.
        truncate: by Winograd's pre-addition.
        batches: each has a line of its own behind that of the one before.
        reuse_data: uses the slices that the layer before left, if that was of the same mode; weights likewise of any.
        missing: entries of compressed weights that the layer's registers do not tell of.
        compressed: of weights only those are in the buffer that a mask tells.
    """

    mode: str
    precision: str
    width: int
    height: int
    channels: int
    kernels: int
    kernel_width: int
    kernel_height: int
    stride_x: int
    stride_y: int
    pad_top: int
    pad_value: int
    out_width: int
    out_height: int
    data_banks: int
    weight_banks: int
    released_slices: int
    keep_data: bool
    keep_weights: bool
    dilation_x: int = 1
    dilation_y: int = 1
    pad_left: int = 0
    components: int = 1
    rows_together: int = 1
    truncate: int = 0
    batches: int = 1
    compressed: bool = False
    missing: int = 0
    reuse_data: bool = False
    reuse_weights: bool = False

    @property
    def element_bytes(self) -> int:
        return 1 if self.precision == "INT8" else 2

    @property
    def kernel_bytes(self) -> int:
        return self.kernel_width * self.kernel_height * self.channels * self.element_bytes

    def cell_kernels(self, hw: HwConfig) -> int:
        """Kernels of a whole cell."""
        return hw.cbuf_entry_bytes // hw.mac_channels // self.element_bytes

    def groups(self, hw: HwConfig) -> list[int]:
        """The kernels of each group."""
        size = hw.mac_cells * self.cell_kernels(hw)
        return [min(size, self.kernels - first) for first in range(0, self.kernels, size)]

    def blocks(self, hw: HwConfig) -> list[range]:
        """The channels of each block."""
        size = hw.mac_channels // 16 if self.mode == "winograd" else hw.mac_channels
        return [range(first, min(first + size, self.channels)) for first in range(0, self.channels, size)]

    def packing(self, hw: HwConfig) -> tuple[int, int]:
        """Of a slice: the groups of channels that have an entry a pixel, and the atoms that a pixel has behind them."""
        atoms, entry_atoms = (
            -(-self.channels * self.element_bytes // hw.atom_bytes),
            hw.cbuf_entry_bytes // hw.atom_bytes,
        )
        rest = atoms % entry_atoms
        return atoms // entry_atoms, 1 << (rest - 1).bit_length() if rest else 0

    def slice_entries(self, hw: HwConfig) -> int:
        if self.mode == "image":
            return -(-self.width * self.components * self.element_bytes // hw.cbuf_entry_bytes)
        if self.mode == "winograd":
            return self.width // 4 * self.channels * self.element_bytes // hw.atom_bytes
        whole, rest = self.packing(hw)
        return whole * self.width + -(-self.width * rest * hw.atom_bytes // hw.cbuf_entry_bytes)

    def line_entries(self, hw: HwConfig) -> int:
        """Of all batches."""
        return self.slice_entries(hw) * self.batches

    def weights_entries(self, hw: HwConfig) -> int:
        """As many as there are if they are not compressed."""
        return -(-self.kernels * self.kernel_bytes // hw.cbuf_entry_bytes)

    def masks_entries(self, hw: HwConfig) -> int:
        elements = self.kernels * self.kernel_bytes // self.element_bytes
        return -(-elements // (8 * hw.cbuf_entry_bytes)) if self.compressed else 0

    @property
    def kept_slices(self) -> int:
        """Those that stay for the layer behind."""
        return self.height if self.keep_data else self.height - self.released_slices


def content(hw: HwConfig, salt: int) -> np.ndarray:
    """What the buffer of this test holds: bytes of shape (entries, bytes of an entry)."""
    entry = np.arange(hw.cbuf_banks * hw.cbuf_bank_entries, dtype=np.uint32)[:, None]
    word = np.arange(hw.cbuf_entry_bytes // 4, dtype=np.uint32)[None, :]
    mixed = entry * np.uint32(GOLDEN) + np.uint32(salt * SALT & 0xFFFF_FFFF) + word * np.uint32(WORD)
    mixed = (mixed ^ mixed >> np.uint32(15)) * np.uint32(MIX)
    return (mixed ^ mixed >> np.uint32(13)).astype("<u4").view(np.uint8)
