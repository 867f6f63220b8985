"""The SystemVerilog package in which the behavioural RTL finds the sizes of a configuration."""

from __future__ import annotations

from collections.abc import Mapping

from models.mini.config import MiniConfig
from models.registers import Block
from tb.registers.config_package import package_text, parameter_lines

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
    return {PACKAGE: package_text(PACKAGE, f"Sizes of {config.name}", parameter_lines(sizes))}
