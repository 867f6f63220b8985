import pytest

from tests.unit.pipeline.ring_bench import RingBench


@pytest.fixture(params=[1, 3, 4096], ids=lambda size: f"batch{size}")
def bench(request):
    return RingBench(request.param)
