"""How results are held against the judge's, with what a judge might say."""

from collections import Counter

import numpy as np
import pytest

from models.vipnano.config import VIPNANO_QI
from sequences.vipnano.draw.layers import draw_add, draw_layer, draw_tensors
from tb.vipnano.judge import library
from tb.vipnano.judge.__main__ import main
from tb.vipnano.judge.play import hold, played
from tb.vipnano.judge.sums import sums_of_layer


def exact(layer, tensor):
    """What a judge says who rounds the exact results."""
    scale = layer.input.scale * layer.kernel.scale / layer.output.scale
    results = np.floor(sums_of_layer(layer, tensor) * scale + layer.output.zero_point + 0.5)
    return np.clip(results, 0, 255).astype(np.uint8)


def test_exact_results_part_from_ours_by_one_at_most():
    off = Counter()
    for number in range(16):
        rng = np.random.default_rng([21, number])
        layer = draw_layer(rng)
        tensors = draw_tensors(rng, layer)
        held = hold(layer, tensors, exact(layer, tensors[0]), VIPNANO_QI)
        assert held.wrong == (), f"layer {number}"
        assert sum(held.off.values()) == np.prod(layer.out_shape)
        off += held.off
    assert set(off) == {0, 1}


def test_a_judge_that_is_off_is_told():
    rng = np.random.default_rng([21, 1])
    layer = draw_layer(rng)
    tensors = draw_tensors(rng, layer)
    judged = exact(layer, tensors[0]).astype(int)
    wrong = np.where(judged < 128, judged + 2, judged - 2).astype(np.uint8)
    texts = hold(layer, tensors, wrong, VIPNANO_QI).wrong
    assert any("of the judge are not the sums times the scale" in text for text in texts)
    assert any(text.startswith("off by ") for text in texts)


def test_an_addition_may_be_off_by_two():
    rng = np.random.default_rng(4)
    layer = draw_add(rng)
    tensors = draw_tensors(rng, layer)
    here = played(layer, tensors, VIPNANO_QI).astype(int)
    near = np.where(here < 128, here + 2, here - 2).astype(np.uint8)
    assert hold(layer, tensors, near, VIPNANO_QI).wrong == ()
    far = np.where(here < 128, here + 3, here - 3).astype(np.uint8)
    assert hold(layer, tensors, far, VIPNANO_QI).wrong == ("off by 3, 2 are allowed",)


def test_without_the_library_the_judge_is_skipped(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv(library.WHERE, str(tmp_path))
    assert main(["--count", "1"]) == 0
    assert capsys.readouterr().out.startswith(f"judge: skipped, as {tmp_path}/ai_edge_litert/")


def test_another_library_is_not_taken(monkeypatch, tmp_path):
    monkeypatch.setenv(library.WHERE, str(tmp_path))
    (tmp_path / library.MODULE).mkdir()
    (tmp_path / library.MODULE / library.LIBRARY).write_bytes(b"another")
    with pytest.raises(library.NoJudgeError, match="is not that of ai-edge-litert"):
        library.find_folder()
