"""Small feature cubes, of which constructors make layers."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES

SOURCE_AT, DESTINATION_AT = 1 << 29, 1 << 30
"""Where they read and write."""


def small_shape(config: HwConfig, precision: str) -> tuple[int, int, int]:
    """Channels, height and width of a small cube of two surfaces."""
    return config.atom_bytes // ELEMENT_BYTES[precision] + 1, 3, 4
