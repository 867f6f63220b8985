"""SystemVerilog from a register description: what the behavioural RTL of a device family takes from it.

For each hardware configuration: the family's own packages with sizes and block numbers, and for each block that the
part implements one package (words, enumerations, types) and one register file. Blocks whose registers are the same
share the first one's files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from models.registers import Block, Register
from tb.registers.register_logic import RegisterLogic
from tb.registers.sv_package import register_package
from tb.registers.sv_register_file import register_file


def sv_texts(
    family: str,
    blocks: Mapping[str, Block],
    packages: Mapping[str, str],
    logic_of: Callable[[Block], RegisterLogic] = RegisterLogic,
) -> dict[str, str]:
    """The SystemVerilog of a register description.

    Args:
        family: the device family: the prefix of every file and module.
        blocks: its register blocks, those that the configuration lacks too.
        packages: the texts of the family's own packages, by name, in compile order.
        logic_of: gives the logic that a block's registers need.

    Returns:
        The texts by file name, in compile order.

    Raises:
        ValueError: a block cannot be a register file.
    """
    texts = {f"{name}.sv": text for name, text in packages.items()}
    for block in _distinct(blocks.values()):
        prefix, logic = f"{family}_{block.name.lower()}", logic_of(block)
        texts[f"{prefix}_pkg.sv"] = register_package(prefix, logic)
        texts[f"{prefix}_regs.sv"] = register_file(prefix, logic)
    return texts


def _distinct(blocks: Iterable[Block]) -> list[Block]:
    """The blocks that have registers in the part, without those whose registers equal an earlier block's."""
    seen: dict[tuple[object, ...], Block] = {}
    for block in blocks:
        if any(register.implemented for register in block):
            seen.setdefault(tuple(_shape(block, register) for register in block), block)
    return list(seen.values())


def _shape(block: Block, register: Register) -> tuple[object, ...]:
    """All that makes a register what it is, its block apart."""
    bits = tuple((item.name, item.low, item.width, tuple(item.enum.items())) for item in register.fields.values())
    masks = (register.reset, register.read_mask, register.write_mask)
    kind = (register.behaviour, register.read, register.grouped, register.implemented)
    return register.name, register.address - block.base, masks, kind, bits
