"""Register model accesses as items of a register bus."""

from __future__ import annotations

from pyuvm import uvm_access_e, uvm_reg_adapter, uvm_reg_bus_op, uvm_status_e

from tb.register_bus.item import RegisterItem


class RegisterAdapter(uvm_reg_adapter):
    """Translates between the register model and a register bus.

    Writes are non-posted unless told otherwise: when `write` returns, the register is written. The agent must have one
    access outstanding at a time.
    """

    def __init__(self, *, posted_writes: bool = False) -> None:
        super().__init__("registers")
        self._posted_writes = posted_writes

    def reg2bus(self, rw: uvm_reg_bus_op) -> RegisterItem:
        """The item that carries out an operation."""
        write = rw.kind is uvm_access_e.UVM_WRITE
        return RegisterItem(rw.addr, write=write, data=rw.data if write else 0, posted=self._posted_writes)

    def bus2reg(self, bus_item: RegisterItem, rw: uvm_reg_bus_op) -> None:
        """Take over what became of it."""
        rw.data = bus_item.data
        failed = bus_item.failure or bus_item.refused
        rw.status = uvm_status_e.UVM_NOT_OK if failed else uvm_status_e.UVM_IS_OK
