"""The tests of every module here on the behavioural RTL: on both simulators, whoever answers the memory ports."""

import pytest

from tb.nvdla.family import FAMILY
from tests.nvdla_designs import answered
from tests.simulation import RESPONDERS, SIMULATORS, cases, check, play, played

LONG = ("tests.sim.nvdla.layers", "tests.sim.nvdla.registers")
"""Once is enough."""
SHORT = [module for module in FAMILY.test_modules if module not in LONG]


@pytest.mark.parametrize(("simulation", "name"), [*cases(SHORT), *cases(LONG, ["verilator"], ["python"])])
def test_module(simulation, name):
    check(played(simulation, answered), name)


@pytest.mark.parametrize(("module", "name"), [("bdma", "RandomBdmaTest"), ("rubik", "RandomRubikTest")])
def test_same_seed_gives_the_same_bytes_on_both_simulators_whoever_answers(module, name):
    fields = ("layers", "bytes checked", "register writes", "memory bytes compared")
    runs = [(responder, sim) for responder in RESPONDERS for sim in SIMULATORS]
    played_alone = [play(answered(who), f"tests.sim.nvdla.{module}", sim, test_filter=name) for who, sim in runs]
    counts = [[item.records[0].counters[field] for field in fields] for item in played_alone]
    assert all(one == counts[0] for one in counts)
    assert all(counts[0])
