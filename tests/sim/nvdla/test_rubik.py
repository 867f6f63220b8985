"""Rubik on the behavioural RTL, on both simulators."""

import pytest

from models.nvdla.config import NV_FULL
from tb.nvdla.design import behavioural
from tests.simulation import SIMULATORS, check, cocotb_tests, play

MODULE = "tests.sim.nvdla.rubik"


@pytest.fixture(scope="module", params=SIMULATORS)
def result(request):
    return play(behavioural(NV_FULL), MODULE, request.param)


@pytest.mark.parametrize("name", cocotb_tests(MODULE))
def test_rubik(result, name):
    check(result, name)
    record = next(item for item in result.records if item.name.endswith(name))
    assert record.counters["bytes checked"] > 0


def test_same_seed_gives_the_same_bytes_on_both_simulators():
    fields = ("layers", "bytes checked", "register writes", "memory bytes compared")
    results = [play(behavioural(NV_FULL), MODULE, sim, test_filter="RandomRubikTest") for sim in SIMULATORS]
    first, second = ({name: item.records[0].counters[name] for name in fields} for item in results)
    assert first == second
