"""Hardware configurations of NVDLA as data, the only place of sizes (docs/architecture.md, 'Configuration is data').

Each is a TOML file in this folder; a user's own has the same form (`models.nvdla.config.file`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from models.memory.ports import MemoryPort
from models.nearest import did_you_mean
from models.nvdla.config.names import ALWAYS_PRESENT, BLOCKS, CONTROL_BLOCKS, INTERRUPT_SOURCES, RAM_TYPES, STATUS_BITS
from models.registers import WORD_BYTES

RESET_CYCLES = 64
"""More than the part takes to come out of reset, before it begins with anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HwConfig:
    """One configuration of the accelerator, read by RTL, model, stimulus and coverage alike.

    Attributes:
        name: what commands and generated folders call it.
        atom_bytes: the memory atom; addresses and strides are multiples of it.
        precisions: those that it computes in.
        features: what of the units is there that may be absent, see `models.nvdla.config.names.FEATURES`.
        relaxed_rules: rules that it does not need as strict as they are, see `models.nvdla.config.names.RELAXED`.
        errata: ids of what its part does otherwise than documents say, see `models.nvdla.config.errata.ERRATA`.
        mended: ids of those that it is known not to have, or expected not to: messages name them where it has.
        mac_channels: channels that are multiplied at once, whatever the precision.
        mac_int8_kernels: kernels that are multiplied at once in INT8, by both halves; with 16 bits half as many.
        cbuf_banks: banks of the convolution buffer.
        cbuf_bank_entries: entries of a bank.
        cbuf_entry_bytes: bytes of an entry.
        cbuf_flush_bytes: bytes of the buffer that it flushes in a cycle after reset.
        ports: its memory ports, by their names.
        block_bases: byte address of each register block; a block that is not here is absent.
        absent_bases: where other configurations of the family have blocks that this one lacks.
        block_bytes: size of a block's window.
        csb_address_bits: bits of the word address on the CSB.
        bdma_slots: operations that one BDMA group can queue.
        bdma_repeat_bits: bits of a repeat count that the BDMA's write side keeps.
        pdp_bank_atoms: columns of an output line in one of the eight banks of PDP's line buffer.
        table_entries: entries of the look-up tables, by table.
        read_ids: AXI ids of what the units read, the same on all ports, by stream.
        write_ids: AXI ids of what they write.
        interrupt_bits: bit of GLB.S_INTR_STATUS for group 0, by source; group 1 has the next one.
        absent_interrupt_bits: bits of sources that the configuration lacks, which GLB.S_INTR_MASK has all the same.
        register_parameters: what the register description takes: field positions and resets that differ.
    """

    name: str
    atom_bytes: int
    precisions: tuple[str, ...]
    features: frozenset[str]
    relaxed_rules: frozenset[str]
    errata: frozenset[str]
    mended: frozenset[str]
    mac_channels: int
    mac_int8_kernels: int
    cbuf_banks: int
    cbuf_bank_entries: int
    cbuf_entry_bytes: int
    cbuf_flush_bytes: int
    ports: Mapping[str, MemoryPort]
    block_bases: Mapping[str, int]
    absent_bases: Mapping[str, int]
    block_bytes: int
    csb_address_bits: int
    bdma_slots: int
    bdma_repeat_bits: int
    pdp_bank_atoms: int
    table_entries: Mapping[str, int]
    read_ids: Mapping[str, int]
    write_ids: Mapping[str, int]
    interrupt_bits: Mapping[str, int]
    absent_interrupt_bits: Mapping[str, int]
    register_parameters: Mapping[str, int]

    @property
    def plane_align_bytes(self) -> int:
        """What addresses and strides of planar data are multiples of: a beat of the memories.

        On nv_full that is the part's 64 bytes. For other beats there is no part to hold it against: the rule is ours.
        """
        return max(port.data_bytes for port in self.ports.values())

    @property
    def mac_cells(self) -> int:
        """MAC cells of both halves: each multiplies an entry of data by one of weights, in INT8 a kernel or two."""
        return self.mac_int8_kernels * self.mac_channels // self.cbuf_entry_bytes

    @property
    def cbuf_flush_cycles(self) -> int:
        """How long the convolution buffer flushes itself after reset."""
        return self.cbuf_banks * self.cbuf_bank_entries * self.cbuf_entry_bytes // self.cbuf_flush_bytes

    @property
    def cbuf_ready_cycles(self) -> int:
        """From the release of reset until that is over for certain."""
        return RESET_CYCLES + self.cbuf_flush_cycles

    @property
    def ram_types(self) -> tuple[str, ...]:
        """The memories by the value of a register's RAM type field, absent or not."""
        return RAM_TYPES

    @property
    def units(self) -> frozenset[str]:
        """Blocks whose data path the configuration has."""
        return frozenset(self.block_bases) - CONTROL_BLOCKS

    def port(self, ram: str) -> MemoryPort:
        """The port of a memory.

        Raises:
            ValueError: there is no memory of that name; the message has those that there are.
        """
        if ram not in self.ports:
            raise ValueError(
                f"no memory is called {ram!r}; {self.name} has {', '.join(self.ports)}{did_you_mean(ram, self.ports)}"
            )
        return self.ports[ram]

    def ram_type(self, ram: str) -> int:
        """The value of a register's RAM type field that selects a memory.

        Raises:
            ValueError: there is no memory of that name.
        """
        return RAM_TYPES.index(self.port(ram).name)

    def need_unit(self, unit: str) -> None:
        """Make sure that a unit is there.

        Raises:
            ValueError: it is absent; the message has those that are there.
        """
        if unit not in self.units:
            raise ValueError(f"{self.name} has no {unit}; its units are {', '.join(sorted(self.units))}")

    def absent_block_at(self, address: int) -> str | None:
        """The block that other configurations have at a byte address of the CSB, and this one lacks."""
        windows = ((name, range(base, base + self.block_bytes)) for name, base in self.absent_bases.items())
        return next((name for name, window in windows if address in window), None)

    @property
    def description_parameters(self) -> dict[str, int | bool]:
        """What the register description takes: where which blocks are, interrupt bits, sizes, and what else differs.

        Absent blocks and interrupts are described too, where they are in nobody's way.
        """
        behind = WORD_BYTES << self.csb_address_bits
        absent = [name for name in BLOCKS if name not in self.block_bases]
        bases = {name: behind + number * self.block_bytes for number, name in enumerate(absent)} | dict(
            self.block_bases
        )
        masked = {**self.interrupt_bits, **self.absent_interrupt_bits}
        taken = set(masked.values())
        free = (bit for bit in range(0, STATUS_BITS, 2) if taken.isdisjoint((bit - 1, bit, bit + 1)))
        bits = {name: masked[name] if name in masked else next(free) for name in INTERRUPT_SOURCES}
        return (
            {f"{name}_BASE": base for name, base in bases.items()}
            | {f"{name}_PRESENT": name in self.block_bases for name in BLOCKS if name not in ALWAYS_PRESENT}
            | {f"{name}_BIT": bit for name, bit in bits.items()}
            | {f"{name}_MASK_PRESENT": name in masked for name in INTERRUPT_SOURCES}
            | {"BDMA_SLOTS": self.bdma_slots}
            | dict(self.register_parameters)
        )
