import pytest

from tests.copier.copies import SIZES
from tests.unit.scoreboard.copier_bench import CopierBench


@pytest.fixture(params=SIZES, ids=lambda sizes: sizes.name)
def sizes(request):
    return request.param


@pytest.fixture(params=[1, 3, 4096], ids=lambda size: f"batch{size}")
def bench(request, sizes):
    return CopierBench(sizes, batch=request.param)
