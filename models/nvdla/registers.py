"""The registers of NVDLA by name, for one hardware configuration."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from models.nvdla.config import NV_FULL, HwConfig
from models.register_file import load

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
    return _load(config.name)


@cache
def _load(config_name: str) -> NvdlaRegisters:
    return cast("NvdlaRegisters", load(Path(__file__).parent / "generated" / f"{config_name}.json"))
