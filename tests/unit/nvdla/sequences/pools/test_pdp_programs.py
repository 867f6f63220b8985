"""Pooling layers as a user writes them, played on the model."""

from dataclasses import replace
from functools import reduce
from operator import rshift

import numpy as np
import pytest

from models.nvdla.sdp.descriptor import OutputConvertor
from sequences.model_host import run
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.cdp.layers import CdpLayer
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.conv.mapping.split import Split
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.lut.functions import lrn_table, sigmoid_table
from sequences.nvdla.pdp.layers import PdpLayer, Pool
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.post_processing.steps import bias, equal, lookup, normalise
from tests.unit.nvdla.sequences.model_bench import clean_layers, model_bench


def windows(values, kernel, stride, pad, rest):
    """All windows of a cube, padded on each side: [channels, lines, columns, window lines, window columns]."""
    padded = np.pad(values, ((0, 0), (pad, pad + kernel), (pad, pad + kernel)), constant_values=rest)
    cut = np.lib.stride_tricks.sliding_window_view(padded, (kernel, kernel), (1, 2))
    return cut[:, ::stride, ::stride]


def made_of(bench, precision, shape):
    values = bench.rng.integers(-100, 100, shape)
    return values.astype(np.float16) if precision == "FP16" else values


@pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
@pytest.mark.parametrize(("size", "out"), [((7, 9), (3, 4)), ((8, 6), (4, 3))])
def test_a_maximum_from_memory(config, precision, size, out):
    bench = model_bench(config)
    values = made_of(bench, precision, (5, *size))
    x, pool = bench.tensor(values, precision), Pool("MAX", kernel=3, stride=2)
    y = bench.empty(pool.shape(x.shape), precision)
    assert y.shape == (5, *out)
    run(bench.play(PdpLayer(pool, y, x=x)))
    (layer,) = clean_layers(bench)
    assert layer.stage == "PDP"
    wanted = windows(values, 3, 2, 0, -200)[:, : out[0], : out[1]].max(axis=(3, 4))
    made = y.numpy().view(np.float16) if precision == "FP16" else y.numpy()
    assert (made == wanted).all()


def test_an_average_with_padding_that_counts(config):
    bench = model_bench(config)
    values = made_of(bench, "INT16", (3, 4, 4))
    x, pool = bench.tensor(values, "INT16"), Pool("AVERAGE", kernel=2, stride=2, pad=1, pad_value=50)
    y = bench.empty(pool.shape(x.shape), "INT16")
    run(bench.play(PdpLayer(pool, y, x=x)))
    clean_layers(bench)
    sums = windows(values, 2, 2, 1, 50)[:, :3, :3].sum(axis=(3, 4))
    once = np.sign(sums) * (np.abs(sums) + 1 >> 1)
    assert (y.numpy() == np.sign(once) * (np.abs(once) + 1 >> 1)).all()


def test_a_wide_layer_is_split(config):
    bench = model_bench(config)
    values = made_of(bench, "INT8", (1, 5, 300))
    x, pool = bench.tensor(values, "INT8"), Pool("MIN", kernel=(3, 5))
    y = bench.empty(pool.shape(x.shape), "INT8")
    run(bench.play(PdpLayer(pool, y, x=x)))
    (layer,) = clean_layers(bench)
    assert layer.descriptor.strips.split
    cut = np.lib.stride_tricks.sliding_window_view(values, (5, 3), (1, 2))
    assert (y.numpy() == cut.min(axis=(3, 4))).all()


def test_what_sdp_hands_on(config):
    bench = model_bench(config)
    values = made_of(bench, "INT8", (3, 4, 5))
    x, pool = bench.tensor(values, "INT8"), Pool("MAX", kernel=2)
    outputs = [bench.empty(pool.shape(x.shape), "INT8") for _ in range(2)]
    run(bench.play(*(SdpLayer(steps=[bias(-7)], relu=True, x=x) >> PdpLayer(pool, y) for y in outputs)))
    assert [layer.stage for layer in clean_layers(bench)] == ["SDP", "PDP"] * 2
    wanted = windows(np.maximum(values - 7, 0), 2, 1, 0, -200)[:, :3, :4].max(axis=(3, 4))
    assert all((y.numpy() == wanted).all() for y in outputs)


