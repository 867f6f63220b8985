"""What is in the look-up tables that software wrote."""

import pyuvm

from models.nvdla.blocks.table_port import DATA
from sequences.nvdla.firmware.tables import open_table
from sequences.nvdla.registers.tables import table_blocks
from tb.nvdla.base_test import NvdlaBaseTest


@pyuvm.test()
class TablesThatAreLookedUpTest(NvdlaBaseTest):
    """Every entry, in the unit."""

    async def stimulus(self, bench):
        for block in table_blocks(bench):
            name = block.name.lower()
            tables = getattr(getattr(self.env.dut.units, f"g_{name}"), name).tables.lut.tables
            first = 0
            for table, entries in bench.config.table_entries.items():
                words = bench.rng.integers(0, block.registers[DATA].LUT_DATA.limit + 1, entries).tolist()
                await open_table(bench, block, table, "WRITE", 0)
                for word in words:
                    await bench.host.write(block.registers[DATA], word, posted=False)
                await open_table(bench, block, table, "READ", entries - 1)
                await bench.host.read(block.registers[DATA])  # which the reference compares
                assert [int(tables[first + entry].value) for entry in range(entries)] == words
                first += entries
