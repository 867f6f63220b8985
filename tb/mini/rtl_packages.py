"""The SystemVerilog package in which the behavioural RTL finds the sizes of a configuration."""

from __future__ import annotations

from collections.abc import Mapping

from models.mini.config import MiniConfig
from models.registers import Block

PACKAGE = "mini_config_pkg"


def rtl_packages(config: MiniConfig, _blocks: Mapping[str, Block]) -> dict[str, str]:
    """The packages by their names, in compile order."""
    sizes = {
        "REGISTER_ADDRESS_BITS": config.register_bits,
        "ADDRESS_BITS": config.address_bits,
        "ID_BITS": config.id_bits,
        "DATA_BYTES": config.data_bytes,
        "MAX_BURST_BEATS": config.burst_beats,
        "SCRATCH_BYTES": config.scratch_bytes,
    }
    lines = [
        f"// Sizes of {config.name}. Generated from the hardware configuration; do not edit.",
        f"package {PACKAGE};",
        *(f"  localparam int {name} = {value};" for name, value in sizes.items()),
        "endpackage",
        "",
    ]
    return {PACKAGE: "\n".join(lines)}
