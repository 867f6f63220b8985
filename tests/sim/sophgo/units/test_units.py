"""The blocks of the behavioural RTL, against numbers worked out by hand or by plain Python."""

import pytest

from models.sophgo.config import CONFIGS
from tb.runner.simulators.verilator.simulator import lint
from tb.sophgo.design import behavioural
from tests.simulation import ICARUS_FIRST, check, cocotb_tests, play

SMALL = CONFIGS["mini_tpu"]
MODULES = [f"tests.sim.sophgo.units.{name}_cases" for name in ("queue", "gdma", "tiu")]


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_unit(sim, module):
    result = play(behavioural(SMALL), module, sim)
    for name in cocotb_tests(module):
        check(result, name)


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_verilator_has_no_warnings(config):
    assert lint(behavioural(config)) == ""
