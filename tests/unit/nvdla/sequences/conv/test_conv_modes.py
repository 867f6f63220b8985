"""Images, batches, Winograd and compressed weights as a user writes them: arrays in, arrays out, clear refusals."""

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.sdp.descriptor import OutputConvertor
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS
from sequences.model_host import run
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.directed import illegal
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.tensors.kernel_orders import ForImage, ForWinograd
from tests.unit.nvdla.sequences.model_bench import model_bench

NV_FULL, TINY, NV_SMALL = (CONFIGS[name] for name in ("nv_full", "tiny", "nv_small"))
AS_IS = Convertor(enabled=True, scale=1)
HALVED = Convertor(enabled=True, scale=1, truncate=1)


@pytest.fixture
def bench(config):
    return model_bench(config)


def convolved(x, w, stride=(1, 1), pad=(0, 0, 0, 0)):
    """By plain numpy; stride is (x, y), padding left, right, top, bottom."""
    padded = np.pad(x.astype(np.int64), ((0, 0), pad[2:], pad[:2]))
    windows = np.lib.stride_tricks.sliding_window_view(padded, w.shape[2:], (1, 2))[:, :: stride[1], :: stride[0]]
    return np.einsum("chwrs,kcrs->khw", windows, w.astype(np.int64))


def play(bench, conv, y, **settings):
    """What comes out, of a layer that breaks no rule."""
    run(bench.play(conv >> SdpLayer(y, **settings)))
    happened = bench.host.device.take_happened()
    assert (happened.warnings, happened.refused) == ([], [])
    assert not any(layer.races or layer.unknown_reads for layer in happened.started)
    return y.numpy()


def some(bench, shape, low=-3, high=4):
    return bench.rng.integers(low, high, shape)


IMAGES = [
    ("T_Y8___U8V8_N444", 1, (2, 1), (1, 1, 0, 2)),
    ("T_R8", 4, (1, 2), (1, 0, 2, 0)),
    ("T_A8R8G8B8", 1, (1, 1), (0, 0, 0, 0)),
]
"""Formats, rows at a time, strides, padding."""


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize("case", IMAGES, ids=lambda case: case[0])
def test_an_image_comes_out_convolved(bench, case, compressed):
    pixel_format, rows, stride, pad = case
    components = PIXEL_FORMATS[pixel_format].channels
    x = bench.image(some(bench, (components, 8, 9), 0, 256), pixel_format, x_offset=1, gaps=(1, 2))
    values = some(bench, (6, components, 3, 2))
    w = bench.kernels(values, "INT16", order=ForImage(rows), compressed=compressed)
    assert (w.numpy() == values).all()
    conv = Convolve(x, w, convertor=AS_IS, stride=stride, pad=pad)
    _, lines, columns = conv.shape
    expected = convolved(x.numpy(), values, stride, pad)
    assert (play(bench, conv, bench.empty(conv.shape, "INT16")) == expected[:, :lines, :columns]).all()


def test_means_and_signs_of_packed_components(bench):
    values = some(bench, (4, 3, 4), 0, 4)
    x = bench.image(values, "T_A2B10G10R10")
    assert (x.numpy() == values).all()
    w = bench.kernels(np.ones((1, 4, 1, 1), int), "INT16", order=ForImage())
    conv = Convolve(x, w, convertor=Convertor(enabled=True, scale=1, truncate=6), means=(64, 0, 0, -64), signed=True)
    alpha = np.where(values[3] > 1, values[3] - 4, values[3]) * 256 + 1
    assert (play(bench, conv, bench.empty(conv.shape, "INT16"))[0] == values[:3].sum(axis=0) - 1 + alpha).all()