def test_what_a_convolution_hands_on_through_sdp(config):
    bench = model_bench(config)
    values, weights = made_of(bench, "INT16", (3, 5, 6)), bench.rng.integers(-9, 10, (4, 3, 2, 2))
    conv = Convolve(bench.tensor(values, "INT16"), bench.kernels(weights, "INT16"))
    pool = Pool("MIN", kernel=(2, 3), stride=2)
    y = bench.empty(pool.shape(conv.shape), "INT16")
    run(bench.play(conv >> SdpLayer(steps=[bias(1)]) >> PdpLayer(pool, y)))
    layers = clean_layers(bench)
    assert [layer.stage for layer in layers] == ["CONV", "SDP", "PDP"]
    cut = np.lib.stride_tricks.sliding_window_view(values, (2, 2), (1, 2))
    sums = np.einsum("chwij,kcij->khw", cut, weights) + 1
    padded = np.pad(sums, ((0, 0), (0, 1), (0, 1)), constant_values=1 << 15)
    pooled = np.lib.stride_tricks.sliding_window_view(padded, (3, 2), (1, 2))[:, ::2, ::2]
    assert (y.numpy() == pooled.min(axis=(3, 4))).all()


@pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
@pytest.mark.parametrize("method", ["MAX", "MIN", "AVERAGE"])
def test_what_is_handed_on_is_what_would_be_written(config, method, precision):
    bench = model_bench(config)
    x = bench.tensor(made_of(bench, precision, (5, 6, 7)), precision)
    w = bench.kernels(bench.rng.integers(-9, 10, (9, 5, 2, 1)), precision)
    pairs = bench.operands(precision, alu=bench.rng.integers(-99, 99, 9), mul=bench.rng.integers(1, 9, 9))
    table = sigmoid_table("FP16") if precision == "FP16" else sigmoid_table(in_step=2.0**-8)
    pool = Pool(method, kernel=(3, 2), stride=(2, 1), pad=(1, 0), pad_value=3)
    floating, conv = precision == "FP16", Convolve(x, w)
    convertor = OutputConvertor() if floating else OutputConvertor(offset=5, scale=3, shift=9)
    sdp = SdpLayer(steps=[normalise(pairs, shift=0 if floating else 3), lookup(table)], convertor=convertor)
    between = bench.empty(conv.shape, precision)
    flown, stored = (bench.empty(pool.shape(conv.shape), precision) for _ in range(2))
    run(bench.play(conv >> sdp >> PdpLayer(pool, flown)))
    run(bench.play(conv >> replace(sdp, y=between), PdpLayer(pool, stored, x=between)))
    clean_layers(bench)
    assert len(np.unique(flown.numpy())) > 5
    assert (flown.numpy() == stored.numpy()).all()


PARTNERS = {
    "pdp": lambda b: PdpLayer(POOL, b.empty((4, 2, 2), "INT8")),
    "pdp16": lambda b: PdpLayer(POOL, b.empty((4, 2, 2), "INT16")),
    "pdp of x": lambda b: PdpLayer(POOL, b.empty((4, 2, 2), "INT8"), x=cube(b)),
    "pdp without nan": lambda b: PdpLayer(POOL, b.empty((4, 2, 2), "INT8"), nan_to_zero=True),
    "sdp": lambda _: SdpLayer(),
    "sdp of x": lambda b: SdpLayer(x=cube(b)),
    "sdp to y": lambda b: SdpLayer(cube(b), x=cube(b)),
    "sdp that compares": lambda b: SdpLayer(steps=[equal(3)], x=cube(b)),
    "conv": lambda b: Convolve(cube(b), b.kernels(np.ones((4, 4, 1, 1), int), "INT8")),
    "conv in parts": lambda b: Convolve(cube(b), b.kernels(np.ones((4, 4, 1, 1), int), "INT8"), split=Split(lines=2)),
    "conv of batches": lambda b: Convolve(
        b.batch(np.zeros((2, 4, 4, 4), np.int8), "INT8"), b.kernels(np.ones((4, 4, 1, 1), int), "INT8")
    ),
    "cdp": lambda b: CdpLayer(cube(b), cube(b), lrn_table("INT8")),
    "copy": lambda b: Copy(cube(b), cube(b)),
}
POOL = Pool("MAX", 2, stride=2)


