"""Random layers for CSC, and what each must lead to on its links, worked out apart from the RTL."""

from dataclasses import dataclass

import numpy as np

from models.nvdla.config import HwConfig

ROUNDS = ((1, 0), (2, 60))
"""Seed and pauses in 256 cycles."""
LAYERS = {"nv_full": 4, "nv_small": 6, "tiny": 10}
"""In a round."""
MOST_OPERATIONS = {"nv_full": 400, "nv_small": 900, "tiny": 900}
"""Of a layer."""
GOLDEN, SALT, WORD, MIX = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x2C1B3C6D


@dataclass(frozen=True)
class Layer:
    """A direct convolution; all numbers as they are, not less one."""

    precision: str
    width: int
    height: int
    channels: int
    kernels: int
    kernel_width: int
    kernel_height: int
    stride_x: int
    stride_y: int
    dilation_x: int
    dilation_y: int
    pad_left: int
    pad_top: int
    pad_value: int
    out_width: int
    out_height: int
    data_banks: int
    weight_banks: int
    released_slices: int
    keep_data: bool
    keep_weights: bool

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
        size = hw.mac_kernels * self.cell_kernels(hw)
        return [min(size, self.kernels - first) for first in range(0, self.kernels, size)]

    def packing(self, hw: HwConfig) -> tuple[int, int]:
        """Of a slice: the groups of channels that have an entry a pixel, and the atoms that a pixel has behind them."""
        atoms, entry_atoms = (
            -(-self.channels * self.element_bytes // hw.atom_bytes),
            hw.cbuf_entry_bytes // hw.atom_bytes,
        )
        rest = atoms % entry_atoms
        return atoms // entry_atoms, 1 << (rest - 1).bit_length() if rest else 0

    def slice_entries(self, hw: HwConfig) -> int:
        whole, rest = self.packing(hw)
        return whole * self.width + -(-self.width * rest * hw.atom_bytes // hw.cbuf_entry_bytes)

    def weights_entries(self, hw: HwConfig) -> int:
        return -(-self.kernels * self.kernel_bytes // hw.cbuf_entry_bytes)

    @property
    def kept_slices(self) -> int:
        """Those that stay for the layer behind."""
        return self.height if self.keep_data else self.height - self.released_slices


def random_layers(hw: HwConfig, seed: int) -> list[Layer]:
    """The layers of a round."""
    rng = np.random.default_rng((seed, hw.mac_channels))
    layers: list[Layer] = []
    while len(layers) < LAYERS[hw.name]:
        layer = _random_layer(hw, rng, layers[-1] if layers else None)
        if layer:
            layers.append(layer)
    return layers


def _random_layer(hw, rng, before):
    """A layer, or nothing if what was drawn is none."""

    def draw(first, last):
        return int(rng.integers(first, last + 1))

    sizes = {name: draw(1, 3) for name in ("stride_x", "stride_y", "dilation_x", "dilation_y")}
    kernel_width, kernel_height = draw(1, 3), draw(1, 3)
    reach_x, reach_y = (kernel_width - 1) * sizes["dilation_x"] + 1, (kernel_height - 1) * sizes["dilation_y"] + 1
    pad_left, pad_right = draw(0, reach_x - 1), draw(0, reach_x - 1)
    pad_top, pad_bottom = draw(0, reach_y - 1), draw(0, reach_y - 1)
    width, height = draw(1, 12), draw(1, 10)
    out_width = (width + pad_left + pad_right - reach_x) // sizes["stride_x"] + 1
    out_height = (height + pad_top + pad_bottom - reach_y) // sizes["stride_y"] + 1
    kept = before is not None and (before.kept_slices > 0 or before.keep_weights)
    same_banks = kept or (before is not None and draw(0, 2) > 0)
    data_banks = before.data_banks if same_banks else draw(1, hw.cbuf_banks - 1)
    layer = Layer(
        precision=hw.precisions[draw(0, len(hw.precisions) - 1)],
        width=width,
        height=height,
        channels=draw(1, 5 * hw.mac_channels) if draw(0, 2) else draw(1, hw.mac_channels),
        kernels=draw(1, 5 * hw.mac_kernels),
        kernel_width=kernel_width,
        kernel_height=kernel_height,
        pad_left=pad_left,
        pad_top=pad_top,
        pad_value=draw(0, 0xFFFF),
        out_width=out_width,
        out_height=out_height,
        data_banks=data_banks,
        weight_banks=before.weight_banks if same_banks else draw(1, hw.cbuf_banks - data_banks),
        released_slices=draw(1, height) if draw(0, 2) == 0 else height,
        keep_data=draw(0, 4) == 0,
        keep_weights=draw(0, 2) == 0,
        **sizes,
    )
    return layer if out_width > 0 and out_height > 0 and _fits(hw, layer) else None


def _fits(hw, layer):
    """Whether data and weights fit the buffer; of weights that do not stay, a group and an entry more are enough."""
    blocks = -(-layer.channels // hw.mac_channels)
    places = blocks * layer.kernel_width * layer.kernel_height
    operations = layer.out_width * layer.out_height * places * len(layer.groups(hw))
    largest = layer.groups(hw)[0] * layer.kernel_bytes
    entries = layer.weights_entries(hw) if layer.keep_weights else -(-largest // hw.cbuf_entry_bytes) + 1
    return (
        operations <= MOST_OPERATIONS[hw.name]
        and layer.height * layer.slice_entries(hw) <= layer.data_banks * hw.cbuf_bank_entries
        and entries <= layer.weight_banks * hw.cbuf_bank_entries
    )


def content(hw: HwConfig, salt: int) -> np.ndarray:
    """What the buffer of this test holds: bytes of shape (entries, bytes of an entry)."""
    entry = np.arange(hw.cbuf_banks * hw.cbuf_bank_entries, dtype=np.uint32)[:, None]
    word = np.arange(hw.cbuf_entry_bytes // 4, dtype=np.uint32)[None, :]
    mixed = entry * np.uint32(GOLDEN) + np.uint32(salt * SALT & 0xFFFF_FFFF) + word * np.uint32(WORD)
    mixed = (mixed ^ mixed >> np.uint32(15)) * np.uint32(MIX)
    return (mixed ^ mixed >> np.uint32(13)).astype("<u4").view(np.uint8)
