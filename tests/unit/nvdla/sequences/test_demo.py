"""The demonstration's networks, on the reference device alone and in plain numpy."""

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from sequences.model_host import run
from sequences.nvdla.demo.bytes_network import BytesNetwork
from sequences.nvdla.demo.network import StripesNetwork
from sequences.nvdla.demo.pictures import SIZE, WAYS, draw_picture
from sequences.nvdla.demo.plain import scores_in_bytes, scores_of
from sequences.nvdla.demo.play import see_stripes
from tests.unit.nvdla.sequences.model_bench import clean_layers, model_bench


@pytest.mark.parametrize("seed", range(3))
def test_the_network_sees_which_way_stripes_run(config, seed):
    bench = model_bench(config, seed)
    seen = run(see_stripes(bench, StripesNetwork(bench), scores_of))
    assert [one.answer for one in seen] == [one.drawn for one in seen] == list(WAYS)
    assert max(one.off for one in seen) <= StripesNetwork.tolerance / 2
    layers = clean_layers(bench)
    stages = [layer.stage for layer in layers]
    assert {name: stages.count(name) for name in stages} == {"CONV": 12, "SDP": 16, "PDP": 8, "CDP": 4}
    assert {layer.descriptor.precision for layer in layers} == {"INT8", "INT16", "FP16"}


@pytest.mark.parametrize("name", ["nv_small", "nv_small_256_full", "nv_medium_512", "nv_large", "tiny"])
def test_so_does_the_one_of_parts_with_int8_only(name):
    bench = model_bench(CONFIGS[name], 1)
    seen = run(see_stripes(bench, BytesNetwork(bench), scores_in_bytes))
    assert [one.answer for one in seen] == [one.drawn for one in seen] == list(WAYS)
    assert 0 < max(one.off for one in seen) <= BytesNetwork.tolerance
    layers = clean_layers(bench)
    stages = [layer.stage for layer in layers]
    assert {name: stages.count(name) for name in stages} == {"CONV": 12, "SDP": 12, "PDP": 8, "CDP": 4}
    assert {layer.descriptor.precision for layer in layers} == {"INT8"}


@pytest.mark.parametrize(("plain", "network"), [(scores_of, StripesNetwork), (scores_in_bytes, BytesNetwork)])
def test_no_seed_draws_a_picture_that_looks_another_way(plain, network):
    rng = np.random.default_rng(1)
    for way in WAYS * 40:
        picture = draw_picture(rng, way)
        scores = plain(picture)
        best, second = np.sort(scores)[[-1, -2]]
        assert picture.shape == (4, SIZE, SIZE)
        assert WAYS[int(scores.argmax())] == way
        assert best - second > 10 * network.tolerance