def cube(bench):
    return bench.tensor(np.zeros((4, 4, 4), np.int8), "INT8")


@pytest.mark.parametrize(
    ("names", "why"),
    [
        ("conv, pdp", r"Convolve: PdpLayer cannot .* write Convolve\(x, w\) >> SdpLayer\(\) >> PdpLayer"),
        ("conv, cdp", "Convolve: CdpLayer cannot take its result, only SDP can"),
        ("sdp of x, cdp", "SdpLayer: CdpLayer cannot take its result: give it y, and let them play one behind"),
        ("sdp of x, sdp", "SdpLayer: SdpLayer cannot take its result"),
        ("sdp to y, pdp", "SdpLayer: y is given, and another layer takes the result: leave y out"),
        ("sdp that compares, pdp", "SdpLayer: a step compares, and another layer takes the result: leave it out"),
        ("sdp of x", r"SdpLayer: nothing becomes of its result: give it y, or write >> PdpLayer\(pool, y\) behind"),
        ("sdp of x, pdp16", "what another layer takes keeps its precision: INT8 does not become INT16; write y"),
        ("conv, sdp, pdp16", "what another layer takes keeps its precision: INT8 does not become INT16; write y"),
        ("sdp of x, pdp of x", "PdpLayer: x is given, and SdpLayer hands its result on"),
        ("sdp of x, pdp without nan", "nan_to_zero is for an input in memory: give it to the SdpLayer before"),
        ("conv, sdp of x, pdp", "SdpLayer: x is given, and another layer feeds it"),
        ("conv in parts, sdp, pdp", "it takes 2 hardware layers, and PdpLayer takes whole cubes: write y, and give it"),
        ("conv of batches, sdp, pdp", "2 batches, and PDP takes one cube line by line: write y"),
        ("pdp of x, sdp to y", "PdpLayer: SdpLayer cannot take its result: let them play one behind the other"),
        ("pdp of x, pdp", "PdpLayer: PdpLayer cannot take its result"),
        ("copy, copy", "Copy: Copy cannot take its result: let them play one behind the other, without >>"),
        ("pdp", r"nothing feeds it; give it x, in memory, or write SdpLayer\(...\) >> PdpLayer\(pool, y\)"),
    ],
)
def test_layers_that_do_not_go_together_are_told(config, names, why):
    bench = model_bench(config)
    first, *others = (PARTNERS[name](bench) for name in names.split(", "))
    with pytest.raises(ValueError, match=why) as error:
        jobs_of([reduce(rshift, others, first)], config)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("pool", "shape", "why"),
    [
        (Pool("MAX", 2), (1, 3, 4), "an input of 1x3x5 makes 1x2x4, y is 1x3x4"),
        (Pool("MAX", 1, stride=2), (1, 2, 3), ""),
        (Pool("MAX", 1, stride=3), (1, 1, 2), "1 of 5 columns are in no window"),
    ],
)
def test_what_does_not_fit_is_told(config, pool, shape, why):
    bench = model_bench(config)
    x, y = bench.tensor(np.zeros((1, 3, 5), np.int8), "INT8"), bench.empty(shape, "INT8")
    layer = PdpLayer(pool, y, x=x)
    if not why:
        assert layer.descriptor(config).out_width == 3
        return
    with pytest.raises(ValueError, match=why):
        layer.descriptor(config)


def test_the_shape_of_batches_is_none():
    with pytest.raises(ValueError, match="Pool: an input is channels x height x width, not 2x3x4x5"):
        Pool("MAX", 2).shape((2, 3, 4, 5))


def test_what_is_too_wide_on_the_fly_is_told(config):
    bench = model_bench(config)
    x, y = (bench.empty((1, 1, 200), "INT8") for _ in range(2))
    with pytest.raises(ValueError, match=r"200 columns on the fly, at most [0-9]+ fit; give it x, from memory"):
        jobs_of([SdpLayer(x=x) >> PdpLayer(Pool("MAX", 1), y)], config)
