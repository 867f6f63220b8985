import pytest

from tests.unit.nvdla.scoreboard.bench import Bench


@pytest.fixture(params=[1, 3, 4096], ids=lambda size: f"batch{size}")
def bench(request, config):
    return Bench(config, batch=request.param)
