"""A small register description: every behaviour that the register model knows, in two blocks."""

from models.registers import Behaviour, ReadKind
from tests.made_devices import POINTER, READ_ONLY, TABLE_PORT, made_block, made_map

UNIT, OTHER = 0x1000, 0x2000
ONE_OF = {"read": ReadKind.ONE_OF}


def small_map():
    """The description."""
    unit = made_block(
        "UNIT",
        UNIT,
        ("S_CONTROL", ("LEVEL", 0, 4, 5), ("MODE", 4, 4), {}),
        ("S_POINTER", ("PRODUCER", 0, 1), ("CONSUMER", 16, 1), {"write_mask": 1, "behaviour": POINTER, **ONE_OF}),
        ("S_ID", ("NUMBER", 0, 8, 0x31), READ_ONLY),
        ("S_FLAGS", ("DONE", 0, 2), {"behaviour": Behaviour.WRITE_ONE_TO_CLEAR, **ONE_OF}),
        ("D_ENABLE", ("ENABLE", 0, 1), {"behaviour": Behaviour.TRIGGER, "grouped": True, **ONE_OF}),
        ("D_SIZE", ("WIDTH", 0, 8, 1), ("HEIGHT", 8, 8), {"grouped": True}),
        ("D_COUNT", ("VALUE", 0, 8), {"read": ReadKind.FINAL, "grouped": True, **READ_ONLY}),
    )
    other = made_block(
        "OTHER",
        OTHER,
        ("SET", ("BITS", 0, 4), {"read_mask": 0, "behaviour": Behaviour.PULSE}),
        ("ABSENT", ("BITS", 0, 4, 3), {"implemented": False}),
        ("TABLE", ("ENTRY", 0, 8), {"behaviour": TABLE_PORT}),
    )
    return made_map("small", unit, other)
