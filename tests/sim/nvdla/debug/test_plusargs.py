"""Plusargs that let the part do at its pins what the real one may do; off by default."""

import pytest

from models.nvdla.config import NV_FULL
from tb.nvdla.design import behavioural
from tests.simulation import check, cocotb_tests, counting, play

DROPS = "tests.sim.nvdla.debug.drop_cases"
LATENCY = "tests.sim.nvdla.debug.latency_cases"
OVERTAKE = "tests.sim.nvdla.debug.overtake_cases"
PART_CSB = "tests.sim.nvdla.debug.part_csb_cases"
PART = "tests.sim.nvdla.debug.part_cases"
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


POINTS = {
    "answers_lost": PART_CSB,
    "early_requests_lost": PART_CSB,
    "weight_0_starves": PART,
    "long_bursts_starve": PART,
    "table_writes_lost": PART,
}
"""In which the part may be told to be as strict as the real one, and the tests that show it."""


@pytest.mark.parametrize("sim", BOTH)
@pytest.mark.parametrize(
    "plusarg", ["", "as_the_part", *(pytest.param(name, marks=pytest.mark.long) for name in POINTS)]
)
def test_as_strict_as_the_part(sim, plusarg):
    """Each point by its own plusarg, all of them by one, and none without: each test knows what it was told."""
    plusargs = (f"+{plusarg}",) if plusarg else ()
    for module in (POINTS[plusarg],) if plusarg in POINTS else (PART_CSB, PART):
        result = play(behavioural(NV_FULL), module, sim, plusargs=plusargs)
        for name in cocotb_tests(module):
            check(result, name)
