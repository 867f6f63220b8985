"""The tables' port for the data path. Nothing uses it yet, so Verilator leaves it out: Icarus only."""

from models.nvdla.config import NV_FULL
from tb.nvdla.design import behavioural
from tests.simulation import check, play


def test_the_data_path_sees_whole_tables():
    check(play(behavioural(NV_FULL), "tests.sim.debug.table_cases", "icarus"), "TablesSeenByTheDataPathTest")
