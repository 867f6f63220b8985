"""Small register maps to emit SystemVerilog from."""

from models.nvdla.register_behaviours import POINTER
from models.registers import Behaviour, Block, Field, ReadKind, Register


def register(name, offset, fields, block="UNIT", base=0x40, **options):
    """A register with fields given as (name, low, width); its masks follow from them."""
    built = {item[0]: Field(*item[:3], 0, *item[3:]) for item in fields}
    mask = sum(item.mask for item in built.values())
    defaults = {
        "reset": 0,
        "read_mask": mask,
        "write_mask": mask,
        "behaviour": Behaviour.PLAIN,
        "read": ReadKind.STATIC,
        "grouped": False,
        "implemented": True,
    }
    return Register(block=block, name=name, address=base + offset, fields=built, **{**defaults, **options})


def block(registers, name="UNIT", base=0x40):
    return Block(name, base, 0x40, {item.name: item for item in registers})


def ping_pong_registers():
    """A pointer, an enable, a group status, one setting and one result."""
    states = {"IDLE": 0, "RUNNING": 1, "PENDING": 2}
    read_only = {"write_mask": 0, "behaviour": Behaviour.READ_ONLY}
    status = [("STATUS_0", 0, 2, states), ("STATUS_1", 16, 2, states)]
    pointer = [("PRODUCER", 0, 1), ("CONSUMER", 16, 1)]
    return [
        register("S_STATUS", 0, status, read=ReadKind.ONE_OF, **read_only),
        register("S_POINTER", 4, pointer, write_mask=1, behaviour=POINTER, read=ReadKind.ONE_OF),
        register("D_ENABLE", 8, [("EN", 0, 1)], grouped=True, behaviour=Behaviour.TRIGGER, read=ReadKind.ONE_OF),
        register("D_SIZE", 12, [("WIDTH", 0, 5)], grouped=True),
        register("D_COUNT", 16, [("N", 0, 32)], grouped=True, read=ReadKind.FINAL, **read_only),
    ]
