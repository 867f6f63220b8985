"""What the numbers of a configuration must be to each other, and at most (docs/configurations.md, 'Relations').

Widths and ways of the RTL follow from the configuration, but not all of them: these are the limits within which it and
the reference device compute what they should. `rtl_stubs/nvdla/common/nvdla_config_check.sv` has those that concern the
RTL once more, for who elaborates it with numbers that never were here.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.config.hardware import HwConfig

ATOM_BYTES_AT_LEAST = 8
"""A pixel of an image has so many, and four channels of 16 bits, which CDP's longest window has beside an element."""
BEAT_BYTES_AT_MOST = 128
"""The widest data bus of AXI."""
BURST_BEATS_AT_MOST = 256
"""CFG_OUTSTANDING_CNT and AXI count beats in 8 bits."""
REPEAT_BITS_AT_MOST = 24
"""Of BDMA.CFG_LINE_REPEAT."""
TABLE_ENTRIES_AT_MOST = {"LE": 128, "LO": 512}
"""As indexes have 7 and 9 bits."""
PDP_BANK_ATOMS_AT_MOST = 8192
"""Columns of the longest output line, which a bank of its own then holds."""
FP16_CHANNELS_AT_MOST = 64
"""Their sum has 38 bits: 32 of a product and 6 of growth."""
IMAGE_ATOM_BYTES_AT_MOST = 32
"""CDMA.D_PIXEL_OFFSET counts the pixels of an atom, which may have a byte, in 5 bits."""
TILE_SIDE = 4
"""Rows and columns of a tile of Winograd, and channels of an operation of it."""


def relations(config: HwConfig) -> Iterator[str]:
    """What of them a configuration does not keep."""
    yield from _memory(config)
    if "CDMA" in config.units:
        yield from _buffer(config)
        yield from _array(config)
    yield from _tables(config)
    if config.pdp_bank_atoms > PDP_BANK_ATOMS_AT_MOST:
        why = "the columns of the longest output line"
        yield f"pdp_bank_atoms = {config.pdp_bank_atoms}: must be at most {PDP_BANK_ATOMS_AT_MOST}, {why}"
    yield from _registers(config)


def _memory(config: HwConfig) -> Iterator[str]:
    if config.atom_bytes < ATOM_BYTES_AT_LEAST:
        yield (
            f"atom_bytes = {config.atom_bytes}: must be at least {ATOM_BYTES_AT_LEAST}, "
            "the bytes of a pixel and of four channels"
        )
    for name, port in config.ports.items():
        if port.data_bytes > BEAT_BYTES_AT_MOST:
            yield f"ports.{name}.data_bytes = {port.data_bytes}: must be at most {BEAT_BYTES_AT_MOST}, as AXI has"
        if port.max_burst_beats > BURST_BEATS_AT_MOST:
            yield (
                f"ports.{name}.max_burst_beats = {port.max_burst_beats}: must be at most {BURST_BEATS_AT_MOST}, "
                "as many as may be outstanding"
            )
        for key in ("id_bits", "len_bits"):
            if not getattr(port, key):
                yield f"ports.{name}.{key} = 0: must be at least 1, as a pin has"
    if not 1 <= config.bdma_repeat_bits <= REPEAT_BITS_AT_MOST:
        why = "as BDMA.CFG_LINE_REPEAT has"
        yield f"bdma_repeat_bits = {config.bdma_repeat_bits}: must be 1 to {REPEAT_BITS_AT_MOST}, {why}"


def _buffer(config: HwConfig) -> Iterator[str]:
    entry = f"cbuf_entry_bytes = {config.cbuf_entry_bytes}"
    for name, port in config.ports.items():
        if config.cbuf_entry_bytes < port.data_bytes:
            yield f"{entry}, ports.{name}.data_bytes = {port.data_bytes}: an entry must hold a beat"
    if config.cbuf_entry_bytes < config.atom_bytes:
        yield f"{entry}, atom_bytes = {config.atom_bytes}: an entry must hold an atom"
    compressed = "WEIGHT_COMPRESSION" in config.features
    needed, what = (3, "data, weights and masks") if compressed else (2, "data and weights")
    if config.cbuf_banks < needed:
        yield f"cbuf_banks = {config.cbuf_banks}: must be at least {needed}, as {what} have banks of their own"
    if config.cbuf_flush_bytes > 2 * config.cbuf_entry_bytes:
        most = f"must be at most {2 * config.cbuf_entry_bytes}, which is two entries"
        yield f"cbuf_flush_bytes = {config.cbuf_flush_bytes}: {most}"
    if "SDP" not in config.units:
        yield "blocks: CDMA without SDP, which takes what the convolution gives: both must be there, or CDMA must not"


