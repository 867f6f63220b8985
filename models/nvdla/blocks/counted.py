"""Which of a unit's streams each of its counters counts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from models.layer import Bounds, Waited, bounds_of
from models.nvdla.config import HwConfig

READ_STALL, WRITE_STALL = "D_PERF_READ_STALL", "D_PERF_WRITE_STALL"
DATA_LATENCY, WEIGHT_LATENCY = "D_PERF_DAT_READ_LATENCY", "D_PERF_WT_READ_LATENCY"
READS: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("RBK", READ_STALL): "RBK",
        ("PDP_RDMA", READ_STALL): "PDP",
        ("CDP_RDMA", READ_STALL): "CDP",
        ("SDP_RDMA", "D_PERF_MRDMA_READ_STALL"): "SDP",
        ("SDP_RDMA", "D_PERF_BRDMA_READ_STALL"): "SDP_B",
        ("SDP_RDMA", "D_PERF_NRDMA_READ_STALL"): "SDP_N",
        ("SDP_RDMA", "D_PERF_ERDMA_READ_STALL"): "SDP_E",
    }
)
"""The stream whose read requests wait, by block and register."""
WRITES: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("RBK", WRITE_STALL): "RBK",
        ("PDP", WRITE_STALL): "PDP",
        ("CDP", WRITE_STALL): "CDP",
        ("SDP", "D_PERF_WDMA_WRITE_STALL"): "SDP",
    }
)
"""Likewise, whose write requests and data wait."""
DATA: Mapping[tuple[str, str], str] = MappingProxyType(
    {("CDMA", DATA_LATENCY): "CDMA_DAT", ("CDMA", WEIGHT_LATENCY): "CDMA_WT"}
)
"""Likewise, whose data are to come."""


def counted(block: str, register: str, waited: Waited, config: HwConfig) -> Bounds:
    """What a layer's traffic shows of what a counter counts."""
    key = block, register
    for streams, names, ids in (
        (waited.reads, READS, config.read_ids),
        (waited.writes, WRITES, config.write_ids),
        (waited.data, DATA, config.read_ids),
    ):
        if key in names and names[key] in ids:
            return bounds_of(streams, ids[names[key]])
    return Bounds()
