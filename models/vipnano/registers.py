"""The registers of the device by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from models.register_file import registers_of
from models.vipnano.config import VIPNANO_QI, VipnanoConfig

if TYPE_CHECKING:
    from models.vipnano.generated.typed import VipnanoRegisters


def registers(config: VipnanoConfig = VIPNANO_QI) -> VipnanoRegisters:
    """The registers of a configuration: blocks, their registers and fields are attributes.

    Raises:
        FileNotFoundError: the register description has not been compiled.
    """
    return cast("VipnanoRegisters", registers_of("vipnano", config.name))
