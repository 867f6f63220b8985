"""The registers of mini by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from models.mini.config import MINI64, MiniConfig
from models.register_file import registers_of

if TYPE_CHECKING:
    from models.mini.generated.typed import MiniRegisters


def registers(config: MiniConfig = MINI64) -> MiniRegisters:
    """The registers of a configuration: blocks, their registers and fields are attributes.

    Raises:
        FileNotFoundError: the register description has not been compiled.
    """
    return cast("MiniRegisters", registers_of("mini", config.name))
