"""The demonstration's network, on the reference device alone and in plain numpy."""

import numpy as np
import pytest

from sequences.model_host import run
from sequences.nvdla.demo.pictures import SIZE, WAYS, draw_picture
from sequences.nvdla.demo.plain import scores_of
from sequences.nvdla.demo.play import TOLERANCE, see_stripes
from tests.unit.nvdla.sequences.model_bench import clean_layers, model_bench


@pytest.mark.parametrize("seed", range(3))
def test_the_network_sees_which_way_stripes_run(config, seed):
    bench = model_bench(config, seed)
    seen = run(see_stripes(bench))
    assert [one.answer for one in seen] == [one.drawn for one in seen] == list(WAYS)
    assert max(one.off for one in seen) <= TOLERANCE / 2
    layers = clean_layers(bench)
    stages = [layer.stage for layer in layers]
    assert {name: stages.count(name) for name in stages} == {"CONV": 12, "SDP": 16, "PDP": 8, "CDP": 4}
    assert {layer.descriptor.precision for layer in layers} == {"INT8", "INT16", "FP16"}


def test_no_seed_draws_a_picture_that_looks_another_way():
    rng = np.random.default_rng(1)
    for way in WAYS * 40:
        picture = draw_picture(rng, way)
        scores = scores_of(picture)
        best, second = np.sort(scores)[[-1, -2]]
        assert picture.shape == (4, SIZE, SIZE)
        assert WAYS[int(scores.argmax())] == way
        assert best - second > 10 * TOLERANCE
