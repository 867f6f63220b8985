"""Working modes of convolutions: which one is chosen, which lines parts take, and that arrays of any size come out."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.sdp.descriptor import OutputConvertor
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS
from sequences.model_host import run
from sequences.nvdla.conv.directed.extents import small_shape
from sequences.nvdla.conv.directed.working import SPLITS
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.conv.mapping.split import stretches_of
from sequences.nvdla.conv.mapping.strategy import (
    Mode,
    choose,
)
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.tensors.kernel_orders import ForImage, ForWinograd
from tests.unit.conv.plain import clamp, round_shift
from tests.unit.sequences.model_bench import clean_layers, model_bench

NV_FULL = CONFIGS["nv_full"]


@pytest.fixture
def bench(config):
    return model_bench(config)


def clean_convs(bench):
    return [layer.descriptor for layer in clean_layers(bench) if layer.stage == "CONV"]


def convolved(x, w, pad, shift, bits=8):
    """A convolution by plain numpy on whole numbers; padding left, right, top and bottom."""
    left, right, top, bottom = pad
    padded = np.pad(x.astype(np.int64), ((0, 0), (top, bottom), (left, right)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, w.shape[2:], (1, 2))
    sums = np.einsum("chwrs,kcrs->khw", windows, w.astype(np.int64), optimize=True)
    return np.vectorize(lambda value: clamp(round_shift(int(value), shift), bits))(sums)


def shape_of(config, channels, size, kernels, taps, **settings):
    """A convolution of INT8."""
    small = small_shape(config, "INT8")
    kernel = Kernel(height=taps[0], width=taps[1])
    height, width = size
    return replace(small, channels=channels, height=height, width=width, kernels=kernels, kernel=kernel, **settings)


class TestStrategy:
    """On nv_full: 16 banks of 256 entries of 128 bytes."""

    @pytest.mark.parametrize(
        ("sizes", "mode", "banks"),
        [
            ((64, (14, 14), 64, (3, 3)), Mode.FULL, (1, 2)),  # 14 lines of 7 entries, 36 KiB
            ((512, (14, 14), 512, (3, 3)), Mode.PARTIAL_WEIGHTS, (4, 12)),  # 14 lines of 56 entries
            ((512, (112, 112), 512, (3, 3)), Mode.SPLIT_HEIGHT, (7, 9)),  # two groups of 144 KiB
            ((512, (112, 112), 16, (3, 3)), Mode.SPLIT_HEIGHT, (13, 3)),  # all weights: 72 KiB
            ((512, (112, 112), 128, (5, 5)), Mode.SPLIT_HEIGHT, None),
        ],
    )
    def test_the_best_mode_that_fits_is_chosen(self, sizes, mode, banks):
        shape = shape_of(NV_FULL, *sizes)
        if banks is None:
            with pytest.raises(ValueError, match="split height does not help, use fewer columns or channels"):
                choose(shape, NV_FULL)
            return
        chosen = choose(shape, NV_FULL)
        assert (chosen.mode, (chosen.data_banks, chosen.weight_banks)) == (mode, banks)


class TestStretches:
    @pytest.mark.parametrize("seed", range(30))
    @pytest.mark.parametrize("keep_lines", [False, True])
    def test_parts_make_every_line_once_of_the_lines_that_it_needs(self, seed, keep_lines):
        rng = np.random.default_rng(seed)
        kernel = Kernel(
            height=int(rng.integers(1, 6)),
            width=1,
            stride_y=int(rng.integers(1, 6)),
            dilation_y=int(rng.integers(1, 4)),
        )
        top = int(rng.integers(0, kernel.reach_y))
        small = replace(small_shape(NV_FULL, "INT8"), kernel=kernel, width=3)
        lines = kernel.reach_y + kernel.stride_y * int(rng.integers(1, 30)) - top
        shape = replace(small, height=max(lines, 1), padding=Padding(top=top, bottom=max(0, 1 - lines)))
        most = kernel.reach_y + int(rng.integers(0, 8))
        found = stretches_of(shape, most, keep_lines=keep_lines)
        made = [line for item in found for line in range(item.out_first, item.out_first + item.out_lines)]
        assert made == list(range(shape.out_height))
        for item in found:
            begin = item.out_first * kernel.stride_y - shape.padding.top
            end = begin + (item.out_lines - 1) * kernel.stride_y + kernel.reach_y
            assert (item.first - item.top, item.end + item.bottom) == (begin, end)
            assert 0 < item.lines <= most
            assert 0 < item.release <= item.lines
            assert item.fetched > 0
        for item, behind in pairwise(found):
            assert behind.first - behind.top + max(kernel.reach_y - kernel.stride_y, 0) >= item.end
            assert behind.kept == item.lines - item.release
            assert behind.kept in (0, item.end - behind.first)
            assert not item.bottom or behind.bottom

    def test_parts_of_less_than_a_kernel_are_refused(self):
        shape = replace(small_shape(NV_FULL, "INT8"), height=9, kernel=Kernel(height=4, width=1))
        with pytest.raises(ValueError, match="a layer of 3 lines at most: it needs 4 at least"):
            stretches_of(shape, 3, keep_lines=False)

    def test_parts_of_a_single_pixel_are_refused(self):
        shape = replace(small_shape(NV_FULL, "INT8"), height=9, width=1, kernel=Kernel(height=1, width=1))
        with pytest.raises(ValueError, match="a part of the input would be one pixel of 9 lines"):
            stretches_of(shape, 1, keep_lines=False)


class TestSplitHeight:
    def test_a_large_array_is_one_line_of_a_test(self):
        """512 channels, 112 x 112, 3x3 kernels: 6 MB of data for a buffer of 512 KiB."""
        bench = model_bench(NV_FULL)
        x = bench.tensor(bench.rng.integers(-20, 20, (512, 112, 112)), "INT8")
        w = bench.kernels(bench.rng.integers(-20, 20, (4, 512, 3, 3)), "INT8")
        conv = Convolve(x, w, pad=1)
        y = bench.empty(conv.shape, "INT8")
        run(bench.play(conv >> SdpLayer(y, convertor=OutputConvertor(shift=8))))
        layers = clean_convs(bench)
        assert len(layers) > 10
        lines = slice(40, 52)
        wanted = convolved(x.numpy()[:, 39:53], w.numpy(), pad=(1, 1, 0, 0), shift=8)
        assert (y.numpy()[:, lines] == wanted).all()

    @pytest.mark.parametrize("split", SPLITS, ids=["refetched", "kept weights", "kept lines", "kept both"])
    @pytest.mark.parametrize(
        "settings",
        [{"pad": 1}, {"stride": 2, "pad": 2}, {"stride": 4}, {"dilation": 2}],
        ids=["padded", "strided", "apart", "dilated"],
    )
    def test_parts_give_what_the_whole_gives(self, bench, config, split, settings):
        x = bench.tensor(bench.rng.integers(-99, 100, (config.mac_channels + 3, 14, 9)), "INT8", gaps=(0, 1))
        w = bench.kernels(bench.rng.integers(-99, 100, (5, config.mac_channels + 3, 3, 3)), "INT8")
        whole, parts = Convolve(x, w, **settings), Convolve(x, w, **settings, split=replace(split, lines=6))
        y, z = (bench.empty(whole.shape, "INT8", gaps=(1, 0)) for _ in range(2))
        convertor = OutputConvertor(shift=9)
        run(bench.play(whole >> SdpLayer(y, convertor=convertor), parts >> SdpLayer(z, convertor=convertor)))
        assert len(clean_convs(bench)) > 3
        assert y.numpy().any()
        assert (y.numpy() == z.numpy()).all()

    @pytest.mark.parametrize("split", SPLITS, ids=["refetched", "kept weights", "kept lines", "kept both"])
    @pytest.mark.parametrize("pixel_format", ["T_R8", "T_A8B8G8R8", "T_Y8___U8V8_N444"])
    def test_parts_of_images_do_too(self, bench, pixel_format, split):
        components = PIXEL_FORMATS[pixel_format].channels
        x = bench.image(bench.rng.integers(-128, 128, (components, 14, 6)), pixel_format, x_offset=1)
        w = bench.kernels(bench.rng.integers(-99, 100, (3, components, 3, 2)), "INT8", order=ForImage())
        convertor = OutputConvertor(shift=6)
        outputs = []
        for how in (None, split):
            conv = Convolve(x, w, stride=(1, 2), pad=1, signed=True, split=how)
            outputs.append(bench.empty(conv.shape, "INT8"))
            run(bench.play(conv >> SdpLayer(outputs[-1], convertor=convertor)))
        assert len(clean_convs(bench)) > 3
        assert (outputs[0].numpy() == outputs[1].numpy()).all()
        assert outputs[0].numpy().any()

    @pytest.mark.parametrize("split", SPLITS, ids=["refetched", "kept weights", "kept lines", "kept both"])
    def test_parts_with_compressed_kernels_do_too(self, bench, split):
        x = bench.tensor(bench.rng.integers(-99, 100, (9, 14, 3)), "INT16")
        values = bench.rng.integers(-99, 100, (7, 9, 3, 2)) * (bench.rng.random((7, 9, 3, 2)) < 0.3)
        outputs = []
        for how, compressed in ((None, False), (split, True)):
            w = bench.kernels(values, "INT16", compressed=compressed)
            conv = Convolve(x, w, split=how)
            outputs.append(bench.empty(conv.shape, "INT16"))
            run(bench.play(conv >> SdpLayer(outputs[-1])))
        assert len(clean_convs(bench)) > 3
        assert (outputs[0].numpy() == outputs[1].numpy()).all()

    @pytest.mark.parametrize(("stride", "taps", "lines"), [(1, (3, 3), 12), (1, (3, 3), 17), (2, (6, 5), 30)])
    def test_parts_by_winograd_do_too(self, stride, taps, lines):
        bench = model_bench(NV_FULL)
        height, width = ((outputs - 1) * stride + tap - 1 for outputs, tap in zip((32, 8), taps, strict=True))
        x = bench.tensor(bench.rng.integers(-9, 10, (5, height, width)), "INT16")
        values = bench.rng.integers(-9, 10, (6, 5, *taps))
        w = bench.kernels(values, "INT16", order=ForWinograd(stride, scale=4))
        outputs = []
        for how in (None, SPLITS[3]):
            conv = Convolve(x, w, pad=(1, 0, 1, 0), split=how and replace(how, lines=lines))
            outputs.append(bench.empty(conv.shape, "INT16"))
            run(bench.play(conv >> SdpLayer(outputs[-1], convertor=OutputConvertor(shift=2))))
        layers = clean_convs(bench)
        assert len(layers) > 3
        assert layers[-1].buffer.reuse_weights
        assert (outputs[0].numpy() == outputs[1].numpy()).all()
        assert outputs[0].numpy().any()

    def test_a_large_array_by_winograd_is_one_too(self):
        bench = model_bench(NV_FULL)
        x = bench.tensor(bench.rng.integers(-9, 10, (256, 57, 65)), "INT8")
        values = bench.rng.integers(-9, 10, (2, 256, 3, 3))
        conv = Convolve(x, bench.kernels(values, "INT8", order=ForWinograd(scale=1)), pad=(1, 0, 1, 0))
        y = bench.empty(conv.shape, "INT8")
        run(bench.play(conv >> SdpLayer(y, convertor=OutputConvertor(shift=6))))
        assert len(clean_convs(bench)) > 1

    def test_batches_are_not_split(self, bench, config):
        x = bench.batch(np.ones((2, 3, 9, 2), int), "INT8")
        conv = Convolve(x, bench.kernels(np.ones((2, 3, 1, 1), int), "INT8"), split=SPLITS[0])
        with pytest.raises(ValueError, match="several batches are not split: leave it out"):
            jobs_of([conv >> SdpLayer(bench.empty_batch(conv.shape, "INT8"))], config)

    def test_what_no_split_makes_fit_is_named(self, bench, config):
        columns = 1 + config.cbuf_banks * config.cbuf_bank_entries
        x = bench.empty((2 * config.mac_channels, 3, columns), "INT8")
        w = bench.kernels(np.ones((1, 2 * config.mac_channels, 1, 1), int), "INT8")
        conv = Convolve(x, w)
        y = bench.empty(conv.shape, "INT8")
        with pytest.raises(
            ValueError, match=r"Convolve: 1 lines, .* use fewer columns or channels, or smaller kernels"
        ):
            jobs_of([conv >> SdpLayer(y)], config)
