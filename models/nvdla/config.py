"""Hardware configurations of NVDLA as data (design rule 5): no size stands anywhere else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from models.memory.ports import MemoryPort


@dataclass(frozen=True, slots=True, kw_only=True)
class HwConfig:
    """One configuration of the accelerator, read by RTL, model, stimulus and coverage alike.

    Attributes:
        atom_bytes: the memory atom; addresses and strides are multiples of it.
        units: blocks whose data path the configuration has.
        ports: its memory ports, by their names.
        ram_types: those names, by the value of a RAM type field of a register.
        block_bases: byte address of each register block.
        block_bytes: size of a block's window.
        csb_address_bits: bits of the word address on the CSB.
        csb_decoded_bytes: CSB addresses from here on are reserved.
        bdma_slots: operations that one BDMA group can queue.
        bdma_repeat_bits: bits of a repeat count that the BDMA's write side keeps.
        register_parameters: what the register description takes: field positions and resets that differ.
    """

    name: str
    atom_bytes: int
    precisions: tuple[str, ...]
    units: frozenset[str]
    mac_channels: int
    mac_kernels: int
    cbuf_banks: int
    cbuf_bank_entries: int
    cbuf_entry_bytes: int
    ports: Mapping[str, MemoryPort]
    ram_types: tuple[str, ...]
    block_bases: Mapping[str, int]
    block_bytes: int
    csb_address_bits: int
    bdma_slots: int
    bdma_repeat_bits: int
    register_parameters: Mapping[str, int]

    def port(self, ram: str) -> MemoryPort:
        """The port of a memory.

        Raises:
            ValueError: there is no memory of that name; the message has those that there are.
        """
        if ram not in self.ports:
            raise ValueError(f"no memory is called {ram!r}; {self.name} has {', '.join(self.ports)}")
        return self.ports[ram]

    def ram_type(self, ram: str) -> int:
        """The value of a register's RAM type field that selects a memory.

        Raises:
            ValueError: there is no memory of that name.
        """
        return self.ram_types.index(self.port(ram).name)

    def port_at(self, address: int) -> MemoryPort | None:
        """The memory port that holds an address by the traces' convention, or None."""
        return next((port for port in self.ports.values() if port.base <= address < port.limit), None)


_DBB = MemoryPort(
    name="DBB",
    pin_prefix="nvdla_core2dbb",
    base=0x8000_0000,
    limit=1 << 64,
    data_bytes=64,
    address_bits=64,
    id_bits=8,
    len_bits=4,
    max_burst_beats=1,
    burst_boundary_bytes=256,
    write_align_bytes=64,
)
_CVSRAM = MemoryPort(
    name="CVSRAM",
    pin_prefix="nvdla_core2cvsram",
    base=0x5000_0000,
    limit=0x8000_0000,
    data_bytes=64,
    address_bits=64,
    id_bits=8,
    len_bits=4,
    max_burst_beats=4,
    burst_boundary_bytes=256,
    write_align_bytes=32,
)

NV_FULL = HwConfig(
    name="nv_full",
    atom_bytes=32,
    precisions=("INT8", "INT16", "FP16"),
    units=frozenset(
        (
            "BDMA",
            "CDMA",
            "CSC",
            "CMAC_A",
            "CMAC_B",
            "CACC",
            "SDP_RDMA",
            "SDP",
            "PDP_RDMA",
            "PDP",
            "CDP_RDMA",
            "CDP",
            "RBK",
        )
    ),
    mac_channels=64,
    mac_kernels=16,
    cbuf_banks=16,
    cbuf_bank_entries=256,
    cbuf_entry_bytes=128,
    ports=MappingProxyType({port.name: port for port in (_DBB, _CVSRAM)}),
    ram_types=("CVSRAM", "DBB"),
    block_bases=MappingProxyType(
        {
            "GLB": 0x0000,
            "GEC": 0x1000,
            "MCIF": 0x2000,
            "CVIF": 0x3000,
            "BDMA": 0x4000,
            "CDMA": 0x5000,
            "CSC": 0x6000,
            "CMAC_A": 0x7000,
            "CMAC_B": 0x8000,
            "CACC": 0x9000,
            "SDP_RDMA": 0xA000,
            "SDP": 0xB000,
            "PDP_RDMA": 0xC000,
            "PDP": 0xD000,
            "CDP_RDMA": 0xE000,
            "CDP": 0xF000,
            "RBK": 0x10000,
        }
    ),
    block_bytes=0x1000,
    csb_address_bits=16,
    bdma_slots=20,
    bdma_repeat_bits=13,
    register_parameters=MappingProxyType(
        {
            "ADDRESS_LSB": 5,
            "COPY_LSB": 5,
            "CACC_STRIDE_LSB": 5,
            "WEIGHT_LSB": 7,
            "WMB_LSB": 7,
            "ENTRIES_BITS": 12,
            "BANK_BITS": 4,
            "BYPASS_RESET": 0,
        }
    ),
)

CONFIGS: Mapping[str, HwConfig] = MappingProxyType({config.name: config for config in (NV_FULL,)})