def test_floats_of_an_image_come_back(bench):
    values = bench.rng.normal(0, 1, (4, 2, 3)).astype(np.float16)
    assert (bench.image(values, "T_A16B16G16R16_F").numpy() == values).all()


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize(("count", "size"), [(3, (4, 3)), (32, (1, 1)), (2, (2, 2))])
def test_batches_come_out_convolved(bench, count, size, compressed):
    x = bench.batch(some(bench, (count, 5, *size)), "INT16", apart=2)
    taps = (2, 2) if size != (1, 1) else (1, 1)
    values = some(bench, (9, 5, *taps))
    conv = Convolve(x, bench.kernels(values, "INT16", compressed=compressed))
    assert conv.shape == (count, 9, size[0] - taps[0] + 1, size[1] - taps[1] + 1)
    made = play(bench, conv, bench.empty_batch(conv.shape, "INT16", apart=1))
    assert (made == np.stack([convolved(cube, values) for cube in x.numpy()])).all()
    bench.free(x)


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize(
    ("stride", "taps", "pad"), [(1, (3, 3), (1, 0, 2, 0)), (2, (5, 6), (0, 0, 0, 0)), ((1, 2), (6, 3), (1, 0, 3, 0))]
)
def test_winograd_gives_what_a_direct_convolution_does(stride, taps, pad, compressed):
    bench, both = model_bench(NV_FULL), (stride, stride) if isinstance(stride, int) else stride
    lines, columns = (7 * step + tap for step, tap in zip(both[::-1], taps, strict=True))
    x = bench.tensor(some(bench, (5, lines - sum(pad[2:]), columns - sum(pad[:2]))), "INT16")
    values = some(bench, (6, 5, *taps))
    w = bench.kernels(values, "INT16", order=ForWinograd(stride, scale=4), compressed=compressed)
    conv = Convolve(x, w, pad=pad)
    made = play(bench, conv, bench.empty(conv.shape, "INT16"), convertor=OutputConvertor(shift=2))
    assert (made == convolved(x.numpy(), values, both, pad)).all()
    assert w.shape == values.shape


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_compressed_kernels_come_back(bench, share):
    values = np.where(bench.rng.random((9, 11, 2, 3)) < share, 0, some(bench, (9, 11, 2, 3), 1, 100))
    w = bench.kernels(values, "INT8", compressed=True)
    assert (w.numpy() == values).all()
    assert w.streams.sizes.size_bytes % bench.config.cbuf_entry_bytes == 0
    with pytest.raises(ValueError, match="make new ones"):
        w.load(values)
    bench.free(w)


REFUSED = [
    ({"w": {}}, r"x is an image and the kernels are for features; make them with order=ForImage\(\)"),
    ({"x": "cube"}, r"x is no image and the kernels are for an image; make them with order=ForFeatures\(\) or "),
    ({"x": "batch", "w": {"order": ForWinograd()}}, "x has batches and the kernels are for Winograd; leave"),
    ({"convertor": Convertor()}, "x is INT8, the kernels are INT16: make them alike, or give convertor=Convertor"),
    ({"means": (1, 2)}, "means is .1, 2.: write 1 whole numbers from .* one for each component of T_R8"),
    ({"dilation": 2}, "dilation is given, which this kind of convolution lacks: leave it out"),
    ({"pra_truncate": 1}, "pra_truncate is given, which this kind of convolution lacks: leave it out"),
    (
        {"w": {"order": ForImage(2)}, "stride": (5, 1), "config": TINY},
        "2 rows at a time, then columns and stride in x have at most 4 elements of all components; 2 columns",
    ),
    ({"x": "batch", "w": {}, "y": "cube"}, "the convolution gives 2 batches of a cube of 2x3x3 .*, y has 2x3x3"),
    ({"x": "batch", "w": {}, "y": "packed"}, "strides of batches are multiples of 64 bytes; make y with"),
    ({"x": "batch", "w": {}, "config": NV_SMALL}, "nv_small lacks BATCH: convolution of several inputs"),
    (
        {"w": {"order": ForImage(), "compressed": True}, "config": NV_SMALL, "convertor": HALVED},
        "nv_small lacks WEIGHT_COMPRESSION",
    ),
]


def written(case):
    """A layer with an image, a cube or batches as input, as jobs."""
    case = {"x": "image", "w": {"order": ForImage()}, "convertor": AS_IS, "config": NV_FULL, "y": None} | case
    config, x, y, w = (case.pop(name) for name in ("config", "x", "y", "w"))
    bench, made = model_bench(config), "INT16" if x == "image" and config is not NV_SMALL else "INT8"
    shape = (2, 1, 4, 4)
    source = {
        "image": lambda: bench.image(np.zeros(shape[1:], int), "T_R8"),
        "cube": lambda: bench.tensor(np.zeros(shape[1:], int), "INT8"),
        "batch": lambda: bench.batch(np.zeros(shape, int), "INT8"),
    }[x]()
    size = (3, 3) if isinstance(w.get("order"), ForWinograd) else (2, 2)
    conv = Convolve(source, bench.kernels(np.ones((2, 1, *size), int), made, **w), **case)
    results = {
        "cube": lambda: bench.empty(conv.shape[-3:], made),
        "packed": lambda: bench.batch(np.zeros(conv.shape, int), made),
        "batch": lambda: bench.empty_batch(conv.shape, made),
    }
    return jobs_of([conv >> SdpLayer(results[y or ("batch" if x == "batch" else "cube")]())], config)


