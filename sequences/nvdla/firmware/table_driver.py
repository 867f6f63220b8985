"""Programming a block with look-up tables: they and their registers exist once for both groups.

They are accessed while the unit is idle: the part has no clock for them while it runs a layer without look-ups
(docs/nvdla/post_processing.md, 'SDP look-up tables').
"""

from __future__ import annotations

import numpy as np

from models.nvdla.lut.config import Entries
from models.nvdla.programming import BlockProgram
from models.registers import Block
from sequences.nvdla.firmware.drivers import GroupDriver, Words
from sequences.nvdla.firmware.tables import read_table, write_table
from sequences.nvdla.target import NvdlaTarget

READ_AT_MOST = 8
"""Entries that are read back at a time."""


class TableDriver(GroupDriver):
    """A block with look-up tables."""

    def __init__(self, target: NvdlaTarget, block: Block) -> None:
        super().__init__(target, block)
        self._shared: dict[str, int] = {}  # what was written to registers that exist once
        self._tables: dict[str, Entries] = {}

    def uses_shared(self, part: BlockProgram) -> bool:
        """Whether a layer uses the tables' registers."""
        return any(not self.block.registers[name].grouped for words in part.words for name in words)

    def changes_shared(self, part: BlockProgram) -> bool:
        """Whether the tables or their registers must be written for a layer."""
        return bool(self._new_words(part) or self._new_tables(part))

    async def read_shared(self, part: BlockProgram) -> None:
        """Read some entries of a table that a layer uses, from any on."""
        if not self.uses_shared(part):
            return
        rng, sizes = self.target.rng, self.target.config.table_entries
        table = str(rng.choice(list(sizes)))
        first = int(rng.integers(sizes[table]))
        await read_table(self.target, self.block, table, first, min(READ_AT_MOST, sizes[table] - first))

    async def load_shared(self, part: BlockProgram) -> None:
        """Write what differs from what was written last."""
        words, tables = self._new_words(part), self._new_tables(part)
        for table, entries in tables.items():
            await write_table(self.target, self.block, table, entries)
        for name, word in words.items():
            await self.target.host.write(self.block.registers[name], word)
        self._shared |= words
        self._tables |= tables

    async def _write(self, group: int, words: Words, *, look: bool) -> None:
        """Write what is the layer's own."""
        own = [{name: word for name, word in one.items() if self.block.registers[name].grouped} for one in words]
        await super()._write(group, own, look=look)

    def _new_words(self, part: BlockProgram) -> dict[str, int]:
        return {
            name: word
            for words in part.words
            for name, word in words.items()
            if not self.block.registers[name].grouped and self._shared.get(name) != word
        }

    def _new_tables(self, part: BlockProgram) -> dict[str, Entries]:
        tables = part.tables.by_name if part.tables else {}
        return {
            name: entries
            for name, entries in tables.items()
            if name not in self._tables or not np.array_equal(self._tables[name], entries)
        }
