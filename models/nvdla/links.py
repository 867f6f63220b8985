"""What units hand on to each other: beats of as many elements as an atom has of 16 bits.

Some of them may stand in a link while the next unit is busy, or not enabled yet (docs/nvdla/units.md, 'Links').
"""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.surfaces.padded_lanes import padded_channels
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES

CACC_TO_SDP = 2
"""How many beats the link from CACC to SDP holds."""
DELIVERED = 16
"""How many beats CACC keeps for SDP, for each MAC cell."""


def beats(shape: tuple[int, ...], precision: str, config: HwConfig) -> int:
    """In how many beats a layer's results pass, all lanes of them.

    Args:
        shape: [batches, channels, height, width].
        precision: that of the elements.
        config: the hardware configuration.
    """
    batches, channels, height, width = shape
    of_a_pixel = padded_channels(channels, precision, config) * ELEMENT_BYTES["INT16"] // config.atom_bytes
    return batches * of_a_pixel * height * width


def beats_before_pdp(config: HwConfig) -> int:
    """How many beats the link from SDP to PDP holds."""
    return 2 if "SDP_PDP_ATOM" in config.features else 1


def delivered_beats(config: HwConfig) -> int:
    """How many beats CACC keeps for SDP."""
    return DELIVERED * config.mac_cells