@pytest.mark.parametrize(("case", "why"), REFUSED)
def test_what_does_not_fit_is_named(case, why):
    with pytest.raises(ValueError, match=why):
        written(case)


TILES = [
    ({"size": (9, 10)}, "the output has 7 lines; Winograd makes a multiple of 4, at least 8"),
    ({"size": (6, 10)}, "the output has 4 lines; Winograd makes a multiple of 4, at least 8"),
    (
        {"size": (8, 8), "pad": 1},
        "8 columns of output take 3 of padding behind the input in whole tiles, at most 2: use",
    ),
    ({"stride": 2}, r"stride is \(2, 2\), the kernels were transformed for \(1, 1\)"),
    ({"pra_truncate": 3}, "pra_truncate is 3: write a whole number from 0 to 2"),
    ({"config": TINY}, "tiny lacks WINOGRAD: convolution by Winograd's method"),
    ({"out": "INT16"}, "INT8 becomes INT8, not INT16"),
]


def in_tiles(case):
    """A Winograd layer, as jobs."""
    case = {"size": (10, 10), "config": NV_FULL, "out": "INT8"} | case
    bench, out = model_bench(case.pop("config")), case.pop("out")
    x = bench.tensor(np.zeros((1, *case.pop("size")), int), "INT8")
    conv = Convolve(x, bench.kernels(np.ones((1, 1, 3, 3), int), "INT8", order=ForWinograd()), **case)
    return jobs_of([conv >> SdpLayer(bench.empty(conv.shape, out))], bench.config)


@pytest.mark.parametrize(("case", "why"), TILES)
def test_what_winograd_does_not_do_is_named(case, why):
    with pytest.raises(ValueError, match=why):
        in_tiles(case)


def no_image(shape, name="T_R8", **settings):
    return lambda bench: bench.image(np.zeros(shape, int), name, **settings)


NONE = [
    (no_image((1, 2, 2), "T_R9"), "no pixel format is called 'T_R9'; choose T_R8, "),
    (no_image((2, 2, 2)), "T_R8 has 1 components x height x width, each at least 1, not shape"),
    (no_image((2, 2)), r"1 components x height x width, each at least 1, not shape \(2, 2\)"),
    (no_image((1, 1, 1), "T_R16", x_offset=4), "x_offset 4: an atom of 8 bytes has 4 pixels of T_R16, so at most 3"),
    (lambda bench: bench.image(np.full((1, 2, 2), 256), "T_R8"), "holds whole numbers from -128 to 255"),
    (lambda bench: bench.batch(np.zeros((2, 2, 2), int), "INT8"), r"shape \(2, 2, 2\): a batch has batches x "),
    (
        lambda bench: bench.kernels(np.ones((1, 1, 4, 3), int), "INT8", order=ForWinograd()),
        r"kernels of 4x3 \(rows x columns\): Winograd with stride 1x1 \(x, y\) takes 3x3 to 3x3",
    ),
]


@pytest.mark.parametrize(("make", "why"), NONE)
def test_tensors_that_cannot_be_are_named(make, why):
    with pytest.raises(ValueError, match=why):
        make(model_bench(TINY))


def test_group_sizes_that_disagree_break_a_rule_and_change_nothing(config):
    bench = model_bench(config, announces=illegal.STREAMS_BROKEN)
    run(illegal.sizes_that_disagree(bench))
    happened = bench.host.device.take_happened()
    assert happened.refused == []
    assert len(happened.warnings) == 3
    assert all(illegal.STREAMS_BROKEN[0] in str(warning) for warning in happened.warnings)
    written = [stream for layer in happened.started for stream in layer.writes]
    assert written
    assert all(stream.care.all() for stream in written)
