"""What a register's description means to a register model."""

from __future__ import annotations

from models.registers import Behaviour, Field, ReadKind, Register


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

    A table port is excluded: it reads the table, not what was written last.
    """
    return register.read is ReadKind.STATIC and register.behaviour is not Behaviour.TABLE_PORT
