"""The tables that the data path looks up. Verilator shows no memory inside the design: Icarus only."""

from models.nvdla.config import NV_FULL
from tb.nvdla.design import behavioural
from tests.simulation import check, play


def test_tables_are_where_they_are_looked_up():
    check(play(behavioural(NV_FULL), "tests.sim.nvdla.debug.table_cases", "icarus"), "TablesThatAreLookedUpTest")
