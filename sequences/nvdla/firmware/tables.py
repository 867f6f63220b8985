"""Look-up tables through their ports: each data access moves on to the next entry."""

from __future__ import annotations

from models.nvdla.blocks.table_port import ACCESS, DATA
from models.nvdla.lut.config import Entries
from models.registers import Block
from sequences.host import Access
from sequences.nvdla.target import NvdlaTarget


async def open_table(target: NvdlaTarget, block: Block, table: str, direction: str, entry: int) -> None:
    """Choose table, direction and first entry; not posted, so that it has arrived before data are accessed."""
    access = block.registers[ACCESS]
    word = access.encode(LUT_ADDR=entry, LUT_TABLE_ID=table, LUT_ACCESS_TYPE=direction)
    await target.host.write(access, word, posted=False)


async def write_table(target: NvdlaTarget, block: Block, table: str, entries: Entries) -> None:
    """Write a table from its first entry on."""
    await open_table(target, block, table, "WRITE", 0)
    data = block.registers[DATA]
    await target.host.access([Access(data, int(entry) & data.LUT_DATA.limit) for entry in entries])


async def read_table(target: NvdlaTarget, block: Block, table: str, first: int, count: int) -> list[int]:
    """Read entries back, from any on, as codes without sign."""
    await open_table(target, block, table, "READ", first)
    return await target.host.access([Access(block.registers[DATA])] * count)
