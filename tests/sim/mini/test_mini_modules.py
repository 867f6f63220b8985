"""The tests of every module here on mini's behavioural RTL.

`make test` plays each configuration on one simulator with one responder, `make long` on the other with the other one.
"""

from functools import partial

import pytest

from tb.mini.family import FAMILY
from tests.designs import answered
from tests.simulation import cases, check, played

WIDE, NARROW = FAMILY.configs
DESIGN_OF = partial(answered, FAMILY)
CASES = [
    *cases(FAMILY.test_modules(WIDE), ["verilator"], ["hdl"], config=WIDE),
    *cases(FAMILY.test_modules(NARROW), ["icarus"], ["python"], config=NARROW),
    *cases(FAMILY.test_modules(WIDE), ["icarus"], ["python"], config=WIDE, long=True),
    *cases(FAMILY.test_modules(NARROW), ["verilator"], ["hdl"], config=NARROW, long=True),
]


@pytest.mark.parametrize(("simulation", "name"), CASES)
def test_module(simulation, name):
    check(played(simulation, DESIGN_OF), name)
