"""The registers of NVDLA by name, for one hardware configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from models.nvdla.config import NV_FULL, HwConfig
from models.register_file import registers_of

if TYPE_CHECKING:
    from models.nvdla.generated.typed import NvdlaRegisters

__all__ = ["NvdlaRegisters", "registers"]


def registers(config: HwConfig = NV_FULL) -> NvdlaRegisters:
    """The registers of a configuration: blocks, their registers and fields are attributes.

    ``registers().BDMA.CFG_CMD.encode(SRC_RAM_TYPE="MC")`` is a register value,
    ``registers().BDMA.CFG_CMD.address`` its byte address.

    Raises:
        FileNotFoundError: the register description has not been compiled.
    """
    return cast("NvdlaRegisters", registers_of("nvdla", config.name))
