"""The registers of the device by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from models.register_file import registers_of
from models.sophgo.config import BM1684X, SophgoConfig

if TYPE_CHECKING:
    from models.sophgo.generated.typed import SophgoRegisters


def registers(config: SophgoConfig = BM1684X) -> SophgoRegisters:
    """The registers of a configuration: blocks, their registers and fields are attributes.

    Raises:
        FileNotFoundError: the register description has not been compiled.
    """
    return cast("SophgoRegisters", registers_of("sophgo", config.name))
