"""A small register description: every behaviour that the register model knows, in two blocks."""

from models.registers import Behaviour, Block, Field, ReadKind, Register, RegisterMap

UNIT, OTHER = 0x1000, 0x2000
POINTER = Behaviour("pointer", selects_group=True)
TABLE_PORT = Behaviour("table_port", notices_write=True, notices_read=True, shows_hardware=True)
"""As a family may bring them."""


def register(block, base, offset, name, fields, **options):
    """A register whose fields are (name, low, width, reset) and whose masks follow from them."""
    built = {item[0]: Field(*item) for item in fields}
    mask = sum(field.mask for field in built.values())
    defaults = {
        "reset": sum(field.put(field.reset) for field in built.values()),
        "read_mask": mask,
        "write_mask": mask,
        "behaviour": Behaviour.PLAIN,
        "read": ReadKind.STATIC,
        "grouped": False,
        "implemented": True,
    }
    return Register(block=block, name=name, address=base + offset, fields=built, **{**defaults, **options})


def small_map():
    """The description."""
    unit = [
        register("UNIT", UNIT, 0x0, "S_CONTROL", [("LEVEL", 0, 4, 5), ("MODE", 4, 4, 0)]),
        register(
            "UNIT",
            UNIT,
            0x4,
            "S_POINTER",
            [("PRODUCER", 0, 1, 0), ("CONSUMER", 16, 1, 0)],
            write_mask=1,
            behaviour=POINTER,
            read=ReadKind.ONE_OF,
        ),
        register("UNIT", UNIT, 0x8, "S_ID", [("NUMBER", 0, 8, 0x31)], write_mask=0, behaviour=Behaviour.READ_ONLY),
        register(
            "UNIT",
            UNIT,
            0xC,
            "S_FLAGS",
            [("DONE", 0, 2, 0)],
            behaviour=Behaviour.WRITE_ONE_TO_CLEAR,
            read=ReadKind.ONE_OF,
        ),
        register(
            "UNIT",
            UNIT,
            0x10,
            "D_ENABLE",
            [("ENABLE", 0, 1, 0)],
            behaviour=Behaviour.TRIGGER,
            read=ReadKind.ONE_OF,
            grouped=True,
        ),
        register("UNIT", UNIT, 0x14, "D_SIZE", [("WIDTH", 0, 8, 1), ("HEIGHT", 8, 8, 0)], grouped=True),
        register(
            "UNIT",
            UNIT,
            0x18,
            "D_COUNT",
            [("VALUE", 0, 8, 0)],
            write_mask=0,
            behaviour=Behaviour.READ_ONLY,
            read=ReadKind.FINAL,
            grouped=True,
        ),
    ]
    other = [
        register("OTHER", OTHER, 0x0, "SET", [("BITS", 0, 4, 0)], read_mask=0, behaviour=Behaviour.PULSE),
        register("OTHER", OTHER, 0x4, "ABSENT", [("BITS", 0, 4, 3)], implemented=False),
        register("OTHER", OTHER, 0x8, "TABLE", [("ENTRY", 0, 8, 0)], behaviour=TABLE_PORT),
    ]
    blocks = {
        "UNIT": Block("UNIT", UNIT, 0x1000, {item.name: item for item in unit}),
        "OTHER": Block("OTHER", OTHER, 0x1000, {item.name: item for item in other}),
    }
    return RegisterMap("small", "small", blocks, {item.address: item for item in unit + other})
