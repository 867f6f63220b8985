"""Plusargs that let the part do at its pins what the real one may do; off by default."""

import pytest

from models.nvdla.config import NV_FULL
from tb.nvdla.design import behavioural
from tests.simulation import check, counting, play

DROPS = "tests.sim.nvdla.debug.drop_cases"
LATENCY = "tests.sim.nvdla.debug.latency_cases"
OVERTAKE = "tests.sim.nvdla.debug.overtake_cases"
BOTH = ["icarus", pytest.param("verilator", marks=pytest.mark.long)]
"""Verilator builds the whole design for these alone."""


@pytest.mark.parametrize("sim", BOTH)
@pytest.mark.parametrize(
    ("name", "plusargs"),
    [
        ("ReadyDropsTest", ("+rready_drops=1", "+bready_drops=2")),
        pytest.param(
            "ReadyDropsTest", ("+rready_drops=7", "+bready_drops=7", "+answers_overtake"), marks=pytest.mark.long
        ),
        pytest.param("ReadyStaysTest", (), marks=pytest.mark.long),
    ],
)
def test_ready_of_answers_drops(sim, name, plusargs):
    env = counting(NV_FULL.name, DROPS, sim, *plusargs)
    check(play(behavioural(NV_FULL), DROPS, sim, test_filter=name, plusargs=plusargs, env=env), name)


@pytest.mark.parametrize("sim", BOTH)
@pytest.mark.parametrize(
    ("name", "plusargs"),
    [
        ("answers_of_other_units_overtake", ("+answers_overtake",)),
        ("answers_come_in_the_order_of_requests", ()),
        ("the_answer_bus_is_always_known", ()),
    ],
)
def test_answers(sim, name, plusargs):
    check(play(behavioural(NV_FULL), OVERTAKE, sim, test_filter=name, plusargs=plusargs), name)


@pytest.mark.parametrize("sim", BOTH)
@pytest.mark.parametrize(
    ("name", "plusargs"), [("PlainLatencyTest", ()), ("OvertakenLatencyTest", ("+answers_overtake",))]
)
def test_cycles_at_the_pins(sim, name, plusargs):
    check(play(behavioural(NV_FULL), LATENCY, sim, test_filter=name, plusargs=plusargs), name)
