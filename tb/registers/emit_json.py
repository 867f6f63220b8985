"""The compiled register description as the JSON that `models.register_file.load` reads."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from models.registers import Block, Register, RegisterMap


def json_text(register_map: RegisterMap) -> str:
    """A register map as JSON."""
    blocks = [_block(block) for block in register_map.blocks.values()]
    data = {"family": register_map.family, "config": register_map.config, "blocks": blocks}
    return json.dumps(data) + "\n"


def _block(block: Block) -> dict[str, Any]:
    return {
        "name": block.name,
        "base": block.base,
        "size": block.size,
        "description": block.description,
        "registers": [_register(block, register) for register in block],
    }


def _register(block: Block, register: Register) -> dict[str, Any]:
    return {
        "name": register.name,
        "offset": register.address - block.base,
        "reset": register.reset,
        "read_mask": register.read_mask,
        "write_mask": register.write_mask,
        "behaviour": register.behaviour.value,
        "read": register.read.value,
        "grouped": register.grouped,
        "implemented": register.implemented,
        "description": register.description,
        "fields": [asdict(field) for field in register.fields.values()],
    }
