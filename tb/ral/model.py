"""The register model: pyuvm's blocks and registers, built from a register description.

    model = RegisterModel(registers)
    model.connect(sequencer, adapter)
    await model.UNIT.CONTROL.write(5)
    status, word = await model.UNIT.groups[1].SIZE.read()
    await model.UNIT.groups[1].SIZE.WIDTH.write(3)

Registers that exist once per group stand in `groups`, each with a mirror of its own; the front door moves the block's
pointer where it must. The model predicts nothing by itself: `tb.ral.mirror` does, from what happened on the bus.
"""

from __future__ import annotations

from typing import cast

from pyuvm import uvm_endianness_e, uvm_reg_adapter, uvm_reg_block, uvm_reg_map, uvm_sequencer

from models.registers import WORD_BYTES, Block, Field, Register, RegisterMap
from tb.ral.frontdoor import GroupFrontdoor
from tb.ral.register import ModelRegister, child


class ModelGroup(uvm_reg_block):
    """One group's copies of a unit's grouped registers. They are attributes."""

    def __init__(self, parent: ModelBlock, number: int, grouped: list[Register], frontdoor: GroupFrontdoor) -> None:
        super().__init__(f"groups[{number}]")
        self.configure(parent)
        self.block = parent.block
        self.registers = {register.name: ModelRegister(self, register, number) for register in grouped}
        self.address_map = _little_endian_map(self)
        for register in self.registers.values():
            self.address_map.add_reg(register, register.register.address, unmapped=True, frontdoor=frontdoor)
        parent.address_map.add_submap(self.address_map, 0)

    def __getattr__(self, name: str) -> ModelRegister:
        return cast(ModelRegister, child(self, "registers", "block", name, "exists once: ask the block for it"))


class ModelBlock(uvm_reg_block):
    """The registers of one unit. Those that exist once are attributes; `groups` holds the others, if it has any."""

    def __init__(self, parent: uvm_reg_block, block: Block) -> None:
        super().__init__(block.name)
        self.configure(parent)
        self.block = block
        self.address_map = _little_endian_map(self)
        self.registers = {item.name: ModelRegister(self, item) for item in block if not item.grouped}
        grouped = [register for register in block if register.grouped]
        selector = _selecting_field(block) if grouped else None
        if selector is None:
            self._add_to_map(None)
            self.groups: tuple[ModelGroup, ...] = ()
            return
        pointer, field = self.registers[selector[0]], selector[1]
        self._door = GroupFrontdoor(pointer, field)
        self._add_to_map(self._door)
        self.groups = tuple(ModelGroup(self, number, grouped, self._door) for number in range(field.limit + 1))

    def __getattr__(self, name: str) -> ModelRegister:
        elsewhere = f"exists once per group: ask for groups[0].{name} and so on"
        return cast(ModelRegister, child(self, "registers", "block", name, elsewhere))

    @property
    def group(self) -> int:
        """The group that the address of a grouped register reaches now."""
        return self._door.group

    def _add_to_map(self, frontdoor: GroupFrontdoor | None) -> None:
        for item in self.registers.values():
            # Software's own writes of the pointer take the groups' door: none gets between pointer and register.
            door = frontdoor if item.register.behaviour.selects_group else None
            self.address_map.add_reg(item, item.register.address - self.block.base, frontdoor=door)


class RegisterModel(uvm_reg_block):
    """All registers of an accelerator. Its blocks are attributes."""

    def __init__(self, description: RegisterMap) -> None:
        super().__init__(description.family)
        self.configure()
        self.description = description
        self.address_map = _little_endian_map(self)
        self.blocks = {block.name: ModelBlock(self, block) for block in description.blocks.values()}
        self._at: dict[int, tuple[ModelRegister, ...]] = {}
        for block in self.blocks.values():
            self.address_map.add_submap(block.address_map, block.block.base)
            for register in block.block:
                holders = block.groups if register.grouped else (block,)
                self._at[register.address] = tuple(holder.registers[register.name] for holder in holders)
        self.lock_model()

    def __getattr__(self, name: str) -> ModelBlock:
        return cast(ModelBlock, child(self, "blocks", "description", name))

    def connect(self, sequencer: uvm_sequencer, adapter: uvm_reg_adapter) -> None:
        """Let the front door go through a bus agent's sequencer."""
        self.address_map.set_sequencer(sequencer, adapter)

    def at(self, address: int) -> ModelRegister | None:
        """The register that an access to a byte address reaches now, or None where there is none."""
        copies = self._at.get(address, ())
        if len(copies) > 1:
            return copies[self.blocks[copies[0].register.block].group]
        return copies[0] if copies else None

    def reset_mirror(self) -> None:
        """Take all registers to hold their reset values."""
        for copies in self._at.values():
            for register in copies:
                register.reset_mirror()


def _little_endian_map(block: uvm_reg_block) -> uvm_reg_map:
    return block.create_map("map", 0, WORD_BYTES, uvm_endianness_e.UVM_LITTLE_ENDIAN)


def _selecting_field(block: Block) -> tuple[str, Field]:
    """The name of a block's pointer register and the field of it by which software selects a group."""
    pointers = [register for register in block if register.behaviour.selects_group]
    found = [(item.name, field) for item in pointers for field in item.fields.values() if field.mask & item.write_mask]
    if len(found) != 1:
        raise ValueError(
            f"block {block.name} has grouped registers and {len(found)} fields that select a group, not one"
        )
    return found[0]
