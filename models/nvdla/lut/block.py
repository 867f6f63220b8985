"""Registers of a unit with look-up tables: who uses tables, which exist once and are not grouped, while they change."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from models.hazards import drop_all
from models.layer import Claim
from models.nvdla.blocks.table_port import ACCESS, DATA, TableBlock
from models.nvdla.lut.config import Tables
from models.prediction import Prediction
from models.registers import Register

LUT_REGISTERS = "S_LUT_"
"""What the names of the registers that are not grouped begin with."""


class LookUpBlock(TableBlock):
    """The registers of such a unit.

    A layer takes its tables and their registers when it claims; what software writes to them from then on until the
    layer is known to be done is a race. While a layer runs that looks nothing up, the part has no clock for its tables:
    entries that are written then are unknown, and a layer that uses them is a race too.

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
        self._unknown: dict[str, set[int]] = {table: set() for table in self.tables}

    def write(self, register: Register, data: int, number: int) -> None:
        """Take a write; one that changes what a layer looks up is a race."""
        changes = register.name.startswith(LUT_REGISTERS) and register.name not in (ACCESS, DATA)
        if changes or (register.name == DATA and self.writing):
            self._race(register)
        if register.name == DATA and self.writing:
            self._count(self.table, self.entry)
            unknown = self._unknown[self.table]
            (unknown.add if self._unclocked else unknown.discard)(self.entry)
        super().write(register, data, number)

    def predict(self, register: Register) -> Prediction:
        """What a read may return now; of entries nobody knows while they have no clock."""
        prediction = super().predict(register)
        if register.name == DATA and (self._unclocked or self.entry in self._unknown[self.table]):
            return replace(prediction, known=False)
        return prediction

    def snapshot(self) -> Tables:
        """The tables as they are now."""
        return Tables(
            **{name.lower(): np.array(entries, np.uint16).view(np.int16) for name, entries in self.tables.items()}
        )

    @property
    def _unclocked(self) -> bool:
        """A layer runs that looks nothing up."""
        return any(not self._uses(claim) for claim in self.running)

    def _uses(self, claim: Claim) -> bool:
        assert isinstance(claim.settings, Mapping)
        return self.looks_up(claim.settings)

    def _race(self, register: Register) -> None:
        for claim in self.running:
            if not self._uses(claim):
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
        for table, entries in self._unknown.items():
            if entries and self._uses(claim):
                text = f"{table} was written while {claim.block} ran a layer without look-ups"
                claim.races.append(f"software race: table {text}: it may not hold what was written")
