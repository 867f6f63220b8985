"""AXI ids of the units' read and write streams, the same on both ports (``facts/nvdla_rtl.md``, section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

READ_IDS: Mapping[str, int] = MappingProxyType(
    {
        "BDMA": 0,
        "SDP": 1,
        "PDP": 2,
        "CDP": 3,
        "RBK": 4,
        "SDP_B": 5,
        "SDP_N": 6,
        "SDP_E": 7,
        "CDMA_DAT": 8,
        "CDMA_WT": 9,
    }
)
WRITE_IDS: Mapping[str, int] = MappingProxyType({"BDMA": 0, "SDP": 1, "PDP": 2, "CDP": 3, "RBK": 4})
