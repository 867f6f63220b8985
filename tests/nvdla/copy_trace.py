"""The lines of a small trace of either dialect: one BDMA copy."""

from models.nvdla.registers import registers
from tests.unit.nvdla.models.copies import base_of, memory

NAMES = {"DBB": "pri_mem", "CVSRAM": "sec_mem"}
"""What master's dialect calls the memories."""


def copy_writes(config, destination, launches=1):
    """The register writes of a copy of 64 bytes from DBB to CVSRAM, or within the only memory."""
    block = registers(config).BDMA
    types = {"SRC_RAM_TYPE": config.ram_type("DBB"), "DST_RAM_TYPE": config.ram_type(memory(config, "CVSRAM"))}
    return [
        (block.CFG_SRC_ADDR_LOW, base_of(config, "DBB")),
        (block.CFG_DST_ADDR_LOW, destination),
        (block.CFG_LINE, 64 // config.atom_bytes - 1),
        (block.CFG_CMD, block.CFG_CMD.encode(**types)),
        (block.CFG_OP, 1),
        *[(block.CFG_LAUNCH0, 1)] * launches,
    ]


def copy_trace(config, destination, launches=1, *, load=True):
    """Copies data.dat, waits, clears and compares."""
    status, source = registers(config).GLB.S_INTR_STATUS, base_of(config, "DBB")
    word, done = f"{0xFFFF_0000 | status.address >> 2:#x}", status.BDMA_DONE_STATUS0.mask
    writes = copy_writes(config, destination, launches)
    return [
        *([f"load_mem {source:#x} 0x40 data.dat"] if load else []),
        *(f"write_reg {0xFFFF_0000 | register.address >> 2:#x} {value:#x}" for register, value in writes),
        "wait",
        f"read_reg {word} 0xffffffff {done:#x}",
        f"write_reg {word} 0xffffffff",
        f"read_reg {word} 0xffffffff 0x0",
        f"dump_mem {destination:#x} 0x40 data.dat",
    ]


def master_write(register, value):
    """The line of a register write in master's dialect."""
    return f"reg_write(NVDLA_{register.full_name}_0, {value:#x});"


def copy_of_master(config, destination, crc):
    """The same in master's dialect, as lines without their order's meaning: it clears by itself, and compares a CRC."""
    to = NAMES[memory(config, "CVSRAM")]
    return [
        f'mem_load(pri_mem, {base_of(config, "DBB"):#x}, "data.dat");',
        *(master_write(*item) for item in copy_writes(config, destination)),
        "intr_notify(BDMA_0, copied);",
        f"check_crc(copied, {to}, {destination:#x}, 0x40, {crc:#x});",
    ]
