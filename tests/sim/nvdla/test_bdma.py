"""The BDMA on the behavioural RTL, on both simulators."""

import pytest

from tests.nvdla_designs import RESPONDERS, answered
from tests.simulation import SIMULATORS, check, cocotb_tests, play

MODULE = "tests.sim.nvdla.bdma"


@pytest.fixture(scope="module", params=RESPONDERS)
def responder(request):
    return request.param


@pytest.fixture(scope="module", params=SIMULATORS)
def result(request, responder):
    return play(answered(responder), MODULE, request.param)


@pytest.mark.parametrize("name", cocotb_tests(MODULE))
def test_bdma(result, name):
    check(result, name)
    record = next(item for item in result.records if item.name.endswith(name))
    assert record.counters["bytes checked"] > 0


def test_same_seed_gives_the_same_bytes_on_both_simulators_whoever_answers():
    fields = ("layers", "bytes checked", "register writes", "memory bytes compared")
    runs = [(responder, sim) for responder in RESPONDERS for sim in SIMULATORS]
    results = [play(answered(responder), MODULE, sim, test_filter="RandomBdmaTest") for responder, sim in runs]
    counts = [[item.records[0].counters[name] for name in fields] for item in results]
    assert all(one == counts[0] for one in counts)
