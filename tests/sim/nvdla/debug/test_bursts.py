"""A memory interface with bursts longer than what its clients otherwise hold."""

from dataclasses import replace

import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.config.rules import check_config
from models.nvdla.registers import registers
from tb.nvdla.rtl_packages import rtl_packages
from tests.sim.nvdla.debug.burst_port import LONGEST, LONGEST_VARIABLE, with_bursts
from tests.sim.nvdla.debug.test_streams import design
from tests.simulation import ICARUS_FIRST, check, cocotb_tests, play

MODULE = "tests.sim.nvdla.debug.burst_cases"
PACKAGE = "nvdla_config_pkg"


def design_with_bursts(longest, folder):
    """The memory interface with the sizes of such a port."""
    config = with_bursts(longest)
    assert check_config(config) == []
    own = folder / f"{PACKAGE}.sv"
    own.write_text(rtl_packages(config, registers(CONFIGS["tiny"]).blocks)[PACKAGE])
    plain = design()
    sources = tuple(own if path.stem == PACKAGE else path for path in plain.sources)
    return replace(plain, name=f"{plain.name}-{config.name}", sources=sources)


@pytest.mark.parametrize("longest", LONGEST)
@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_long_bursts(sim, longest, tmp_path):
    result = play(design_with_bursts(longest, tmp_path), MODULE, sim, env={LONGEST_VARIABLE: str(longest)})
    for name in cocotb_tests(MODULE):
        check(result, name)
