"""Clocks that stand still change nothing: all that passes between units is the same, to the cycle, when they run."""

import pytest

from models.nvdla.config import NV_FULL, find_config
from tb.nvdla.design import behavioural
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.link_taps import with_taps
from tb.taps import SUFFIX
from tests.sim.nvdla.debug.clock_cases import KEEP
from tests.simulation import check, cocotb_tests, play

MODULE = "tests.sim.nvdla.debug.clock_cases"
IDLE = "IdleClocksTest"
PINS = ("global_clk_ovr_on", "tmc2slcg_disable_clock_gating")
TINY = find_config("tiny")


@pytest.mark.long
@pytest.mark.parametrize("waits", [(), ("+links_wait=3",)], ids=["free", "held"])
@pytest.mark.parametrize(("sim", "pins"), [("icarus", PINS), ("verilator", PINS[:1])])
def test_what_passes_between_units_is_the_same_when_clocks_never_stand_still(sim, pins, waits):
    for name in [name for name in cocotb_tests(MODULE) if name != IDLE]:
        gated = passed(sim, name, *waits)
        assert sum(map(len, gated.values())) > 0
        for pin in pins:
            assert passed(sim, name, f"+{KEEP}={pin}", *waits) == gated


@pytest.mark.parametrize("pin", [None, PINS[0], *(pytest.param(pin, marks=pytest.mark.long) for pin in PINS[1:])])
def test_clocks_stand_still_unless_a_pin_keeps_them_running(pin):
    plusargs = (f"+{KEEP}={pin}",) if pin else ()
    check(play(behavioural(NV_FULL), MODULE, "icarus", test_filter=rf"\.{IDLE}$", plusargs=plusargs), IDLE)


def passed(sim, name, *plusargs):
    """What the taps of one test wrote: time, layer, group and payload of each transfer, and when the test ended."""
    design, plusargs = with_taps(behavioural(TINY)), ("+taps=.", *plusargs)
    env = {CONFIG_VARIABLE: TINY.name}
    result = play(design, MODULE, sim, test_filter=rf"\.{name}$", plusargs=plusargs, env=env)
    check(result, name)
    files = {path.stem: path.read_bytes() for path in result.job.run_dir.glob(f"*{SUFFIX}")}
    return files | {"end": str(result.records[0].sim_time_ns).encode()}
