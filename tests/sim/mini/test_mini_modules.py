"""The tests of every module here on mini's behavioural RTL.

`make test` plays the narrow configuration on Icarus, and random programs of the wide one on Verilator; `make long`
plays each on the simulator and with the responder that are left.
"""

from functools import partial

import pytest

from tb.mini.family import FAMILY
from tests.designs import answered
from tests.simulation import cases, check, played

WIDE, NARROW = FAMILY.configs
DESIGN_OF = partial(answered, FAMILY)
RANDOM = "tests.sim.mini.random"
OTHERS = [module for module in FAMILY.test_modules(WIDE) if module != RANDOM]
CASES = [
    *cases([RANDOM], ["verilator"], ["hdl"], config=WIDE),
    *cases(OTHERS, ["verilator"], ["hdl"], config=WIDE, long=True),
    *cases(FAMILY.test_modules(NARROW), ["icarus"], ["python"], config=NARROW),
    *cases(FAMILY.test_modules(WIDE), ["icarus"], ["python"], config=WIDE, long=True),
    *cases(FAMILY.test_modules(NARROW), ["verilator"], ["hdl"], config=NARROW, long=True),
]


@pytest.mark.parametrize(("simulation", "name"), CASES)
def test_module(simulation, name):
    check(played(simulation, DESIGN_OF), name)
