"""Reading a compiled register description."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from models.register_behaviours import behaviours_of
from models.registers import Behaviour, Block, Field, ReadKind, Register, RegisterMap


@cache
def registers_of(family: str, config_name: str) -> RegisterMap:
    """The registers of a family's hardware configuration.

    Raises:
        FileNotFoundError: the description has not been compiled.
    """
    return load(Path(__file__).parent / family / "generated" / f"{config_name}.json")


def load(path: Path) -> RegisterMap:
    """Read a compiled register description.

    Raises:
        FileNotFoundError: the description has not been compiled.
    """
    if not path.is_file():
        raise FileNotFoundError(f"{path.name}: the register description is not compiled; run 'make registers'")
    data = json.loads(path.read_text())
    behaviours = behaviours_of(data["family"])
    blocks = {item["name"]: _block(item, behaviours) for item in data["blocks"]}
    by_address = {register.address: register for block in blocks.values() for register in block}
    return RegisterMap(data["family"], data["config"], blocks, by_address)


def _block(data: dict[str, Any], behaviours: Mapping[str, Behaviour]) -> Block:
    registers = {item["name"]: _register(data, item, behaviours) for item in data["registers"]}
    return Block(data["name"], data["base"], data["size"], registers, data["description"])


def _register(block: dict[str, Any], data: dict[str, Any], behaviours: Mapping[str, Behaviour]) -> Register:
    return Register(
        block=block["name"],
        name=data["name"],
        address=block["base"] + data["offset"],
        reset=data["reset"],
        read_mask=data["read_mask"],
        write_mask=data["write_mask"],
        behaviour=behaviours[data["behaviour"]],
        read=ReadKind(data["read"]),
        grouped=data["grouped"],
        implemented=data["implemented"],
        fields={item["name"]: Field(**item) for item in data["fields"]},
        description=data["description"],
    )
