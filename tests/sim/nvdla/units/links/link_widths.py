"""The members of every link's payload with their widths, worked out from the configuration, not from the package."""

from models.nvdla.config import NV_FULL, HwConfig

TRANSFERS = 100
_OPERATION = 4


def _count(most: int) -> int:
    """Bits for a number up to `most`."""
    return most.bit_length()


def widths(hw: HwConfig) -> dict[str, dict[str, int]]:
    """Bits of each member by link, in the order of the package; members with the highest first."""
    entries = hw.cbuf_banks * hw.cbuf_bank_entries
    entry_bits, atom_bits = 8 * hw.cbuf_entry_bytes, 8 * hw.atom_bytes
    element_bits = entry_bits // hw.mac_channels
    cells = hw.mac_cells // 2
    growth = _count(hw.mac_channels - 1)
    sum_bits = max(2 * (16 + growth), 38 + growth) if element_bits == 16 else 16 + growth
    tile = 4 if "WINOGRAD" in hw.features else 1
    count, kernels = _count(entries), _count(hw.mac_cells * element_bits // 8)
    data = {"slices": count, "entries": count}
    weights = {"kernels": kernels, "entries": count, "wmb_entries": count}
    return {
        "cdma_cbuf": {"entry": _count(entries - 1), "atoms": hw.cbuf_entry_bytes // hw.atom_bytes, "data": entry_bits},
        "cdma_csc_data": data,
        "cdma_csc_weights": weights,
        "cdma_csc_drain": {"group": 1},
        "csc_cdma_data": data,
        "csc_cdma_weights": weights,
        "csc_cbuf": {"entry": _count(entries - 1)},
        "cbuf_csc": {"data": entry_bits},
        "csc_cmac_data": {"operation": _OPERATION, "channels": hw.mac_channels, "data": entry_bits},
        "csc_cmac_weights": {
            "last": 1,
            "cell_index": max(1, _count(cells - 1)),
            "channels": hw.mac_channels,
            "weights": entry_bits,
        },
        "cmac_cacc": {"operation": _OPERATION, "cells": cells, "sums": cells * tile * sum_bits},
        "cacc_csc": {"operations": _count(2 * hw.mac_cells - 1)},
        "cacc_sdp": {"layer_end": 1, "results": 32 * hw.atom_bytes},
        "sdp_pdp": {"layer_end": 1, "atom": atom_bits},
        "rdma_sdp": {"layer_end": 1, "results": 32 * hw.atom_bytes},
        "rdma_atom": {"layer_end": 1, "atom": atom_bits},
        "rdma_cube": {"width": 13, "height": 13, "channel": 13},
        "rdma_operand": {"layer_end": 1, "operands": 4 * atom_bits},
    }


LINKS = tuple(widths(NV_FULL))
