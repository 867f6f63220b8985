"""Feature data with all lanes of their atoms, those among them that have no channel."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div


def padded_channels(channels: int, precision: str, config: HwConfig) -> int:
    """Channels that whole atoms have."""
    elements = config.atom_bytes // ELEMENT_BYTES[precision]
    return ceil_div(channels, elements) * elements


def whole_cube(side: Side, precision: str, shape: tuple[int, int, int], config: HwConfig) -> FeatureCube:
    """Where the elements of all lanes lie.

    Args:
        side: where it lies.
        precision: name of the number format.
        shape: channels, height, width.
        config: the hardware configuration.

    Raises:
        ValueError: the precision is a reserved value.
    """
    if precision not in ELEMENT_BYTES:
        raise ValueError(f"precision {precision} is reserved")
    channels, height, width = shape
    lanes = padded_channels(channels, precision, config)
    return FeatureCube(side, config.atom_bytes, lanes, height, width, ELEMENT_BYTES[precision])
