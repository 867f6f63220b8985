"""Rows of entries of look-up tables, written and read: one entry, some and all of them."""

from __future__ import annotations

from models.nvdla.blocks.table_port import DATA
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.tables import open_table


async def rows_of_entries(bench: NvdlaBench, unit: str) -> None:
    """From the first entry, from the middle, the last; written, then read.

    Args:
        bench: where to play.
        unit: whose tables they are.
    """
    block = bench.registers.blocks[unit]
    data = block.registers[DATA]
    for table, entries in bench.config.table_entries.items():
        for way in ("WRITE", "READ"):
            for first, count in ((0, entries), (0, 1), (entries // 2, 3), (entries - 1, 1)):
                await open_table(bench, block, table, way, first)
                for _ in range(count):
                    if way == "WRITE":
                        await bench.host.write(data, int(bench.rng.integers(data.LUT_DATA.limit + 1)), posted=False)
                    else:
                        await bench.host.read(data)
