"""A register of the register model."""

from __future__ import annotations

from typing import Any

from pyuvm import uvm_object, uvm_predict_e, uvm_reg, uvm_reg_block, uvm_reg_field, uvm_status_e

from models.registers import WORD_BYTES, Behaviour, Field, ReadKind, Register
from sequences.arguments import need_whole


def child(holder: object, table: str, description: str, name: str, elsewhere: str = "is no part of it") -> Any:  # noqa: ANN401
    """A part by its name.

    Args:
        holder: whose part it is.
        table: the holder's attribute with its parts by name.
        description: the holder's attribute with its description, whose own errors propose the nearest names.
        name: the part.
        elsewhere: what to say of a part that is described but is not the holder's.

    Raises:
        AttributeError: there is no such part.
    """
    # Not getattr: pyuvm asks for attributes before the holder has any.
    own = vars(holder)
    if name in own.get(table, {}):
        return own[table][name]
    if description in own and not name.startswith("_"):
        getattr(own[description], name)
        raise AttributeError(f"{name} {elsewhere}")
    raise AttributeError(name)


class Holding(uvm_object):
    """Part of a register or a field, which takes no value that it cannot hold: pyuvm would cut it off."""

    @property
    def label(self) -> str:
        """What messages call it."""
        return str(self.get_name())

    def set(self, value: int, fname: str = "", lineno: int = 0) -> None:
        """Take a value that is to be written.

        Raises:
            ValueError: its bits do not hold it.
        """
        super().set(self._held(value), fname, lineno)

    async def write(self, value: int, *given: Any, **settings: Any) -> uvm_status_e:  # noqa: ANN401 - pyuvm's own
        """Write a value.

        Raises:
            ValueError: its bits do not hold it.
        """
        return await super().write(self._held(value), *given, **settings)

    def _held(self, value: int) -> int:
        whole = int(value) if isinstance(value, bool) else value
        bits = self.get_n_bits()
        need_whole(self.label, whole, (0, (1 << bits) - 1), f"it has {bits} bits")
        return int(whole)


class ModelField(Holding, uvm_reg_field):
    """A field of a register."""


class ModelRegister(Holding, uvm_reg):
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

    def _build_field(self, field: Field) -> ModelField:
        register = self.register
        selects_group = register.behaviour.selects_group and bool(field.mask & register.write_mask)
        built = ModelField(field.name)
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


def access_policy(register: Register, field: Field) -> str:
    """The access policy of IEEE 1800.2 that a field follows.

    A register that the part lacks reads 0 whatever is written.
    """
    readable = bool(field.mask & register.read_mask)
    writable = bool(field.mask & register.write_mask) and register.implemented
    if writable and register.behaviour is Behaviour.WRITE_ONE_TO_CLEAR:
        return "W1C"
    if writable:
        return "RW" if readable else "WO"
    return "RO" if readable else "NOACCESS"


def is_exact(register: Register) -> bool:
    """Whether software alone decides what the register reads, so that a read can be compared with the mirror.

    Where hardware notices reads, they show something else than what was written last.
    """
    return register.read is ReadKind.STATIC and not register.behaviour.notices_read
