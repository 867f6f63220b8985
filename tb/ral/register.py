"""A register of the register model."""

from __future__ import annotations

from pyuvm import uvm_predict_e, uvm_reg, uvm_reg_block, uvm_reg_field

from models.registers import WORD_BYTES, Behaviour, Field, Register
from tb.ral.children import child
from tb.ral.policy import access_policy, is_exact


class ModelRegister(uvm_reg):
    """A register, or one group's copy of it. Its fields are attributes.

    Attributes:
        register: its description.
        group: the group that it belongs to, None if it exists once.
    """

    def __init__(self, parent: uvm_reg_block, register: Register, group: int | None = None) -> None:
        super().__init__(register.name, 8 * WORD_BYTES)
        self.register = register
        self.group = group
        self.configure(parent)
        self.fields = {field.name: self._build_field(field) for field in register.fields.values()}

    def __getattr__(self, name: str) -> uvm_reg_field:
        return child(self, "fields", "register", name)

    @property
    def label(self) -> str:
        """What messages call it."""
        return self.register.full_name + ("" if self.group is None else f" of group {self.group}")

    @property
    def mirrored(self) -> int:
        """What the model takes the register to hold."""
        return int(self.get_mirrored_value())

    def take_write(self, value: int) -> None:
        """Update the mirror as the register's access policy says for a write."""
        self.predict(value, kind=uvm_predict_e.UVM_PREDICT_WRITE)

    def take_read(self, value: int) -> None:
        """Update the mirror with what was read."""
        self.predict(value, kind=uvm_predict_e.UVM_PREDICT_READ)

    def reset_mirror(self) -> None:
        """Take the reset value."""
        # Not uvm_reg.reset: that would also release the lock of an access that is under way.
        for field in self.get_fields():
            field.reset()

    def _build_field(self, field: Field) -> uvm_reg_field:
        register = self.register
        selects_group = register.behaviour is Behaviour.POINTER and bool(field.mask & register.write_mask)
        built = uvm_reg_field(field.name)
        built.configure(
            self,
            size=field.width,
            lsb_pos=field.low,
            access=access_policy(register, field),
            volatile=not (is_exact(register) or selects_group),
            reset=field.reset if register.implemented else 0,
            has_reset=True,
            is_rand=False,
            individually_accessible=False,
        )
        built.reset()
        return built
