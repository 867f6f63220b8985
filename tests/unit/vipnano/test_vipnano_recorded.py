"""Layers that LiteRT has played: jobs make the same of them, but for what the multiplier of 16 bits leaves out."""

from collections import Counter

import numpy as np
import pytest

from models.vipnano.config import CONFIGS
from sequences.vipnano.layers import Add, Conv2d, FullyConnected
from sequences.vipnano.recorded import read_recorded, write_recorded
from tb.vipnano.judge.play import hold
from tests.unit.vipnano import VECTORS

CASES = read_recorded(VECTORS / "layers.npz")
PART = 50


@pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)
@pytest.mark.parametrize("first", range(0, len(CASES), PART))
def test_layers_come_to_what_they_came_to(first, config):
    off = Counter()
    for number, case in enumerate(CASES[first : first + PART], first):
        held = hold(case.layer, case.tensors, case.output, config)
        assert held.wrong == (), f"layer {number}: {case.layer}"
        off += held.off
    assert off[0] > 100 * sum(times for most, times in off.items() if most)


def test_every_kind_of_layer_was_recorded():
    kinds = Counter((type(case.layer), getattr(case.layer, "depthwise", False)) for case in CASES)
    assert set(kinds) == {(Conv2d, False), (Conv2d, True), (FullyConnected, False), (Add, False)}
    assert min(kinds.values()) >= 5
    assert len(CASES) == 200
    assert all(case.output.shape == case.layer.out_shape for case in CASES)


def test_what_is_written_is_read(tmp_path):
    write_recorded(tmp_path / "some.npz", CASES[:20])
    for case, again in zip(CASES[:20], read_recorded(tmp_path / "some.npz"), strict=True):
        assert type(again.layer) is type(case.layer)
        assert again.layer.output == case.layer.output
        assert np.array_equal(again.output, case.output)
        assert all(map(np.array_equal, again.tensors, case.tensors))
