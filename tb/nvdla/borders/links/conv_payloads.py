"""Payloads of the links of the convolution (nvdla_link_pkg)."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from tb.borders.payload import Member, Payload, array, flags
from tb.nvdla.borders.links.sizes import cells, element_bits, sum_bits, tile_sums

OPERATION = Member("operation", 4, ("operation flags",))
"""First and last operation of its stripe, sums complete, last of the layer."""


def entry(config: HwConfig) -> Payload:
    """``cdma_cbuf_t``: an entry of the buffer, and which of its atoms are written."""
    index = (config.cbuf_banks * config.cbuf_bank_entries - 1).bit_length()
    size = config.cbuf_entry_bytes
    data = array("data", "byte {}", 8, size)
    return Member("entry", index, ("1 if it is in its banks",)), Member("atoms", size // config.atom_bytes), data


def operation_data(config: HwConfig) -> Payload:
    """``csc_cmac_data_t``: the lanes of an operation, and those that count."""
    lanes = config.mac_channels
    return (
        OPERATION,
        flags("channels", "lanes that count", lanes),
        array("data", "lane {}", element_bits(config), lanes),
    )


def cell_weights(config: HwConfig) -> Payload:
    """``csc_cmac_weights_t``: the lanes of a cell, and those that count."""
    lanes, index = config.mac_channels, max((cells(config) - 1).bit_length(), 1)
    weights = array("weights", "lane {}", element_bits(config), lanes)
    place = Member("last", 1, ("last",)), Member("cell_index", index, ("cell",))
    return *place, flags("channels", "lanes that count", lanes), weights


def cell_sums(config: HwConfig) -> Payload:
    """``cmac_cacc_t``: the sums of each cell, and the cells that have a kernel."""
    count, places = cells(config), tile_sums(config)
    names = [(f"cell {cell}", f", place {place}" * (places > 1)) for cell in range(count) for place in range(places)]
    sums = Member("sums", len(names) * sum_bits(config), tuple(map("".join, names)), sum_bits(config))
    return OPERATION, Member("cells", count, ("cells that have a kernel",)), sums


def entry_count_bits(config: HwConfig) -> int:
    """Of a number of entries."""
    return (config.cbuf_banks * config.cbuf_bank_entries).bit_length()


def kernel_count_bits(config: HwConfig) -> int:
    """Of a number of kernels of a group."""
    return (config.mac_cells * element_bits(config) // 8).bit_length()


def data_update(config: HwConfig) -> Payload:
    """``cdma_csc_data_t``: slices that are in the buffer, and their entries."""
    bits = entry_count_bits(config)
    return Member("slices", bits), Member("entries", bits, ("entries",))


def weight_update(config: HwConfig) -> Payload:
    """``cdma_csc_weights_t``: kernels that are in the buffer, the entries of their weights and of their mask."""
    bits = entry_count_bits(config)
    kernels = Member("kernels", kernel_count_bits(config))
    return kernels, Member("entries", bits, ("entries",)), Member("wmb_entries", bits, ("entries of the mask",))
