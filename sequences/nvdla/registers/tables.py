"""Look-up tables through their ports: written, read back from any entry, over a table's end, against the direction."""

from __future__ import annotations

from models.nvdla.blocks.table_port import ACCESS, DATA
from models.nvdla.register_behaviours import TABLE_PORT
from models.registers import Block
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.tables import open_table

BEYOND_END = 2
"""Accesses behind a table's last entry."""


def table_blocks(bench: NvdlaBench) -> list[Block]:
    """The blocks that have tables."""
    blocks = bench.registers.blocks.values()
    return [block for block in blocks if any(item.behaviour is TABLE_PORT for item in block)]


async def whole_tables(bench: NvdlaBench) -> None:
    """Write each table whole, then on from its last entry over its end, and read it back over its end."""
    for block in table_blocks(bench):
        data = block.registers[DATA]
        for table, entries in bench.config.table_entries.items():
            await open_table(bench, block, table, "WRITE", 0)
            for word in bench.rng.integers(0, data.LUT_DATA.limit + 1, entries).tolist():
                await bench.host.write(data, word)
        for table, entries in bench.config.table_entries.items():
            await open_table(bench, block, table, "WRITE", entries - 1)
            for word in bench.rng.integers(0, data.LUT_DATA.limit + 1, 1 + BEYOND_END).tolist():
                await bench.host.write(data, word)
        for table, entries in bench.config.table_entries.items():
            await open_table(bench, block, table, "READ", 0)
            for _ in range(entries + BEYOND_END):
                await bench.host.read(data)
            await bench.host.read(block.registers[ACCESS])


async def random_accesses(bench: NvdlaBench, accesses: int) -> None:
    """Any access anywhere: data reads where writing was chosen, data writes where reading was, both in turns."""
    sizes = bench.config.table_entries
    for block in table_blocks(bench):
        data = block.registers[DATA]
        for _ in range(accesses):
            table = str(bench.rng.choice(list(sizes)))
            entry = int(bench.rng.integers(sizes[table]))
            await open_table(bench, block, table, str(bench.rng.choice(["READ", "WRITE"])), entry)
            for _ in range(int(bench.rng.integers(1, 5))):
                if chance(bench.rng, 0.5):
                    await bench.host.write(data, int(bench.rng.integers(data.LUT_DATA.limit + 1)), posted=False)
                else:
                    await bench.host.read(data)
                if chance(bench.rng, 0.3):
                    await bench.host.read(block.registers[ACCESS])
