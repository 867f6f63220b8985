"""Deconvolution on the model: what comes out is a plain deconvolution of the whole tensor."""

import numpy as np
import pytest

from models.nvdla.sdp.descriptor import OutputConvertor
from sequences.model_host import ModelHost, run
from sequences.nvdla.bench import make_bench
from sequences.nvdla.conv.deconvolution import DeconvolutionPlan, Deconvolve, deconvolve
from sequences.nvdla.conv.on_tensors.phases import Axis
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.post_processing.steps import bias
from tests.unit.nvdla.models.copies import memory
from tests.unit.nvdla.models.heard import HeardDevice

SHIFT = 5


@pytest.fixture
def bench(config):
    return make_bench(ModelHost(HeardDevice(config)), config, np.random.default_rng(1))


def stages(bench):
    happened = bench.host.device.take_happened()
    assert (happened.warnings, happened.refused) == ([], [])
    assert not any(layer.races or layer.unknown_reads for layer in happened.started)
    found = [layer.stage for layer in happened.started]
    return {name: found.count(name) for name in set(found)}


def deconvolved(x, w, stride, crop):
    """Every input pixel adds its kernels to the output; stride in x and y, what is cut off left, right, top, bottom."""
    (_, height, width), (kernels, _, rows, columns) = x.shape, w.shape
    whole = np.zeros((kernels, (height - 1) * stride[1] + rows, (width - 1) * stride[0] + columns), np.int64)
    for line, column in np.ndindex(height, width):
        top, left = line * stride[1], column * stride[0]
        whole[:, top : top + rows, left : left + columns] += np.einsum("c,kcrs->krs", x[:, line, column], w)
    return whole[:, crop[2] : whole.shape[1] - crop[3], crop[0] : whole.shape[2] - crop[1]]


def rounded(values, shift, bits):
    """Shifted right, half away from zero, and saturated."""
    half = np.sign(values) * ((np.abs(values) + (1 << (shift - 1))) >> shift)
    return np.clip(half, -(1 << (bits - 1)), (1 << (bits - 1)) - 1)


CASES = {
    "usual": ((4, 5), (4, 4), (2, 2), (1, 1, 1, 1)),
    "odd": ((3, 4), (3, 3), (2, 2), (0, 0, 0, 0)),
    "same": ((4, 3), (3, 3), (2, 2), (1, 0, 1, 0)),
    "holes": ((3, 3), (1, 2), (3, 2), (0, 0, 0, 0)),
    "wide": ((3, 2), (5, 3), (1, 3), (2, 1, 0, 3)),
    "cut": ((5, 5), (4, 5), (2, 2), (4, 3, 5, 2)),
}
"""Height and width of the input, of the kernels, strides, what is cut off."""


@pytest.mark.parametrize("by_row", [False, True], ids=["at-once", "by-row"])
@pytest.mark.parametrize("name", CASES)
def test_arrays_come_out_deconvolved(bench, config, name, by_row):
    size, taps, stride, crop = CASES[name]
    channels, kernels = config.mac_channels + 3, config.atom_bytes + 2
    x = bench.tensor(bench.rng.integers(-30, 31, (channels, *size)), "INT8", gaps=(1, 0))
    w = bench.rng.integers(-30, 31, (kernels, channels, *taps))
    layer = Deconvolve(x, w, stride=stride, crop=crop, by_row=by_row)
    wanted = deconvolved(x.numpy().astype(np.int64), w, stride, crop)
    assert layer.shape == wanted.shape
    y = bench.empty(layer.shape, "INT8", ram=memory(config, "CVSRAM"))
    run(deconvolve(bench, layer, SdpLayer(y, convertor=OutputConvertor(shift=SHIFT))))
    assert (y.numpy() == rounded(wanted, SHIFT, 8)).all()
    assert y.numpy().any()
    found = stages(bench)
    assert found["CONV"] >= stride[0] * stride[1], "more where one does not fit the buffer"
    assert found["RBK"] == (stride[1] if by_row else 1)


@pytest.mark.parametrize("by_row", [False, True])
@pytest.mark.parametrize(("source", "made"), [("INT16", "INT16"), ("INT8", "INT16")])
def test_elements_may_be_wider(bench, source, made, by_row):
    x = bench.tensor(bench.rng.integers(-30, 31, (5, 3, 3)), source)
    w = bench.rng.integers(-30, 31, (3, 5, 4, 4))
    layer = Deconvolve(x, w, crop=1, by_row=by_row)
    y = bench.empty(layer.shape, made)
    run(deconvolve(bench, layer, SdpLayer(y)))
    assert (y.numpy() == deconvolved(x.numpy().astype(np.int64), w, (2, 2), (1, 1, 1, 1))).all()
    assert stages(bench)["CONV"] == 4


def test_its_memory_is_given_back(bench):
    x, w = bench.tensor(np.ones((3, 3, 3), int), "INT8"), np.ones((2, 3, 3, 3), int)
    layer = Deconvolve(x, w)
    plan = DeconvolutionPlan(bench, layer, SdpLayer(bench.empty(layer.shape, "INT8")))
    *_, contract, _ = plan.layers
    address = contract.source.side.address
    with pytest.raises(ValueError, match="is closer than"):
        bench.empty((2, 3, 3), "INT8", at=address)
    plan.free()
    assert bench.empty((2, 3, 3), "INT8", at=address).side.address == address


def test_what_does_not_fit_is_named(bench):
    x, w = bench.tensor(np.ones((3, 3, 3), int), "INT8"), np.ones((2, 3, 3, 3), int)
    y = bench.empty((2, 6, 7), "INT8")
    with pytest.raises(ValueError, match=r"it gives 2x7x7 \(channels x height x width\), y has 2x6x7"):
        run(deconvolve(bench, Deconvolve(x, w), SdpLayer(y)))
    with pytest.raises(ValueError, match=r"-1x-1 pixels .* are left: crop less"):
        _ = Deconvolve(x, w, crop=4).shape


@pytest.mark.parametrize("seed", range(20))
def test_phases_are_legal_convolutions(seed):
    rng = np.random.default_rng(seed)
    size, taps, stride = (int(rng.integers(1, 9)) for _ in range(3))
    length = (size - 1) * stride + taps
    begin = int(rng.integers(0, length))
    axis = Axis(size=size, taps=taps, stride=stride, crop=(begin, int(rng.integers(0, length - begin))))
    for number in range(stride):
        phase = axis.phase(number)
        assert len(phase.lines) > 0
        assert max(phase.pad) < axis.rows == len(phase.taps)
        assert sum(phase.pad) + len(phase.lines) - axis.rows + 1 == axis.each


def test_every_phase_gets_the_same_bias_for_each_kernel(bench):
    x = bench.tensor(bench.rng.integers(-9, 10, (5, 3, 3)), "INT16")
    w, biases = bench.rng.integers(-9, 10, (3, 5, 4, 4)), bench.rng.integers(-90, 91, 3)
    layer = Deconvolve(x, w, crop=1)
    y = bench.empty(layer.shape, "INT16")
    run(deconvolve(bench, layer, SdpLayer(y, [bias(bench.operands("INT16", alu=biases))])))
    wanted = deconvolved(x.numpy().astype(np.int64), w, (2, 2), (1, 1, 1, 1)) + biases[:, None, None]
    assert (y.numpy() == wanted).all()
    stages(bench)
