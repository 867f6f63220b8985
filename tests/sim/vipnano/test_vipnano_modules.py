"""The tests of every module here on the behavioural RTL of VIPNano.

`make test` plays the small configuration on Icarus; `make long` plays random jobs of the large one on Verilator.
"""

from functools import partial

import pytest

from tb.vipnano.family import FAMILY
from tests.designs import answered
from tests.simulation import cases, check, played

SMALL, LARGE = FAMILY.configs
DESIGN_OF = partial(answered, FAMILY)
MODULES = FAMILY.test_modules(SMALL)
RANDOM = "tests.sim.vipnano.random"
CASES = [
    *cases(MODULES, ["icarus"], ["python"], config=SMALL),
    *cases([RANDOM], ["verilator"], ["python"], config=LARGE, long=True),
]


@pytest.mark.parametrize(("simulation", "name"), CASES)
def test_module(simulation, name):
    check(played(simulation, DESIGN_OF), name)
