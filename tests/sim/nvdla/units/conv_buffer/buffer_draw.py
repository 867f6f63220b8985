"""A random layer of features, with banks that hold a line of it."""

import numpy as np

from models.nvdla.config import HwConfig
from tests.sim.nvdla.units.conv_buffer.buffer_elements import ELEMENT_BYTES
from tests.sim.nvdla.units.conv_buffer.buffer_fetch import Fetch

KINDS = (
    ("INT8", "INT8", None),
    ("INT16", "FP16", (-31, 3, 0)),
    ("FP16", "FP16", None),
    ("INT8", "INT8", (-3, 13, 4)),
    ("FP16", "FP16", (7, 7, 7)),
    ("INT16", "INT16", (1000, -17411, 15)),
    ("INT16", "INT16", None),
)
SLENDER = {0: 4, 3: 1}
"""The heights of those that are one pixel wide."""
NOT_FLUSHED = 4


def random_layer(hw: HwConfig, rng: np.random.Generator, number: int, **chosen: object) -> Fetch:
    """A layer of one of `KINDS`, with what is chosen of it."""
    precision, processing, convert = KINDS[number % len(KINDS)]
    elements = hw.atom_bytes // ELEMENT_BYTES[precision]
    width, height = int(rng.integers(1, 20)), int(rng.integers(1, 6))
    channels = int(rng.integers(1, 6 * elements))
    gaps = int(rng.integers(3)), int(rng.integers(3))
    if number in SLENDER:
        width, height, gaps = 1, SLENDER[number], (0, 0)
        channels = int(rng.integers(10, 20)) * elements - 3
    line_stride = (width + gaps[0]) * hw.atom_bytes
    data_banks = int(rng.integers(1, hw.cbuf_banks))
    weight_banks = int(rng.integers(1, hw.cbuf_banks - data_banks + 1))
    kernel_bytes = int(rng.integers(1, 40)) * ELEMENT_BYTES[processing]
    values = {
        "hw": hw,
        "precision": precision,
        "processing": processing,
        "flush": number != NOT_FLUSHED,
        "convert": convert,
        "ram": int(rng.integers(len(hw.ports))),
        "base": drawn_base(hw, rng),
        "channels": channels,
        "height": height,
        "width": width,
        "line_stride": line_stride,
        "surface_stride": line_stride * height + gaps[1] * hw.atom_bytes,
        "grain": 1,
        "data_banks": data_banks,
        "weight_banks": weight_banks,
        "weight_ram": int(rng.integers(len(hw.ports))),
        "weight_base": drawn_base(hw, rng),
        "kernels": int(rng.integers(1, 5 * hw.mac_cells)),
        "kernel_bytes": kernel_bytes,
        "weight_bytes": 0,
        "keep": bool(rng.integers(2)),
        "reuse": bool(rng.integers(2)),
    }
    return _fitting(Fetch(**(values | chosen)), int(rng.integers(3)))


def drawn_base(hw: HwConfig, rng: np.random.Generator) -> int:
    """The address of an atom."""
    port = next(iter(hw.ports.values()))
    return int(rng.integers(1 << port.address_bits - 4, dtype=np.uint64)) // hw.atom_bytes * hw.atom_bytes


def _fitting(layer, more_entries):
    """The layer with banks, a grain and a size of the weights that fit."""
    hw, values = layer.hw, layer.__dict__ | {}
    while values["data_banks"] * hw.cbuf_bank_entries < layer.slice_entries:
        values["data_banks"] += 1
        values["weight_banks"] = 1
    room = values["data_banks"] * hw.cbuf_bank_entries // layer.slice_entries
    if layer.packed_lines:
        values["grain"] = min(room, max(1, layer.height // 2))
    size = -(-layer.kernels * layer.kernel_bytes // hw.cbuf_entry_bytes) + more_entries
    values["weight_bytes"] = size * hw.cbuf_entry_bytes
    return Fetch(**values)
