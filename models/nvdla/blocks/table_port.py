"""Look-up tables behind an access register and a data register, as SDP and CDP have them.

As the part's register files have it: a write of S_LUT_ACCESS_CFG chooses table, direction and entry; every data access
moves on to the next entry. The two units differ in what counts and in what the address does at the end of a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from models.nvdla.blocks.claiming import ClaimingBlock
from models.nvdla.config import HwConfig
from models.prediction import Prediction
from models.registers import Block, Register

ACCESS, DATA = "S_LUT_ACCESS_CFG", "S_LUT_ACCESS_DATA"


@dataclass(frozen=True, slots=True)
class TablePortKind:
    """What one unit's table port does.

    Attributes:
        shows_address: the access register reads the present entry; else what was written.
        own_direction_only: a data write counts only when writing was chosen, a read when reading was; else each counts.
        stops_at_end: the address stays at a table's last entry; else it goes on.
        feature: without it there are the registers and no tables; empty: they are always there.
    """

    shows_address: bool
    own_direction_only: bool
    stops_at_end: bool
    feature: str = ""


KINDS: Mapping[str, TablePortKind] = MappingProxyType(
    {
        "SDP": TablePortKind(shows_address=False, own_direction_only=False, stops_at_end=False, feature="SDP_LUT"),
        "CDP": TablePortKind(shows_address=True, own_direction_only=True, stops_at_end=True),
    }
)


class TableBlock(ClaimingBlock):
    """A block with table ports: its tables outlive layers, and exist once for both groups.

    What an entry behind a table's end reads is unknown, and so is any where there are no tables.

    Attributes:
        tables: their entries, by table name.
        entry: the entry that the next access of the data register is to.
    """

    def __init__(self, block: Block, config: HwConfig) -> None:
        self._kind = KINDS[block.name]
        there = self._kind.feature in (*config.features, "")
        self._entries = config.table_entries if there else dict.fromkeys(config.table_entries, 0)
        super().__init__(block, config, keeps=block.name != "CDP" or "pool-stalls-kept" in config.errata)

    def reset(self) -> None:
        """Registers and tables at their reset."""
        super().reset()
        self.tables = {name: [0] * size for name, size in self._entries.items()}
        self.entry = 0

    def write(self, register: Register, data: int, number: int) -> None:
        """Take a write; the data register stores an entry where writing was chosen."""
        super().write(register, data, number)
        if register.name == ACCESS:
            self.entry = register.LUT_ADDR.get(data)
        elif register.name == DATA:
            table = self.tables[self.table]
            if self.writing and self.entry < len(table):
                table[self.entry] = data & register.write_mask
            if self.writing or not self._kind.own_direction_only:
                self._advance()

    def predict(self, register: Register) -> Prediction:
        """What a read may return now."""
        if register.name == DATA:
            table = self.tables[self.table]
            entry = table[self.entry] if self.entry < len(table) else None
            return Prediction(register, entry or 0, known=entry is not None)
        if register.name == ACCESS and self._kind.shows_address:
            word = self.values[ACCESS]
            return Prediction(register, word & ~register.LUT_ADDR.mask | register.LUT_ADDR.put(self.entry))
        return super().predict(register)

    def was_read(self, register: Register) -> None:
        """A read has taken place: that of an entry moves on to the next."""
        if register.name == DATA and not (self.writing and self._kind.own_direction_only):
            self._advance()

    @property
    def table(self) -> str:
        """The table that software chose."""
        field = self.block.S_LUT_ACCESS_CFG.LUT_TABLE_ID
        return field.label(field.get(self.values[ACCESS]))

    @property
    def writing(self) -> bool:
        """Software chose to write entries."""
        field = self.block.S_LUT_ACCESS_CFG.LUT_ACCESS_TYPE
        return field.get(self.values[ACCESS]) == field.value("WRITE")

    def _advance(self) -> None:
        last = self._entries[self.table] - 1
        if not (self._kind.stops_at_end and self.entry == last):
            self.entry = (self.entry + 1) & self.block.S_LUT_ACCESS_CFG.LUT_ADDR.limit
