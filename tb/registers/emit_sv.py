"""SystemVerilog from a register description: what the behavioural RTL of a device family takes from it.

For each hardware configuration: one package with the configuration's sizes, and for each block that the part
implements one package (words, enumerations, types) and one register file. Blocks whose registers are the same share
the first one's files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Protocol

from models.memory.ports import MemoryPort
from models.registers import Block, Register, RegisterMap
from tb.registers.sv_package import register_package
from tb.registers.sv_register_file import register_file

PORT_SIZES = (
    "data_bytes",
    "address_bits",
    "id_bits",
    "len_bits",
    "max_burst_beats",
    "burst_boundary_bytes",
    "write_align_bytes",
)


class SvConfig(Protocol):
    """What a hardware configuration must have; each of its integer attributes becomes a parameter."""

    @property
    def name(self) -> str:
        """The configuration's name."""

    @property
    def ports(self) -> Mapping[str, MemoryPort]:
        """Its memory ports."""

    @property
    def block_bases(self) -> Mapping[str, int]:
        """Byte address of each register block."""


def emit_sv(register_map: RegisterMap, config: SvConfig, folder: Path) -> list[Path]:
    """Write the SystemVerilog of a register description.

    Args:
        register_map: the description of this configuration; its family is the prefix of every file and module.
        config: a frozen dataclass, the hardware configuration.
        folder: where the files go; it is made when it does not exist.

    Returns:
        The files in compile order.

    Raises:
        ValueError: the description belongs to another configuration, or cannot be a register file.
    """
    if register_map.config != config.name:
        raise ValueError(
            f"the registers of {register_map.config} were asked for {config.name}; compile those of {config.name}"
        )
    family = register_map.family.lower()
    texts = {f"{family}_config_pkg.sv": _config_package(family, config)}
    for block in _distinct(register_map):
        prefix = f"{family}_{block.name.lower()}"
        texts[f"{prefix}_pkg.sv"] = register_package(prefix, block)
        texts[f"{prefix}_regs.sv"] = register_file(prefix, block)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text)
    return [folder / name for name in texts]


def _distinct(register_map: RegisterMap) -> list[Block]:
    """The blocks that have registers in the part, without those whose registers equal an earlier block's."""
    seen: dict[tuple[object, ...], Block] = {}
    for block in register_map.blocks.values():
        if any(register.implemented for register in block):
            seen.setdefault(tuple(_shape(block, register) for register in block), block)
    return list(seen.values())


def _shape(block: Block, register: Register) -> tuple[object, ...]:
    """All that makes a register what it is, its block apart."""
    bits = tuple((item.name, item.low, item.width, tuple(item.enum.items())) for item in register.fields.values())
    masks = (register.reset, register.read_mask, register.write_mask)
    kind = (register.behaviour, register.read, register.grouped, register.implemented)
    return register.name, register.address - block.base, masks, kind, bits


def _config_package(family: str, config: SvConfig) -> str:
    """The package with the configuration's sizes."""
    lines = [f"  localparam int {name} = {value};" for name, value in config_parameters(config).items()]
    return "\n".join(
        (
            f"// Sizes of {config.name}. Generated from the hardware configuration; do not edit.",
            f"package {family}_config_pkg;",
            *lines,
            "endpackage",
            "",
        )
    )


def config_parameters(config: SvConfig) -> dict[str, int]:
    """The parameters of a configuration: its integers, the sizes of its ports, the bases of its blocks."""
    parameters = {}
    for item in fields(config):  # type: ignore[arg-type]
        value = getattr(config, item.name)
        if isinstance(value, int):
            parameters[item.name.upper()] = value
    for ram, port in config.ports.items():
        parameters |= {f"{ram}_{size}".upper(): getattr(port, size) for size in PORT_SIZES}
    parameters |= {f"{block}_BASE": base for block, base in config.block_bases.items()}
    return parameters
