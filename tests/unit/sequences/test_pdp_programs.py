"""Pooling layers as a user writes them, played on the model."""

from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.sdp.descriptor import Sdp, SdpSource
from models.nvdla.surfaces.side import Side
from sequences.model_host import run
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.pdp.layers import PdpLayer, Pool
from tests.unit.sequences.model_bench import clean_layers, model_bench


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
    y = bench.empty(pool.shape(x.shape), "INT8")
    nowhere = Side(ram="DBB", address=0, line_stride_bytes=0, surface_stride_bytes=0)
    sdp = Sdp(
        precision="INT8",
        out_precision="INT8",
        channels=3,
        height=4,
        width=5,
        source=SdpSource(side=x.side, precision="INT8"),
        destination=nowhere,
        to_pdp=True,
    )
    taker = PdpLayer(pool, y, shape=x.shape)
    run(bench.play(LayerChain((sdp, taker)), LayerChain((sdp, replace(taker, y=bench.empty(y.shape, "INT8"))))))
    assert [layer.stage for layer in clean_layers(bench)] == ["SDP", "PDP"] * 2
    assert (y.numpy() == windows(values, 2, 1, 0, -200)[:, :3, :4].max(axis=(3, 4))).all()


@pytest.mark.parametrize(
    ("pool", "shape", "given", "why"),
    [
        (Pool("MAX", 2), (1, 2, 4), {"shape": (1, 3, 5)}, "give it x, in memory, or the shape of what SDP hands on"),
        (Pool("SUM", 2), (1, 2, 4), {}, "there is no 'SUM'; choose AVERAGE, MAX, MIN"),
        (Pool("MAX", 2), (1, 3, 4), {}, "an input of 1x3x5 makes 1x2x4, y is 1x3x4"),
        (Pool("MAX", 1, stride=2), (1, 2, 3), {}, ""),
        (Pool("MAX", 1, stride=3), (1, 1, 2), {}, "elements are in no window"),
    ],
)
def test_what_does_not_fit_is_told(config, pool, shape, given, why):
    bench = model_bench(config)
    x, y = bench.tensor(np.zeros((1, 3, 5), np.int8), "INT8"), bench.empty(shape, "INT8")
    layer = PdpLayer(pool, y, x=x, **given)
    if not why:
        assert layer.descriptor(config).out_width == 3
        return
    with pytest.raises(ValueError, match=why):
        layer.descriptor(config)


def test_what_is_too_wide_on_the_fly_is_told(config):
    bench = model_bench(config)
    y = bench.empty((1, 1, 200), "INT8")
    with pytest.raises(ValueError, match=r"200 columns on the fly, at most [0-9]+ fit; give it x, from memory"):
        PdpLayer(Pool("MAX", 1), y, shape=(1, 1, 200)).descriptor(config)
