"""The SystemVerilog packages in which behavioural RTL finds the sizes and blocks of a configuration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields

from models.memory.ports import MemoryPort
from models.nvdla.config import HwConfig
from models.nvdla.config.errata import ERRATA
from models.nvdla.config.names import (
    BLOCKS,
    FEATURES,
    MEMORY_INTERFACES,
    PRECISIONS,
    RAM_TYPES,
    READ_STREAMS,
    WRITE_STREAMS,
)
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from models.registers import WORD_BYTES, Block
from tb.registers.config_package import package_text, parameter_lines

SHARED_SIZES = ("address_bits", "data_bytes", "id_bits", "len_bits")
"""The same for all ports of a configuration."""
PORT_SIZES = ("max_burst_beats", "burst_boundary_bytes", "write_align_bytes")


def rtl_packages(config: HwConfig, blocks: Mapping[str, Block]) -> dict[str, str]:
    """The packages by their names, in compile order.

    Args:
        config: the hardware configuration.
        blocks: the register blocks of the family, those that the configuration lacks too.
    """
    implemented = [block.name for block in blocks.values() if any(register.implemented for register in block)]
    return {
        "nvdla_config_pkg": package_text(
            "nvdla_config_pkg",
            f"Sizes of {config.name}: what there is, and how large",
            [*parameter_lines(config_parameters(config)), *_axi_ids(config)],
        ),
        "nvdla_csb_pkg": package_text(
            "nvdla_csb_pkg",
            f"The register blocks of {config.name} on the CSB inside the core, and how an address selects one",
            [*parameter_lines(csb_parameters(config, implemented)), "", *_block_at(config, implemented)],
        ),
    }


def config_parameters(config: HwConfig) -> dict[str, int]:
    """The numbers of a configuration: its own, its ports', what is there."""
    numbers = {item.name.upper(): getattr(config, item.name) for item in fields(config)}
    parameters = {name: value for name, value in numbers.items() if isinstance(value, int)}
    parameters["MAC_CELLS"] = config.mac_cells
    parameters |= {f"LUT_{name}_ENTRIES": entries for name, entries in config.table_entries.items()}
    parameters |= {f"HAS_{name}": int(name in config.block_bases) for name in BLOCKS}
    parameters |= {f"HAS_{name}": int(name in config.ports) for name in RAM_TYPES}
    parameters |= {f"FEATURE_{name}": int(name in config.features) for name in FEATURES}
    parameters |= {_of_erratum(name): int(name in config.errata) for name in ERRATA}
    parameters |= {f"PRECISION_{name}": int(name in config.precisions) for name in PRECISIONS}
    parameters["PRECISION_16_BITS"] = int(any(ELEMENT_BYTES[name] > 1 for name in config.precisions))
    parameters |= _memory_parameters(config)
    for way, streams in (("READ", READ_STREAMS), ("WRITE", WRITE_STREAMS)):
        parameters[f"{way}_CLIENTS"] = len(streams)
        parameters |= {f"{way}_{name}": number for number, name in enumerate(streams)}
    return parameters


def _of_erratum(name: str) -> str:
    """The parameter that says whether the part has an erratum."""
    return f"ERRATUM_{name.upper().replace('-', '_')}"


def _memory_parameters(config: HwConfig) -> dict[str, int]:
    """The memory ports and their RAM types; an absent one has the next number, and the first one's sizes."""
    ports = _ports(config)
    parameters = {"MEMORIES": len(ports)}
    parameters |= {f"MEMORY_{size}".upper(): getattr(ports[0], size) for size in SHARED_SIZES}
    for value, name in enumerate(RAM_TYPES):
        port = config.ports.get(name, ports[0])
        parameters[f"RAM_TYPE_{name}"] = value
        parameters[f"RAM_{name}"] = ports.index(port) if name in config.ports else len(ports)
        parameters |= {f"{name}_{size}".upper(): getattr(port, size) for size in PORT_SIZES}
    return parameters


def csb_parameters(config: HwConfig, implemented: Iterable[str]) -> dict[str, int]:
    """The number of each block on the CSB: units, memory interfaces in the order of their ports, what is absent."""
    names = list(implemented)
    present = [name for name in names if name in config.block_bases]
    units = [name for name in present if name not in MEMORY_INTERFACES]
    interfaces = {ram: name for name, ram in MEMORY_INTERFACES.items()}
    order = [*units, *(interfaces[port.name] for port in _ports(config))]
    order += [name for name in names if name not in order]
    return {name: number for number, name in enumerate(order)} | {
        "UNITS": len(units),
        "BLOCKS": len(present),
        "NO_BLOCK": len(present),
        "BLOCK_INDEX_BITS": len(present).bit_length(),
        "WORD_BITS": (config.block_bytes // WORD_BYTES - 1).bit_length(),
    }


def _block_at(config: HwConfig, implemented: Iterable[str]) -> list[str]:
    """The function that says which block an address is of."""
    cases = [
        f"      {config.block_bases[name] // config.block_bytes}: block_at = BLOCK_INDEX_BITS'({name});"
        for name in implemented
        if name in config.block_bases
    ]
    return [
        "  // NO_BLOCK reads 0, ignores writes, and answers like any other.",
        "  function automatic logic [BLOCK_INDEX_BITS-1:0] block_at(",
        "    input logic [nvdla_config_pkg::CSB_ADDRESS_BITS-1:0] address",
        "  );",
        "    case (32'(address >> WORD_BITS))",
        *cases,
        "      default: block_at = BLOCK_INDEX_BITS'(NO_BLOCK);",
        "    endcase",
        "  endfunction",
    ]


def _axi_ids(config: HwConfig) -> list[str]:
    """The AXI ids of all clients in one vector, the lowest of the first one, 0 of absent ones; and which are there."""
    bits = _ports(config)[0].id_bits
    lines = []
    for way, streams, ids in (("READ", READ_STREAMS, config.read_ids), ("WRITE", WRITE_STREAMS, config.write_ids)):
        names = list(reversed(list(streams)))
        values = ", ".join(f"{bits}'d{ids.get(name, 0)}" for name in names)
        there = "".join(str(int(name in ids)) for name in names)
        lines.append(f"  localparam logic [{way}_CLIENTS-1:0] {way}_PRESENT = {len(names)}'b{there};")
        lines.append(f"  localparam logic [{way}_CLIENTS*MEMORY_ID_BITS-1:0] {way}_AXI_IDS = {{\n    {values}}};")
    return lines


def _ports(config: HwConfig) -> list[MemoryPort]:
    """The ports, in the order of their RAM types."""
    return [config.ports[name] for name in RAM_TYPES if name in config.ports]
