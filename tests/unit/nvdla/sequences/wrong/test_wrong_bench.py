"""Wrong arguments of a bench, of what it plays, and of batch normalisation: one line that says what to write."""

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from sequences.model_host import run
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.bench import make_bench
from sequences.nvdla.post_processing.batch_norm import batch_norm
from tests.unit.nvdla.sequences.model_bench import model_bench
from tests.unit.nvdla.sequences.wrong.refusing import refused

NV_FULL = CONFIGS["nv_full"]


@pytest.fixture
def bench():
    return model_bench(NV_FULL)


class TestPlay:
    def test_nothing(self, bench):
        refused(r"bench.play: nothing to play: give it layers, such as bench.play\(Copy\(x, y\)\)$", run, bench.play())

    def test_a_word(self, bench):
        refused("bench.play: str is no layer: write a layer such as Copy", run, bench.play("conv"))

    def test_knobs(self, bench):
        x, y = (bench.empty((1, 1, 1), "INT8") for _ in range(2))
        refused(r"bench.play: knobs is 3: write FirmwareKnobs\(...\) of", run, bench.play(Copy(x, y), knobs=3))

    def test_a_chain_or_a_method_cannot_run(self, bench):
        refused(r"run: method is no coroutine: write run\(bench.play\(...\)\)$", run, bench.play)


class TestMakeBench:
    def test_configurations(self, bench):
        why = r"make_bench: config is 'nv_full': write CONFIGS\['nv_full'\] of models.nvdla.config"
        refused(why, make_bench, bench.host, "nv_full", bench.rng)

    @pytest.mark.parametrize("rng", [1, None, np.random.RandomState(1)])
    def test_generators(self, bench, rng):
        refused(r"make_bench: rng is .*: write np.random.default_rng\(1\)$", make_bench, bench.host, NV_FULL, rng)


class TestBatchNorm:
    @pytest.mark.parametrize(
        ("given", "why"),
        [
            (
                {"mean": np.zeros(4), "variance": np.ones(5)},
                r"shapes do not go together: mean \(4,\), variance \(5,\); give one value for each channel$",
            ),
            (
                {"mean": np.zeros(5), "variance": np.ones(5), "gamma": np.ones(4)},
                r"shapes do not go together: .*gamma \(4,\)",
            ),
            ({"mean": [np.nan, 0], "variance": [1, 1]}, "mean has nan: give finite numbers$"),
            ({"mean": [0, 0], "variance": [1, np.inf]}, "variance has inf: give finite numbers$"),
            ({"mean": [0, 0], "variance": [1, -1]}, r"variance \+ epsilon must be above 0 everywhere$"),
            ({"mean": "x", "variance": [1, 1]}, "mean is no array of numbers: give one for each channel$"),
        ],
    )
    def test_arrays(self, bench, given, why):
        refused(f"batch_norm: {why}", batch_norm, bench, "INT16", **given)
