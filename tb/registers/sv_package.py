"""The SystemVerilog package of one register block: words, enumerations, and a packed type for each register."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from models.registers import WORD_BYTES, Behaviour, Block, ReadKind, Register
from tb.registers.register_logic import RegisterLogic

WORD_BITS = 8 * WORD_BYTES
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


def logic_type(bits: int) -> str:
    """The type of so many bits."""
    return f"logic [{bits - 1}:0]" if bits > 1 else "logic"


def type_name(register: Register) -> str:
    """The name of a register's packed type."""
    return f"{register.name.lower()}_reg_t"


def joined(values: Sequence[str], columns: int) -> str:
    """Values as one, the first one highest, in rows."""
    rows = [", ".join(values[start : start + columns]) for start in range(0, len(values), columns)]
    return "{\n" + ",\n".join(f"    {row}" for row in rows) + "}"


def stored(registers: Sequence[Register], offset: str = "") -> str:
    """The stored words of registers, in the order of the packed type that holds them."""
    return joined([f"store[{register.name}{offset}]" for register in registers], 3)


def kinds(logic: RegisterLogic) -> dict[str, list[Register]]:
    """The registers of a block behind each of the types that every block may have, those without any left out.

    ``settings`` are registers that software writes, ``written`` those whose write the hardware must notice,
    ``was_read`` those whose read it must notice, and ``status`` those that show what the hardware says now. What the
    block's logic deals with itself is none of them.
    """
    registers = [register for register in implemented(logic.block) if register.name not in logic.own]
    found = {
        "settings": [r for r in registers if r.write_mask],
        "written": [r for r in registers if r.behaviour.notices_write],
        "was_read": [r for r in registers if r.behaviour.notices_read],
        "status": [r for r in registers if _is_live(r)],
    }
    return {name: some for name, some in found.items() if some}


def _is_live(register: Register) -> bool:
    """Whether a read shows what the hardware says at that moment."""
    live = register.behaviour is Behaviour.READ_ONLY and register.read is not ReadKind.STATIC
    return live or register.behaviour.shows_hardware


def register_package(prefix: str, logic: RegisterLogic) -> str:
    """The text of the package of the block of some logic."""
    block, registers = logic.block, implemented(logic.block)
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
    for name, members in {**kinds(logic), **logic.types()}.items():
        lines += _type_of_several(name, members)
    return "\n".join([*lines, "endpackage", ""])


def _enumerations(registers: Iterable[Register]) -> list[str]:
    return [
        f"  localparam {logic_type(item.width)} {register.name}_{item.name}_{label} = {item.width}'d{value};"
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
        lines.append(f"    {logic_type(item.width)} {item.name.lower()};")
        free = item.low - 1
    return [*lines, *_reserved(free, 0), f"  }} {type_name(register)};", ""]


def _reserved(high: int, low: int) -> list[str]:
    """A member for bits that no field has."""
    return [f"    {logic_type(high - low + 1)} reserved_{high}_{low};"] if high >= low else []


def _type_of_several(name: str, members: Sequence[Register]) -> list[str]:
    """A packed type of several registers, or of one bit for each where only the access matters."""
    body = [
        f"    {'logic' if name in STROBES else type_name(register)} {register.name.lower()};" for register in members
    ]
    # Icarus 11 takes no type of a package in a module that does not import it
    bits = f"  localparam int {name.upper()}_BITS = $bits({name}_t);"
    return ["  typedef struct packed {", *body, f"  }} {name}_t;", bits, ""]
