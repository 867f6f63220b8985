"""The behavioural RTL, against layers that were recorded elsewhere."""

import pytest

from models.vipnano.config import CONFIGS
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.simulators.verilator.simulator import lint
from tb.vipnano.design import behavioural
from tests.simulation import check, cocotb_tests, play

RECORDED = "tests.sim.vipnano.units.recorded_cases"


@pytest.mark.parametrize(
    ("config", "sim"), [("mini_vip", "icarus"), pytest.param("vipnano_qi", "verilator", marks=pytest.mark.long)]
)
def test_recorded_layers(config, sim):
    result = play(behavioural(CONFIGS[config]), RECORDED, sim, env={CONFIG_VARIABLE: config})
    for name in cocotb_tests(RECORDED):
        check(result, name)


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
def test_verilator_has_no_warnings(config):
    assert lint(behavioural(config)) == ""
