"""Two hundred random layers on the behavioural RTL."""

from models.nvdla.config import NV_FULL
from tb.nvdla.design import behavioural
from tests.simulation import check, play


def test_two_hundred_layers():
    result = play(behavioural(NV_FULL), "tests.sim.nvdla.layers", "verilator")
    check(result, "RandomLayersTest")
    assert result.records[0].counters["layers"] == 200
