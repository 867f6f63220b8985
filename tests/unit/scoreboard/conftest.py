import pytest

from models.nvdla.config import NV_FULL
from tests.unit.models.tiny import TINY
from tests.unit.scoreboard.bench import Bench


@pytest.fixture(params=[NV_FULL, TINY], ids=["nv_full", "tiny"])
def config(request):
    return request.param


@pytest.fixture(params=[1, 3, 4096], ids=lambda size: f"batch{size}")
def bench(request, config):
    return Bench(config, batch=request.param)
