"""The tests of every module here on the behavioural RTL of Sophgo's TPU.

`make test` plays the small configuration on Icarus; `make long` plays it on the simulator and with the responder that
are left, and the large one on Verilator.
"""

from functools import partial

import pytest

from tb.sophgo.family import FAMILY
from tests.designs import answered
from tests.simulation import cases, check, played

SMALL, LARGE = FAMILY.configs
DESIGN_OF = partial(answered, FAMILY)
CASES = [
    *cases(FAMILY.test_modules(SMALL), ["icarus"], ["python"], config=SMALL),
    *cases(FAMILY.test_modules(SMALL), ["verilator"], ["hdl"], config=SMALL, long=True),
    *cases(FAMILY.test_modules(LARGE), ["verilator"], ["hdl"], config=LARGE, long=True),
]


@pytest.mark.parametrize(("simulation", "name"), CASES)
def test_module(simulation, name):
    check(played(simulation, DESIGN_OF), name)
