"""What makes a hardware configuration one that model, RTL and bench can be built for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from models.nearest import did_you_mean
from models.nvdla.config.errata import ERRATA
from models.nvdla.config.hardware import HwConfig
from models.nvdla.config.names import (
    BLOCKS,
    FEATURES,
    INTERRUPT_SOURCES,
    MEMORY_INTERFACES,
    PRECISIONS,
    RAM_TYPES,
    READ_STREAMS,
    REGISTER_PARAMETERS,
    RELAXED,
    STATUS_BITS,
    STREAM_FEATURES,
    TOGETHER,
    WRITE_STREAMS,
)
from models.nvdla.config.relations import relations
from models.registers import WORD_BYTES

BDMA_SLOTS_AT_MOST = 255
CSB_ADDRESS_BITS_AT_MOST = 30
BEATS_AT_MOST = 256
"""What may be outstanding on a port, by CFG_OUTSTANDING_CNT; a burst is no longer."""
POWERS_OF_TWO = (
    *("atom_bytes", "mac_channels", "mac_int8_kernels", "cbuf_banks", "cbuf_bank_entries", "cbuf_entry_bytes"),
    *("cbuf_flush_bytes", "pdp_bank_atoms"),
)


def check_config(config: HwConfig) -> list[str]:
    """What is wrong with a configuration; empty if nothing is."""
    return [
        *_names(config),
        *_sizes(config),
        *_ports(config),
        *_blocks(config),
        *_bases(config),
        *_streams(config),
        *_bits(config),
        *relations(config),
    ]


def _names(config: HwConfig) -> Iterator[str]:
    if not config.name.isidentifier():
        yield f"{config.name!r}: the file's name becomes part of module and folder names: letters, digits and _ only"
    for what, names, allowed in (
        ("precisions", config.precisions, PRECISIONS),
        ("features", config.features, FEATURES),
        ("relaxed_rules", config.relaxed_rules, RELAXED),
        ("errata", config.errata, ERRATA),
        ("mended", config.mended, ERRATA),
    ):
        for name in sorted(set(names) - set(allowed)):
            yield f"{what}: there is no {name!r}; allowed are {', '.join(allowed)}{did_you_mean(name, allowed)}"
    for name in sorted({name for name in config.precisions if config.precisions.count(name) > 1}):
        yield f"precisions: {name} is there twice"
    for name in sorted(set(config.register_parameters) - set(REGISTER_PARAMETERS)):
        near, there = did_you_mean(name, REGISTER_PARAMETERS), ", ".join(REGISTER_PARAMETERS)
        yield f"register_parameters.{name}: there is no such parameter; there are {there}{near}"
    for name in sorted(set(REGISTER_PARAMETERS) - set(config.register_parameters)):
        yield f"register_parameters.{name}: is missing"
    if not config.precisions:
        yield f"precisions: at least one of {', '.join(PRECISIONS)}"


def _sizes(config: HwConfig) -> Iterator[str]:
    for name in (*POWERS_OF_TWO, "block_bytes"):
        if not _is_power(getattr(config, name)):
            yield f"{name} = {getattr(config, name)}: must be a power of two"
    if not 1 <= config.csb_address_bits <= CSB_ADDRESS_BITS_AT_MOST:
        why = "as byte addresses of registers have 32"
        yield f"csb_address_bits = {config.csb_address_bits}: must be 1 to {CSB_ADDRESS_BITS_AT_MOST}, {why}"
    if not 1 <= config.bdma_slots <= BDMA_SLOTS_AT_MOST:
        why = "as BDMA.STATUS counts them in 8 bits"
        yield f"bdma_slots = {config.bdma_slots}: must be 1 to {BDMA_SLOTS_AT_MOST}, {why}"
    for name in ("LE", "LO"):
        if config.table_entries.get(name, 0) < 2:
            yield f"table_entries.{name}: must be there, and 2 or more"


def _ports(config: HwConfig) -> Iterator[str]:
    if "DBB" not in config.ports:
        yield f"ports: DBB must be there; there are {', '.join(config.ports) or 'none'}"
    for name, port in config.ports.items():
        if name not in RAM_TYPES:
            yield f"ports.{name}: the memories are called {' and '.join(RAM_TYPES)}"
        if not _is_power(port.data_bytes) or port.data_bytes < config.atom_bytes:
            yield f"ports.{name}.data_bytes = {port.data_bytes}: must be a power of two and at least an atom"
        if port.burst_boundary_bytes < port.data_bytes * port.max_burst_beats or not _is_power(
            port.burst_boundary_bytes
        ):
            yield f"ports.{name}.burst_boundary_bytes = {port.burst_boundary_bytes}: a power of two that holds a burst"
        most = min(1 << port.len_bits, BEATS_AT_MOST)
        if not 1 <= port.max_burst_beats <= most:
            why = "as len_bits and CFG_OUTSTANDING_CNT allow"
            yield f"ports.{name}.max_burst_beats = {port.max_burst_beats}: 1 to {most}, {why}"
        if port.base >= port.limit or port.limit > 1 << port.address_bits:
            yield f"ports.{name}: base {port.base:#x} to limit {port.limit:#x} is no range of {port.address_bits} bits"
        if not config.atom_bytes <= port.write_align_bytes <= port.data_bytes or not _is_power(port.write_align_bytes):
            yield f"ports.{name}.write_align_bytes = {port.write_align_bytes}: a power of two, from an atom to a beat"
    shared = [(p.data_bytes, p.address_bits, p.id_bits, p.len_bits) for p in config.ports.values()]
    if len(set(shared)) > 1:
        yield "ports: data_bytes, address_bits, id_bits and len_bits must be the same for all ports"


def _blocks(config: HwConfig) -> Iterator[str]:
    both = {**config.absent_bases, **config.block_bases}
    for name in both:
        if name not in BLOCKS:
            yield f"blocks.{name}: there is no such block; allowed are {', '.join(BLOCKS)}"
    for name in sorted(set(config.absent_bases) & set(config.block_bases)):
        yield f"absent_blocks.{name}: it is among the blocks too"
    for interface, ram in MEMORY_INTERFACES.items():
        if (interface in config.block_bases) != (ram in config.ports):
            yield f"blocks.{interface}: must be there if, and only if, there is the port {ram}"
    if "GLB" not in config.block_bases:
        yield "blocks.GLB: must be there"
    for group in TOGETHER:
        there = [name for name in group if name in config.block_bases]
        if there and len(there) < len(group):
            missing = ", ".join(name for name in group if name not in there)
            yield f"blocks: {', '.join(there)} without {missing}: they are there together or not at all"


def _bases(config: HwConfig) -> Iterator[str]:
    both = {**config.absent_bases, **config.block_bases}
    top = WORD_BYTES << config.csb_address_bits
    beyond = [name for name, base in both.items() if base + config.block_bytes > top]
    if len(beyond) > 1:  # else it is the block's address that is wrong
        last = max(base + config.block_bytes for base in both.values())
        needed = ((last - 1) // WORD_BYTES).bit_length()
        keys = f"csb_address_bits = {config.csb_address_bits}"
        yield f"{keys}: must be at least {needed}, as the blocks end at {last:#x}; or give them lower addresses"
    step = config.block_bytes if _is_power(config.block_bytes) else 1  # what is wrong with the size is told there
    for name, base in both.items():
        if base % step or (len(beyond) == 1 and name in beyond):
            yield f"blocks.{name} = {base:#x}: must be a multiple of block_bytes, below {top:#x}"
    for (one, base), (other, second) in combinations(both.items(), 2):
        if base == second:
            yield f"blocks.{one} and {other} both lie at {base:#x}"


def _streams(config: HwConfig) -> Iterator[str]:
    bits = min((port.id_bits for port in config.ports.values()), default=0)
    for what, ids, streams in (
        ("read_ids", config.read_ids, READ_STREAMS),
        ("write_ids", config.write_ids, WRITE_STREAMS),
    ):
        needed = {
            name
            for name, block in streams.items()
            if block in config.units and STREAM_FEATURES.get(name, "") in (*config.features, "")
        }
        for name in sorted(needed - set(ids)):
            yield f"{what}.{name}: is missing; {streams[name]} needs it"
        for name in sorted(set(ids) - needed):
            yield f"{what}.{name}: nothing that this configuration has uses it"
        for name, axi_id in ids.items():
            if axi_id >= 1 << bits:
                yield f"{what}.{name} = {axi_id}: does not fit into {bits} id bits"
        for one, other in combinations(ids, 2):
            if ids[one] == ids[other]:
                yield f"{what}.{one} and {other} are both {ids[one]}"


def _bits(config: HwConfig) -> Iterator[str]:
    needed = {name for name, block in INTERRUPT_SOURCES.items() if block in config.units}
    for name in sorted(needed - set(config.interrupt_bits)):
        yield f"interrupt_bits.{name}: is missing; {INTERRUPT_SOURCES[name]} needs it"
    for name in sorted(set(config.interrupt_bits) - needed):
        yield f"interrupt_bits.{name}: nothing that this configuration has raises it"
    for name in sorted(set(config.absent_interrupt_bits) - (set(INTERRUPT_SOURCES) - needed)):
        absent = ", ".join(source for source in INTERRUPT_SOURCES if source not in needed) or "none"
        yield f"absent_interrupt_bits.{name}: sources that this configuration lacks are {absent}"
    taken: dict[int, str] = {}
    for table in ("interrupt_bits", "absent_interrupt_bits"):
        for name, low in getattr(config, table).items():
            for bit in (low, low + 1):
                if bit >= STATUS_BITS or bit in taken:
                    why = f"is {taken[bit]}'s" if bit in taken else f"is beyond the {STATUS_BITS} bits of the register"
                    yield f"{table}.{name} = {low}: bit {bit} {why}"
                taken.setdefault(bit, name)


def _is_power(number: int) -> bool:
    return number > 0 and number & (number - 1) == 0
