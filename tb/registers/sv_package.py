"""The SystemVerilog package of one register block: words, enumerations, and a packed type for each register."""

from __future__ import annotations

from collections.abc import Iterable

from models.registers import WORD_BYTES, Behaviour, Block, ReadKind, Register

WORD_BITS = 8 * WORD_BYTES
STROBED = (Behaviour.SLOT, Behaviour.PULSE, Behaviour.WRITE_ONE_TO_CLEAR, Behaviour.TABLE_PORT)
STROBES = ("written", "was_read")


def implemented(block: Block) -> list[Register]:
    """The registers that the part has, in address order."""
    return sorted((register for register in block if register.implemented), key=lambda register: register.address)


def word(block: Block, register: Register) -> int:
    """A register's word in its block's window."""
    return (register.address - block.base) // WORD_BYTES


def word_bits(block: Block) -> int:
    """Bits of a word index in the block's window."""
    return (block.size // WORD_BYTES - 1).bit_length()


def logic(bits: int) -> str:
    """The type of so many bits."""
    return f"logic [{bits - 1}:0]" if bits > 1 else "logic"


def type_name(register: Register) -> str:
    """The name of a register's packed type."""
    return f"{register.name.lower()}_reg_t"


def groups(block: Block) -> dict[str, list[Register]]:
    """The registers behind each of the block's types, those without any register left out.

    ``settings`` are single registers that software writes (a pointer is the register file's own business), ``written``
    those whose write the hardware must notice, ``was_read`` those whose read it must notice, ``status`` single
    registers that show what the hardware says now, ``layer`` the ping-pong registers of one group and ``result`` what
    the hardware leaves in a group's registers when its layer is done.
    """
    registers = implemented(block)
    paired = any(register.behaviour is Behaviour.POINTER for register in registers)
    kinds = {
        "settings": [r for r in registers if not r.grouped and r.write_mask and r.behaviour is not Behaviour.POINTER],
        "written": [r for r in registers if r.behaviour in STROBED],
        "was_read": [r for r in registers if r.behaviour is Behaviour.TABLE_PORT],
        "status": [r for r in registers if not r.grouped and _is_live(r) and not (paired and is_group_status(r))],
        "layer": [r for r in registers if r.grouped and r.write_mask and r.behaviour is not Behaviour.TRIGGER],
        "result": [r for r in registers if r.grouped and r.behaviour is Behaviour.READ_ONLY],
    }
    return {name: found for name, found in kinds.items() if found}


def is_group_status(register: Register) -> bool:
    """Whether a register tells the state of both groups, which the register file knows by itself."""
    return register.behaviour is Behaviour.READ_ONLY and set(register.fields) == {"STATUS_0", "STATUS_1"}


def _is_live(register: Register) -> bool:
    """Whether a read shows what the hardware says at that moment."""
    if register.behaviour in (Behaviour.WRITE_ONE_TO_CLEAR, Behaviour.TABLE_PORT):
        return True
    return register.behaviour is Behaviour.READ_ONLY and register.read is not ReadKind.STATIC


def register_package(prefix: str, block: Block) -> str:
    """The text of the package of one block."""
    registers = implemented(block)
    lines = [
        f"// Registers of {block.name}. Generated from the register description; do not edit.",
        f"package {prefix}_pkg;",
        "  // The word of each register in the block's window",
        *(f"  localparam int {r.name} = {word(block, r)};" for r in registers),
        "",
        "  // Names of field values",
        *_enumerations(registers),
        "",
        *(line for register in registers for line in _register_type(register)),
    ]
    for name, members in groups(block).items():
        lines += _group_type(name, members)
    return "\n".join([*lines, "endpackage", ""])


def _enumerations(registers: Iterable[Register]) -> list[str]:
    return [
        f"  localparam {logic(item.width)} {register.name}_{item.name}_{label} = {item.width}'d{value};"
        for register in registers
        for item in register.fields.values()
        for label, value in item.enum.items()
    ]


def _register_type(register: Register) -> list[str]:
    """A packed type of a word, highest bit first, with a member for each field and for the bits between."""
    lines = ["  typedef struct packed {"]
    free = WORD_BITS - 1
    for item in sorted(register.fields.values(), key=lambda item: -item.low):
        if item.high > free:
            raise ValueError(
                f"{register.full_name}: field {item.name} overlaps another one or leaves the word; see its bits"
            )
        lines += _reserved(free, item.high + 1)
        lines.append(f"    {logic(item.width)} {item.name.lower()};")
        free = item.low - 1
    return [*lines, *_reserved(free, 0), f"  }} {type_name(register)};", ""]


def _reserved(high: int, low: int) -> list[str]:
    """A member for bits that no field has."""
    return [f"    {logic(high - low + 1)} reserved_{high}_{low};"] if high >= low else []


def _group_type(name: str, members: list[Register]) -> list[str]:
    """A packed type of several registers, or of one bit for each where only the access matters."""
    body = [
        f"    {'logic' if name in STROBES else type_name(register)} {register.name.lower()};" for register in members
    ]
    # Icarus 11 takes no type of a package in a module that does not import it
    bits = f"  localparam int {name.upper()}_BITS = $bits({name}_t);"
    return ["  typedef struct packed {", *body, f"  }} {name}_t;", bits, ""]
