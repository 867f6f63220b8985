"""Tensors whose memory was given back: neither given back again nor played."""

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from sequences.nvdla.stimulus import Convolve, Copy, ForImage, SdpLayer, add, bias, run
from tests.unit.nvdla.sequences.model_bench import model_bench
from tests.unit.nvdla.sequences.wrong.test_wrong_tensors import refused

ZEROS = np.zeros((2, 3, 3), int)


@pytest.fixture
def bench():
    return model_bench(CONFIGS["nv_full"])


def made(bench):
    """A tensor of each kind."""
    return [
        bench.tensor(ZEROS, "INT8"),
        bench.batch(ZEROS[None], "INT8"),
        bench.image(ZEROS[:1], "T_R8"),
        bench.kernels(ZEROS[None], "INT8", compressed=True),
        bench.operands("INT8", alu=ZEROS),
    ]


def test_each_is_given_back_once(bench):
    for tensor in made(bench):
        bench.free(tensor)
        name = type(tensor).__name__
        refused(f"^bench.free: {name} of INT8 .* was given back already, or is of another bench", bench.free, tensor)


def test_twice_in_one_call(bench):
    x = bench.tensor(ZEROS, "INT8")
    refused("Tensor of INT8 2x3x3 was given back already", bench.free, x, x)


@pytest.mark.parametrize("given", [ZEROS, None, "x", [ZEROS]])
def test_what_is_no_tensor(bench, given):
    refused(r"^bench.free: \w+ is no tensor: give what bench.tensor and others made$", bench.free, given)


def test_it_is_not_played(bench):
    x, freed = (bench.tensor(ZEROS, "INT8") for _ in range(2))
    y, operands = bench.empty(x.shape, "INT8"), bench.operands("INT8", alu=[1, 2])
    w, image = bench.kernels(np.ones((1, 1, 1, 1), int), "INT8", order=ForImage()), bench.image(ZEROS[:1], "T_R8")
    seen = Convolve(image, w, signed=True)
    out = bench.empty(seen.shape, "INT8")
    bench.free(freed, operands, w)
    for layer, what in (
        (Copy(x, freed), "Copy has Tensor"),
        (Copy(freed, y), "Copy has Tensor"),
        (SdpLayer(y, [bias(operands)], x=x), "SdpLayer has OperandTensor"),
        (SdpLayer(y, [add(freed)], x=x), "SdpLayer has Tensor"),
        (seen >> SdpLayer(out), "Convolve has KernelTensor"),
    ):
        why = f"^bench.play: {what} of INT8 .* that was given back by bench.free: make it again$"
        refused(why, run, bench.play(layer))


def test_what_is_left_is_played(bench):
    x, y = bench.tensor(ZEROS, "INT8"), bench.empty(ZEROS.shape, "INT8")
    bench.free(bench.tensor(ZEROS, "INT8"))
    run(bench.play(Copy(x, y)))
    assert not y.numpy().any()
