"""The lines of a small trace: one BDMA copy."""

from models.nvdla.registers import registers
from tests.unit.nvdla.models.copies import base_of, memory


def copy_trace(config, destination, launches=1, *, load=True):
    """Copies 64 bytes, data.dat, from DBB to CVSRAM, or within the only memory, waits, clears and compares."""
    block, status = registers(config).BDMA, registers(config).GLB.S_INTR_STATUS
    source = base_of(config, "DBB")
    types = {"SRC_RAM_TYPE": config.ram_type("DBB"), "DST_RAM_TYPE": config.ram_type(memory(config, "CVSRAM"))}
    writes = [
        (block.CFG_SRC_ADDR_LOW, source),
        (block.CFG_DST_ADDR_LOW, destination),
        (block.CFG_LINE, 64 // config.atom_bytes - 1),
        (block.CFG_CMD, block.CFG_CMD.encode(**types)),
        (block.CFG_OP, 1),
        *[(block.CFG_LAUNCH0, 1)] * launches,
    ]
    word = f"{0xFFFF_0000 | status.address >> 2:#x}"
    done = status.BDMA_DONE_STATUS0.mask
    return [
        *([f"load_mem {source:#x} 0x40 data.dat"] if load else []),
        *(f"write_reg {0xFFFF_0000 | register.address >> 2:#x} {value:#x}" for register, value in writes),
        "wait",
        f"read_reg {word} 0xffffffff {done:#x}",
        f"write_reg {word} 0xffffffff",
        f"read_reg {word} 0xffffffff 0x0",
        f"dump_mem {destination:#x} 0x40 data.dat",
    ]
