"""Registers of a unit with look-up tables: who uses tables, which exist once and are not grouped, while they change."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping

import numpy as np

from models.hazards import drop_all
from models.layer import Claim
from models.nvdla.blocks.table_port import ACCESS, DATA, TableBlock
from models.nvdla.lut.config import Tables
from models.registers import Register

LUT_REGISTERS = "S_LUT_"
"""What the names of the registers that are not grouped begin with."""


class LookUpBlock(TableBlock):
    """The registers of such a unit.

    A layer takes its tables and their registers when it claims; what software writes to them from then on until the
    layer is known to be done is a race.

    Attributes:
        incomplete: tables of which not all entries were written in order since the last write of the first one.
    """

    @abstractmethod
    def looks_up(self, settings: Mapping[str, int]) -> bool:
        """Whether a layer uses the tables, by the unit's own registers."""

    def reset(self) -> None:
        """Registers and tables at their reset; no table was written."""
        super().reset()
        self.incomplete = set(self.tables)
        self._due = dict.fromkeys(self.tables, 0)  # the entry that is to be written next

    def write(self, register: Register, data: int, number: int) -> None:
        """Take a write; one that changes what a layer looks up is a race."""
        changes = register.name.startswith(LUT_REGISTERS) and register.name not in (ACCESS, DATA)
        if changes or (register.name == DATA and self.writing):
            self._race(register)
        if register.name == DATA and self.writing:
            self._count(self.table, self.entry)
        super().write(register, data, number)

    def snapshot(self) -> Tables:
        """The tables as they are now."""
        return Tables(
            **{name.lower(): np.array(entries, np.uint16).view(np.int16) for name, entries in self.tables.items()}
        )

    def _race(self, register: Register) -> None:
        for claim in self.running:
            settings = claim.settings
            assert isinstance(settings, Mapping)
            if not self.looks_up(settings):
                continue
            text = f"software race: {claim.layer or claim} looks values up while {register.full_name} is written"
            races = claim.layer.races if claim.layer else claim.races
            if text not in races:
                races.append(text)
            if claim.layer is not None:
                drop_all(claim.layer)

    def _count(self, table: str, entry: int) -> None:
        """An entry of a table is written."""
        if entry == 0:
            self._due[table] = 0
        in_order = entry == self._due[table] < len(self.tables[table])
        self._due[table] = entry + 1 if in_order else -1  # nothing but the first entry is in order from now on
        if self._due[table] == len(self.tables[table]):
            self.incomplete.discard(table)
        else:
            self.incomplete.add(table)

    def _begin(self, claim: Claim) -> None:
        """The layer's settings are those of its group and those that are not grouped."""
        super()._begin(claim)
        assert isinstance(claim.settings, Mapping)
        lut = {name: value for name, value in self.values.items() if name.startswith(LUT_REGISTERS)}
        claim.settings = {**lut, **claim.settings}
        claim.writers = {(0, name): self.writers[name] for name in lut if name in self.writers} | dict(claim.writers)
