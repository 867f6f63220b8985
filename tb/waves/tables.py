"""What stands for numbers: registers for addresses, units for ids, names for enumerations."""

from __future__ import annotations

import re
from collections.abc import Mapping

from models.registers import Field, Register, RegisterMap
from tb.memory.axi import BurstKind, Response
from tb.waves.view import Table

AXI_WORDS = {"burst": BurstKind, "resp": Response}
"""Fields of AXI whose values have names."""


def register_table(registers: RegisterMap, step_bytes: int, bits: int) -> Table:
    """The register at each address of a bus.

    Args:
        registers: the description.
        step_bytes: bytes that one step of an address is.
        bits: width of the address.
    """
    words = {address // step_bytes: register.full_name for address, register in registers.by_address.items()}
    return Table(f"register_{bits}", bits, {value: word for value, word in words.items() if not value >> bits})


def id_table(way: str, owners: Mapping[int, str], bits: int) -> Table:
    """What reads, or writes, with each id."""
    return Table(f"{way}_id_{bits}", bits, {value: f"{owner} ({value})" for value, owner in sorted(owners.items())})


def axi_table(field: str, bits: int) -> Table | None:
    """The names of AXI's own values."""
    words = AXI_WORDS.get(field)
    return Table(f"axi_{field}", bits, {item.value: item.name for item in words}) if words else None


def enum_table(register: Register, field: Field) -> Table | None:
    """The enumeration of a field; None: it has none."""
    name = re.sub(r"\W", "_", f"{register.block}_{register.name}_{field.name}".lower())
    return Table(name, field.width, {value: word for word, value in field.enum.items()}) if field.enum else None
