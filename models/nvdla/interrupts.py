"""Which bits of GLB.S_INTR_STATUS each block raises (docs/nvdla/pins.md, 'Interrupts')."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LINE = "dla_intr"
"""The pin."""
DONE_BITS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "BDMA": ("BDMA_DONE_STATUS{group}",),
        "CDMA": ("CDMA_DAT_DONE_STATUS{group}", "CDMA_WT_DONE_STATUS{group}"),
        "CACC": ("CACC_DONE_STATUS{group}",),
        "SDP": ("SDP_DONE_STATUS{group}",),
        "PDP": ("PDP_DONE_STATUS{group}",),
        "CDP": ("CDP_DONE_STATUS{group}",),
        "RBK": ("RUBIK_DONE_STATUS{group}",),
    }
)
"""Names of the fields, by block; blocks that are not here raise none."""


def done_bits(block: str, group: int) -> tuple[str, ...]:
    """The bits that a block raises when a layer of a group ends."""
    return tuple(bit.format(group=group) for bit in DONE_BITS.get(block, ()))
