"""Configurations that the RTL cannot be: what the rules say of each, and the module by whose absence the RTL ends."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from models.nvdla.config import CONFIGS, HwConfig

BURSTS = "bursts_must_have_1_to_256_beats_within_len_bits_and_boundary"
BANKS = "cbuf_must_have_banks_for_data_weights_and_masks"
ELEMENTS = "cbuf_entry_must_hold_an_element_of_each_mac_channel"


@dataclass(frozen=True)
class Misfit:
    """A configuration that differs from one that there is.

    Attributes:
        base: that one.
        change: what differs; `ports` is what differs of all ports, a table is what differs in it.
        says: what the rules say of it; other rules may say more.
        refused: the module that is not there; empty where nothing is wrong for the RTL.
    """

    base: str
    change: Mapping[str, Any]
    says: str
    refused: str = ""

    @property
    def config(self) -> HwConfig:
        """The configuration itself."""
        base = CONFIGS[self.base]
        return replace(base, **{key: self._value(base, key) for key in self.change})

    def _value(self, base: HwConfig, key: str) -> Any:
        value = self.change[key]
        if key == "ports":
            return MappingProxyType({name: replace(port, **value) for name, port in base.ports.items()})
        if isinstance(value, dict):
            return MappingProxyType(dict(getattr(base, key)) | value)
        return value

    def __str__(self) -> str:
        return f"{self.base}-{self.says.partition(':')[0]}"


def _without(base: str, *blocks: str) -> dict[str, Any]:
    there = {name: at for name, at in CONFIGS[base].block_bases.items() if name not in blocks}
    return {"block_bases": MappingProxyType(there)}


POWERS = (
    *("atom_bytes", "mac_channels", "mac_int8_kernels", "cbuf_banks", "cbuf_bank_entries", "cbuf_entry_bytes"),
    "cbuf_flush_bytes",
)
MISFITS = (
    Misfit(
        "tiny",
        {"pdp_bank_atoms": 16384},
        "pdp_bank_atoms = 16384: must be at most 8192, the columns of the longest output line",
        "pdp_bank_atoms_must_be_8192_or_less",
    ),
    *(
        Misfit("tiny", {key: 24}, f"{key} = 24: must be a power of two", "sizes_must_be_powers_of_two")
        for key in (*POWERS, "pdp_bank_atoms", "block_bytes")
    ),
    Misfit(
        "tiny",
        {"cbuf_flush_bytes": 64},
        "cbuf_flush_bytes = 64: must be at most 32, which is two entries",
        "cbuf_flush_bytes_must_be_two_entries_or_less",
    ),
    Misfit(
        "tiny",
        {"atom_bytes": 4},
        "atom_bytes = 4: must be at least 8, the bytes of a pixel and of four channels",
        "atom_bytes_must_be_8_or_more",
    ),
    Misfit(
        "tiny",
        {"ports": {"data_bytes": 4}},
        "ports.DBB.data_bytes = 4: must be a power of two and at least an atom",
        "a_beat_must_hold_an_atom_and_have_128_bytes_at_most",
    ),
    Misfit(
        "nv_full",
        {"ports": {"data_bytes": 256}},
        "ports.CVSRAM.data_bytes = 256: must be at most 128, as AXI has",
        "a_beat_must_hold_an_atom_and_have_128_bytes_at_most",
    ),
    Misfit(
        "tiny",
        {"ports": {"max_burst_beats": 512, "len_bits": 9, "burst_boundary_bytes": 4096}},
        "ports.DBB.max_burst_beats = 512: must be at most 256, as many as may be outstanding",
        BURSTS,
    ),
    Misfit(
        "tiny",
        {"ports": {"max_burst_beats": 0}},
        "ports.DBB.max_burst_beats = 0: 1 to 16, as len_bits and CFG_OUTSTANDING_CNT allow",
        BURSTS,
    ),
    Misfit(
        "tiny",
        {"ports": {"burst_boundary_bytes": 16}},
        "ports.DBB.burst_boundary_bytes = 16: a power of two that holds a burst",
        BURSTS,
    ),
    Misfit(
        "nv_full",
        {"ports": {"write_align_bytes": 48}},
        "ports.DBB.write_align_bytes = 48: a power of two, from an atom to a beat",
        BURSTS,
    ),
    Misfit("tiny", {"ports": {"id_bits": 0}}, "ports.DBB.id_bits = 0: must be at least 1, as a pin has"),
    Misfit(
        "tiny",
        {"ports": {"len_bits": 0, "max_burst_beats": 1}},
        "ports.DBB.len_bits = 0: must be at least 1, as a pin has",
        "len_bits_must_be_1_or_more",
    ),
    Misfit(
        "tiny",
        {"bdma_slots": 256},
        "bdma_slots = 256: must be 1 to 255, as BDMA.STATUS counts them in 8 bits",
        "bdma_slots_must_be_1_to_255",
    ),
    Misfit("tiny", {"bdma_repeat_bits": 25}, "bdma_repeat_bits = 25: must be 1 to 24, as BDMA.CFG_LINE_REPEAT has"),
    Misfit(
        "tiny",
        _without("tiny", "CSC"),
        "blocks: CDMA, CMAC_A, CMAC_B, CACC without CSC: they are there together or not at all",
        "blocks_of_a_unit_must_be_there_together",
    ),
    Misfit(
        "tiny",
        _without("tiny", "SDP", "SDP_RDMA"),
        "blocks: CDMA without SDP, which takes what the convolution gives: both must be there, or CDMA must not",
        "convolution_must_have_sdp",
    ),
    Misfit(
        "tiny",
        {"features": frozenset({"SDP_X1", "SDP_LUT"})},
        "features: SDP_LUT without SDP_Y, whose result the tables take: both must be there, or SDP_LUT must not",
        "sdp_lut_must_have_sdp_y",
    ),
    Misfit(
        "tiny",
        {"table_entries": {"LE": 129}},
        "table_entries.LE = 129: must be at most 128, as indexes have",
        "table_le_must_have_2_to_128_entries",
    ),
    Misfit(
        "tiny",
        {"table_entries": {"LO": 513}},
        "table_entries.LO = 513: must be at most 512, as indexes have",
        "table_lo_must_have_2_to_512_entries",
    ),
    Misfit(
        "tiny",
        {"table_entries": {"LE": 1}},
        "table_entries.LE: must be there, and 2 or more",
        "table_le_must_have_2_to_128_entries",
    ),
    Misfit(
        "tiny",
        {"table_entries": {"LO": 1}},
        "table_entries.LO: must be there, and 2 or more",
        "table_lo_must_have_2_to_512_entries",
    ),
    Misfit(
        "tiny",
        {"cbuf_entry_bytes": 16, "ports": {"data_bytes": 32, "write_align_bytes": 8, "burst_boundary_bytes": 128}},
        "cbuf_entry_bytes = 16, ports.DBB.data_bytes = 32: an entry must hold a beat",
        "cbuf_entry_must_hold_a_beat",
    ),
    Misfit(
        "tiny",
        {"cbuf_banks": 2},
        "cbuf_banks = 2: must be at least 3, as data, weights and masks have banks of their own",
        BANKS,
    ),
    Misfit(
        "nv_small",
        {"cbuf_banks": 1},
        "cbuf_banks = 1: must be at least 2, as data and weights have banks of their own",
        BANKS,
    ),
    Misfit(
        "tiny",
        {"mac_channels": 16},
        "mac_channels = 16, cbuf_entry_bytes = 16: an entry must hold an element of each channel, "
        "2 bytes with INT16 and FP16: cbuf_entry_bytes = 32",
        ELEMENTS,
    ),
    Misfit(
        "nv_small",
        {"mac_channels": 16},
        "mac_channels = 16, cbuf_entry_bytes = 8: an entry must hold an element of each channel, "
        "1 or 2 bytes with INT8 alone: cbuf_entry_bytes = 16 or 32",
        ELEMENTS,
    ),
    Misfit(
        "nv_small",
        {"precisions": ("INT8", "FP16")},
        "mac_channels = 8, cbuf_entry_bytes = 8: an entry must hold an element of each channel, 2 bytes with FP16: "
        "cbuf_entry_bytes = 16",
        ELEMENTS,
    ),
    *(
        Misfit(
            base,
            {"mac_int8_kernels": kernels},
            f"mac_int8_kernels = {kernels}, atom_bytes = {atom}: a group of kernels must fill an atom, so both must be "
            "the same",
            "mac_int8_kernels_must_be_as_many_as_an_atom_has_bytes",
        )
        for base, kernels, atom in (("nv_full", 16, 32), ("nv_full", 64, 32), ("nv_small", 4, 8))
    ),
    Misfit(
        "tiny",
        {"mac_channels": 128, "cbuf_entry_bytes": 256},
        "mac_channels = 128: must be at most 64 with FP16 among the precisions",
        "mac_channels_must_be_64_or_fewer_with_fp16",
    ),
    *(
        Misfit(
            base,
            change,
            f"{keys}: with the feature WINOGRAD mac_channels must be 64, a tile of 4 channels, and an entry 4 atoms",
            "winograd_must_have_64_mac_channels_and_entries_of_4_atoms",
        )
        for base, change, keys in (
            (
                "tiny",
                {"features": frozenset({"WINOGRAD"})},
                "mac_channels = 8, cbuf_entry_bytes = 16, atom_bytes = 8",
            ),
            (
                "nv_full",
                {"atom_bytes": 16, "mac_int8_kernels": 16},
                "mac_channels = 64, cbuf_entry_bytes = 128, atom_bytes = 16",
            ),
        )
    ),
    *(
        Misfit(
            "tiny",
            {"register_parameters": {key: low}},
            f"register_parameters.{key} = {low}, {size} = {bytes_}: 1 << {key} must be at most {size}",
        )
        for key, low, size, bytes_ in (
            ("ADDRESS_LSB", 4, "atom_bytes", 8),
            ("COPY_LSB", 4, "atom_bytes", 8),
            ("CACC_STRIDE_LSB", 4, "atom_bytes", 8),
            ("WEIGHT_LSB", 5, "cbuf_entry_bytes", 16),
            ("WMB_LSB", 5, "cbuf_entry_bytes", 16),
        )
    ),
    Misfit(
        "nv_full",
        {"atom_bytes": 64},
        "atom_bytes = 64: must be at most 32 with CDMA, as CDMA.D_PIXEL_OFFSET counts its pixels",
    ),
    Misfit(
        "tiny",
        {"register_parameters": {"BANK_BITS": 1}},
        "register_parameters.BANK_BITS = 1, cbuf_banks = 4: 1 << BANK_BITS must be at least cbuf_banks",
    ),
    Misfit(
        "tiny",
        {"register_parameters": {"ENTRIES_BITS": 6}},
        "register_parameters.ENTRIES_BITS = 6, cbuf_banks = 4, cbuf_bank_entries = 32: "
        "1 << ENTRIES_BITS must be at least 96, the entries of all banks but one",
    ),
)
"""Each with one thing wrong, from which others may follow."""
