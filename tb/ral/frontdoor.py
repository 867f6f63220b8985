"""The front door to registers that exist once per group."""

from __future__ import annotations

from pyuvm import uvm_access_e, uvm_reg_bus_op, uvm_reg_frontdoor, uvm_reg_item, uvm_status_e

from models.registers import WORD_BYTES, Field
from tb.ral.register import ModelRegister


class GroupFrontdoor(uvm_reg_frontdoor):
    """Reaches a block's pointer and the registers of its groups, one access at a time.

    An access to a group that the pointer's mirror does not show writes the pointer first, and leaves it there.
    """

    def __init__(self, pointer: ModelRegister, selects: Field) -> None:
        super().__init__(f"{pointer.register.block} groups")
        self._pointer, self._selects = pointer, selects

    @property
    def group(self) -> int:
        """The group that the address of a grouped register reaches now."""
        return int(self._pointer.fields[self._selects.name].get_mirrored_value())

    async def body(self) -> None:
        """Carry out the access in `rw_info`."""
        item: uvm_reg_item = self.rw_info
        target: ModelRegister = item.get_element()
        if target.group is not None and target.group != self.group:
            word = self._selects.put(target.group)
            moved = await self._access(uvm_access_e.UVM_WRITE, self._pointer, word)
            if moved.status is not uvm_status_e.UVM_IS_OK:
                item.set_status(moved.status)
                return
            self._pointer.take_write(word)
        done = await self._access(item.get_kind(), target, item.get_value())
        item.set_value(done.data)
        item.set_status(done.status)

    async def _access(self, kind: uvm_access_e, target: ModelRegister, word: int) -> uvm_reg_bus_op:
        adapter = self.rw_info.get_local_map().get_root_map().get_adapter()
        operation = uvm_reg_bus_op(kind, target.register.address, word, 8 * WORD_BYTES, -1, uvm_status_e.UVM_IS_OK)
        item = adapter.reg2bus(operation)
        await self.start_item(item)
        await self.finish_item(item)
        adapter.bus2reg(item, operation)
        return operation
