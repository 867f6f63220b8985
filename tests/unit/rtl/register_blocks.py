"""Small register maps to emit SystemVerilog from."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from models.memory.ports import MemoryPort
from models.registers import Behaviour, Block, Field, ReadKind, Register, RegisterMap


@dataclass(frozen=True)
class TinyConfig:
    name: str = "tiny"
    lanes: int = 3
    precisions: tuple[str, ...] = ("INT8",)
    ports: Mapping[str, MemoryPort] = field(default_factory=dict)
    block_bases: Mapping[str, int] = field(default_factory=lambda: {"UNIT": 0x40})


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


def register_map(*blocks, config="tiny"):
    addresses = {item.address: item for one in blocks for item in one}
    return RegisterMap("Toy", config, {one.name: one for one in blocks}, addresses)


def ping_pong_registers():
    """A pointer, an enable, a group status, one setting and one result."""
    states = {"IDLE": 0, "RUNNING": 1, "PENDING": 2}
    read_only = {"write_mask": 0, "behaviour": Behaviour.READ_ONLY}
    status = [("STATUS_0", 0, 2, states), ("STATUS_1", 16, 2, states)]
    pointer = [("PRODUCER", 0, 1), ("CONSUMER", 16, 1)]
    return [
        register("S_STATUS", 0, status, read=ReadKind.ONE_OF, **read_only),
        register("S_POINTER", 4, pointer, write_mask=1, behaviour=Behaviour.POINTER, read=ReadKind.ONE_OF),
        register("D_ENABLE", 8, [("EN", 0, 1)], grouped=True, behaviour=Behaviour.TRIGGER, read=ReadKind.ONE_OF),
        register("D_SIZE", 12, [("WIDTH", 0, 5)], grouped=True),
        register("D_COUNT", 16, [("N", 0, 32)], grouped=True, read=ReadKind.SETTLED, **read_only),
    ]
