"""Tensors for results that nobody has written: their random bytes are no result."""

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from sequences.nvdla.stimulus import SdpLayer, run
from sequences.nvdla.tensors.views import surfaces_of, window
from tests.unit.nvdla.sequences.model_bench import model_bench

SHAPE = (2, 3, 4)
WHY = r"^tensor of INT8 2x3x4: nothing has been written to it yet: play a layer .* await bench.play\(...\), or run\("


@pytest.fixture(params=CONFIGS)
def bench(request):
    return model_bench(CONFIGS[request.param])


@pytest.mark.parametrize("place", [{}, {"gaps": (1, 2)}, {"layout": "planes"}, {"at": 0x8000_0000}])
def test_nothing_is_read_before_something_is_written(bench, place):
    y = bench.empty(SHAPE, "INT8", **place)
    with pytest.raises(ValueError, match=WHY):
        y.numpy()
    y.load(np.zeros(SHAPE, int))
    assert not y.numpy().any()


@pytest.mark.filterwarnings("ignore:coroutine")
def test_a_layer_that_nobody_waits_for(bench):
    x, y = bench.tensor(np.ones(SHAPE, int), "INT8"), bench.empty(SHAPE, "INT8")
    bench.play(SdpLayer(y, x=x)).close()
    with pytest.raises(ValueError, match=WHY):
        y.numpy()
    run(bench.play(SdpLayer(y, x=x)))
    assert y.numpy().all()


def test_so_few_bytes_may_be_a_result(bench):
    assert bench.empty((1, 1, 7), "INT8").numpy().shape == (1, 1, 7)


def test_each_cube_of_a_batch(bench):
    batch = bench.empty_batch((2, *SHAPE), "INT8", gaps=(1, 0), apart=1)
    batch.cubes[0].load(np.zeros(SHAPE, int))
    assert not batch.cubes[0].numpy().any()
    with pytest.raises(ValueError, match=WHY):
        batch.cubes[1].numpy()
    with pytest.raises(ValueError, match=WHY):
        batch.numpy()
    batch.load(np.ones((2, *SHAPE), int))
    assert batch.numpy().all()


def test_parts_of_a_tensor(bench):
    whole = bench.empty(SHAPE, "INT16")
    parts = window(whole, range(0, 3, 2), range(1, 4)), surfaces_of(whole, 0, 2)
    for part in parts:
        with pytest.raises(ValueError, match=r"nothing has been written to it yet"):
            part.numpy()
    whole.load(np.ones(SHAPE, int))
    for part in (*parts, window(whole, range(3), range(4))):
        assert part.numpy().all()