def _array(config: HwConfig) -> Iterator[str]:
    entry, channels, atom = config.cbuf_entry_bytes, config.mac_channels, config.atom_bytes
    sizes = (channels, 2 * channels) if set(config.precisions) == {"INT8"} else (2 * channels,)
    keys = f"mac_channels = {channels}, cbuf_entry_bytes = {entry}"
    if entry not in sizes:
        of = "1 or 2 bytes with INT8 alone" if len(sizes) > 1 else f"2 bytes with {_wide(config)}"
        allowed = " or ".join(map(str, sizes))
        yield f"{keys}: an entry must hold an element of each channel, {of}: cbuf_entry_bytes = {allowed}"
    if config.mac_int8_kernels != atom:
        why = "a group of kernels must fill an atom, so both must be the same"
        yield f"mac_int8_kernels = {config.mac_int8_kernels}, atom_bytes = {atom}: {why}"
    if "FP16" in config.precisions and channels > FP16_CHANNELS_AT_MOST:
        yield f"mac_channels = {channels}: must be at most {FP16_CHANNELS_AT_MOST} with FP16 among the precisions"
    if "WINOGRAD" in config.features and (channels != TILE_SIDE**3 or entry != TILE_SIDE * atom):
        yield (
            f"{keys}, atom_bytes = {atom}: with the feature WINOGRAD mac_channels must be {TILE_SIDE**3}, a tile of "
            f"{TILE_SIDE} channels, and an entry {TILE_SIDE} atoms"
        )


def _wide(config: HwConfig) -> str:
    return " and ".join(name for name in config.precisions if name != "INT8")


def _tables(config: HwConfig) -> Iterator[str]:
    for name, most in TABLE_ENTRIES_AT_MOST.items():
        if config.table_entries.get(name, 0) > most:
            yield f"table_entries.{name} = {config.table_entries[name]}: must be at most {most}, as indexes have"
    if "SDP_LUT" in config.features and "SDP_Y" not in config.features:
        yield "features: SDP_LUT without SDP_Y, whose result the tables take: both must be there, or SDP_LUT must not"


def _registers(config: HwConfig) -> Iterator[str]:
    """Fields that cannot say all that the sizes make possible."""
    steps = [("ADDRESS_LSB", "atom_bytes", config.atom_bytes)]
    if config.units & {"BDMA", "RBK"}:
        steps.append(("COPY_LSB", "atom_bytes", config.atom_bytes))
    if "CDMA" in config.units:
        steps += [(name, "cbuf_entry_bytes", config.cbuf_entry_bytes) for name in ("WEIGHT_LSB", "WMB_LSB")]
        steps.append(("CACC_STRIDE_LSB", "atom_bytes", config.atom_bytes))
    for name, key, size in steps:
        low = config.register_parameters.get(name, 0)
        if size >> low == 0:
            yield f"register_parameters.{name} = {low}, {key} = {size}: 1 << {name} must be at most {key}"
    if "CDMA" in config.units and config.atom_bytes > IMAGE_ATOM_BYTES_AT_MOST:
        why = "as CDMA.D_PIXEL_OFFSET counts its pixels"
        yield f"atom_bytes = {config.atom_bytes}: must be at most {IMAGE_ATOM_BYTES_AT_MOST} with CDMA, {why}"
    if "CDMA" in config.units:
        yield from _bank_fields(config)


def _bank_fields(config: HwConfig) -> Iterator[str]:
    banks, entries = config.cbuf_banks, config.cbuf_bank_entries
    bits = config.register_parameters.get("BANK_BITS", banks)
    if (banks - 1) >> bits > 0:
        keys = f"register_parameters.BANK_BITS = {bits}, cbuf_banks = {banks}"
        yield f"{keys}: 1 << BANK_BITS must be at least cbuf_banks"
    bits, data = config.register_parameters.get("ENTRIES_BITS", banks * entries), (banks - 1) * entries
    if (data - 1) >> bits > 0:
        keys = f"register_parameters.ENTRIES_BITS = {bits}, cbuf_banks = {banks}, cbuf_bank_entries = {entries}"
        yield f"{keys}: 1 << ENTRIES_BITS must be at least {data}, the entries of all banks but one"
