"""A public AXI4 master against the memory agent: all widths, both simulators, both responders."""

from itertools import product

import pytest

from tests.sim.memory.axi4_ports import WIDTH_VARIABLE, WIDTHS, axi4_design
from tests.simulation import RESPONDERS, SIMULATORS, check, cocotb_tests, play

MODULES = [f"tests.sim.memory.{name}_cases" for name in ("axi4", "axi4_rule")]


@pytest.mark.parametrize(
    ("module", "sim", "responder", "data_bytes"), [*product(MODULES, SIMULATORS, RESPONDERS, WIDTHS)]
)
def test_axi4_memory(module, sim, responder, data_bytes):
    result = play(axi4_design(data_bytes, responder), module, sim, env={WIDTH_VARIABLE: str(data_bytes)})
    for name in cocotb_tests(module):
        check(result, name)
