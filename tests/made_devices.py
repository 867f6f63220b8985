"""Parts of small devices that tests make: registers without a description."""

from models.registers import Behaviour, Block, Field, ReadKind, Register, RegisterMap

READ_ONLY = {"write_mask": 0, "behaviour": Behaviour.READ_ONLY}
POINTER = Behaviour("pointer", selects_group=True)
TABLE_PORT = Behaviour("table_port", notices_write=True, notices_read=True, shows_hardware=True)
"""As a family may bring them."""
BLOCK_BYTES = 0x100


def made_register(block, address, name, fields, **options):
    """A register; its fields are (name, low, width) and what else of theirs is not 0, its masks follow from them."""
    built = {item[0]: Field(*item, *[0] * (len(item) == 3)) for item in fields}
    mask = sum(field.mask for field in built.values())
    plain = {"read_mask": mask, "write_mask": mask, "behaviour": Behaviour.PLAIN, "read": ReadKind.STATIC}
    rest = {
        "reset": sum(field.put(field.reset) for field in built.values()),
        "grouped": False,
        "implemented": True,
    }
    return Register(block, name, address, fields=built, **{**plain, **rest, **options})


def made_block(name, base, *registers):
    """A block of registers one behind the other, each a name, its fields, and what is special."""
    named = [
        made_register(name, base + 4 * number, item[0], item[1:-1], **item[-1]) for number, item in enumerate(registers)
    ]
    return Block(name, base, BLOCK_BYTES, {register.name: register for register in named})


def made_map(name, *blocks):
    """The map of blocks."""
    registers = {register.address: register for block in blocks for register in block}
    return RegisterMap(name, name, {block.name: block for block in blocks}, registers)
