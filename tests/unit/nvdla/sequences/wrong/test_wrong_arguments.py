"""Wrong arguments of tensors and layers: one line that says what to write, never numbers that are silently wrong."""

from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS
from sequences.model_host import run
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.conv.deconvolution import DeconvolutionPlan, Deconvolve
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.lut.functions import sigmoid_table
from sequences.nvdla.pdp.layers import PdpLayer, Pool
from sequences.nvdla.post_processing.batch_norm import batch_norm
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.post_processing.steps import add, bias, multiply
from sequences.nvdla.tensors.elements.values import draw_values
from sequences.nvdla.tensors.kernel_orders import ForImage
from tests.unit.nvdla.sequences.model_bench import model_bench
from tests.unit.nvdla.sequences.wrong.refusing import refused

NV_FULL = CONFIGS["nv_full"]


@pytest.fixture
def bench():
    return model_bench(NV_FULL)


@pytest.fixture
def x(bench):
    return bench.tensor(np.zeros((2, 6, 6), int), "INT8")


@pytest.fixture
def w(bench):
    return bench.kernels(np.ones((3, 2, 3, 3), int), "INT8")


class TestValues:
    @pytest.mark.parametrize("value", [1e6, -65520.0, 1 << 17])
    def test_a_finite_number_does_not_become_infinite(self, bench, value):
        refused("FP16 holds numbers from -65504 to 65504, not ", bench.tensor, np.full((1, 1, 2), value), "FP16")
        refused("FP16 holds numbers from -65504", bench.kernels, np.full((1, 1, 1, 1), value), "FP16")
        refused("FP16 holds numbers from -65504", bench.image, np.full((1, 2, 2), value), "T_R16_F")

    def test_infinities_nan_and_the_largest_number_that_are_given_stay(self, bench):
        values = np.array([np.inf, -np.inf, np.nan, 65504.0, 65519.0])
        found = bench.tensor(values[None, None], "FP16").numpy()[0, 0]
        np.testing.assert_array_equal(found, [*values[:4].tolist(), 65504.0])

    def test_what_is_no_number_is_none_of_fp16(self, bench):
        refused("FP16 holds numbers, not complex128 values", bench.tensor, np.full((1, 1, 1), 1j), "FP16")

    @pytest.mark.parametrize("precision", ["INT8", "INT16"])
    def test_floats_for_integers_say_how_to_make_them(self, bench, precision):
        why = r"not float64 values: write values.round\(\).astype\(int\)"
        refused(why, bench.tensor, np.ones((1, 1, 1)), precision)
        refused(why, bench.kernels, np.ones((1, 1, 1, 1)), precision)
        refused(why, bench.image, np.ones((1, 2, 2)), "T_R8")

    def test_an_integer_beyond_is_told(self, bench):
        refused(
            r"from -128 to 127, not 200: .* values.clip\(-128, 127\)", bench.tensor, np.full((1, 1, 1), 200), "INT8"
        )


class TestConvolve:
    def test_a_convertor_that_makes_everything_zero(self, x, w):
        nothing = Convertor(enabled=True, offset=128)
        refused("convertor has scale 0, which makes all of x 0: give it scale=1", Convolve, x, w, convertor=nothing)

    @pytest.mark.parametrize(
        ("pixel_format", "precision", "why"),
        [
            ("T_R8", "INT8", r"T_R8 above 127 count .* truncate=1\), .* with offset=128, .* or signed=True"),
            ("T_R16", "INT16", r"T_R16 above 32767 count .* truncate=1\), which halves them; or signed=True"),
            ("T_A2B10G10R10", "INT16", "T_A2B10G10R10 above 511 count as negative"),
        ],
    )
    def test_unsigned_pixels_need_a_convertor(self, bench, pixel_format, precision, why):
        image = bench.image(np.full((PIXEL_FORMATS[pixel_format].channels, 2, 2), 3), pixel_format)
        kernels = bench.kernels(np.ones((1, len(image.numpy()), 1, 1), int), precision, order=ForImage())
        refused(why, Convolve(image, kernels).as_shape)
        assert Convolve(image, kernels, signed=True).as_shape()
        assert Convolve(image, kernels, convertor=Convertor(enabled=True, scale=1, truncate=1)).as_shape()

    @pytest.mark.parametrize(
        ("convertor", "means", "why"),
        [
            (
                {"scale": 1},
                (),
                "T_R8 from 128 on all become 127, .* INT8: give it .*, such as offset=128; or signed",
            ),
            ({"scale": 5, "truncate": 2, "offset": 4}, (), "T_R8 from 128 on all become 127"),
            ({"scale": 2}, (64,), "T_R8 from 128 on all become 127"),
            ({"scale": 1, "offset": -128}, (), "T_R8 from 128 on all become 127"),
            ({"scale": 1, "offset": 255}, (), "T_R8 up to 127 all become -128, the smallest"),
            ({"scale": 3, "offset": 120}, (), "T_R8 from 192 on all become 127"),
            ({"scale": -3, "offset": 120}, (), "T_R8 from 192 on all become -128"),
            ({"scale": 2}, (130,), "T_R8 up to 63 all become -128, .* smaller scale or a larger truncate"),
            ({"scale": 1, "truncate": 1}, (), ""),
            ({"scale": 1, "offset": 128}, (), ""),
            ({"scale": 1}, (100,), ""),
        ],
    )
    def test_a_convertor_makes_no_single_number_of_half_of_the_pixels(self, bench, convertor, means, why):
        image = bench.image(np.full((1, 2, 2), 3), "T_R8")
        kernels = bench.kernels(np.ones((1, 1, 1, 1), int), "INT8", order=ForImage())
        layer = Convolve(image, kernels, convertor=Convertor(enabled=True, **convertor), means=means)
        if why:
            refused(why, layer.as_shape)
            assert replace(layer, signed=True).as_shape()
        else:
            assert layer.as_shape()

    def test_unsigned_pixels_may_become_wider_numbers(self, bench):
        image = bench.image(np.full((1, 2, 2), 3), "T_R8")
        kernels = bench.kernels(np.ones((1, 1, 1, 1), int), "INT16", order=ForImage())
        assert Convolve(image, kernels, convertor=Convertor(enabled=True, scale=1)).as_shape()

    def test_floats_of_an_image_need_none(self, bench):
        image, kernels = bench.image(np.ones((1, 2, 2)), "T_R16_F"), np.ones((1, 1, 1, 1))
        w = bench.kernels(kernels, "FP16", order=ForImage())
        assert Convolve(image, w).as_shape()
        refused("signed is given for T_R16_F, whose floats have signs", Convolve(image, w, signed=True).as_shape)

    @pytest.mark.parametrize("name", ["stride", "dilation"])
    @pytest.mark.parametrize("value", [0, -1, (1, 0), (1, 1, 1), 1.5, [1, 1], True, (1, np.True_)])
    def test_strides(self, x, w, name, value):
        refused(
            rf"Convolve: {name} is .*: write a whole number from 1 on, or \(x, y\)", Convolve, x, w, **{name: value}
        )

    @pytest.mark.parametrize("value", [-1, (1, 1, 1, -1), 0.5, [1, 1, 1, 1], True, (0, 0, 0, False)])
    def test_padding(self, x, w, value):
        refused(r"write a whole number from 0 on, or \(left, right, top, bottom\)$", Convolve, x, w, pad=value)

    def test_padding_in_x_and_y_says_how_to_write_it(self, x, w):
        refused(r"for x and y \(1, 1, 2, 2\)", Convolve, x, w, pad=(1, 2))

    @pytest.mark.parametrize(
        ("settings", "why"),
        [
            ({"pad": 40}, "pad on the left is 40, registers hold 31 at most"),
            ({"pad": (0, 0, 40, 0)}, "pad at the top is 40, registers hold 31 at most"),
            ({"pad": (0, 80, 0, 0)}, "pad on the right is 80, registers hold 63 at most"),
            ({"stride": (9, 1), "pad": 10}, "stride in x is 9, registers hold 8 at most"),
            ({"dilation": (1, 33), "pad": 31}, "dilation in y is 33, registers hold 32 at most"),
        ],
    )
    def test_what_registers_do_not_hold(self, bench, x, w, settings, why):
        conv = Convolve(x, w, **settings)
        layers = [conv >> SdpLayer(bench.empty(conv.shape, "INT8"))]
        refused(why, jobs_of, layers, NV_FULL)

    def test_arrays_instead_of_tensors(self, x, w):
        refused("x is no tensor but ndarray: make it with bench.tensor, ", Convolve, np.zeros((2, 6, 6)), w)
        refused(r"w is no kernels but ndarray: write bench.kernels\(values, ", Convolve, x, np.ones((3, 2, 3, 3)))


class TestDeconvolve:
    W = np.ones((3, 2, 3, 3), int)

    @pytest.mark.parametrize(
        ("given", "why"),
        [
            ({"stride": 0}, r"Deconvolve: stride is 0: write a whole number from 1 on, or \(x, y\)"),
            ({"crop": (1, 2)}, r"Deconvolve: crop is \(1, 2\): .* for x and y \(1, 1, 2, 2\)"),
            ({"crop": 9}, r"pixels \(H x W\) are left: crop less"),
            ({"w": W[0]}, r"w has shape \(2, 3, 3\): give kernels x channels x rows x columns"),
            ({"w": W[:0]}, r"w has shape \(0, 2, 3, 3\): give"),
            ({"w": W[:, :1]}, "x has 2 channels and the kernels have 1"),
            ({"w": W / 2}, r"Deconvolve: w: INT8 .* not float64 values: write values.round\(\).astype\(int\)"),
            ({"w": W * 200}, "Deconvolve: w: INT8 holds whole numbers from -128 to 127, not 200"),
            ({"w": W.tolist()}, r"w is no array but list: give np.array\(values\)"),
            ({"x": W}, "x is no cube but ndarray: make it with bench.tensor"),
        ],
    )
    def test_arguments(self, x, given, why):
        refused(why, Deconvolve, **{"x": x, "w": self.W} | given)

    def test_kernels_in_memory(self, x, w):
        refused("w is in memory already: give the kernels as an array of numbers", Deconvolve, x, w)

    def test_strides_that_rubik_does_not_hold(self, bench, x):
        layer = Deconvolve(x, self.W, stride=(2, 33))
        y = bench.empty(layer.shape, "INT8")
        refused("stride in y is 33, registers hold 32 at most", DeconvolutionPlan, bench, layer, SdpLayer(y))

    def test_how_it_is_played(self, bench, x):
        layer, way = Deconvolve(x, self.W), r"write await deconvolve\(bench, layer, SdpLayer\(y\)\)"
        refused(f"Deconvolve is no layer: {way}", run, bench.play(layer))
        refused(f"Deconvolve >> SdpLayer: .*{way}", lambda: layer >> SdpLayer())
        refused(f"NoneType is given where SdpLayer must be: {way}", DeconvolutionPlan, bench, layer, None)
        refused("Tensor is given where Deconvolve must be", DeconvolutionPlan, bench, x, SdpLayer())


class TestPool:
    @pytest.mark.parametrize(
        ("given", "why"),
        [
            ({"method": "SUM"}, "Pool: no method is called 'SUM'; choose AVERAGE, MAX, MIN"),
            ({"kernel": 9}, r"Pool: kernel is 9: write a whole number from 1 to 8, or two, \(x, y\)"),
            ({"kernel": 2.0}, "kernel is 2.0: write a whole number"),
            ({"stride": 0}, "Pool: stride is 0: write a whole number from 1 to 16"),
            ({"stride": (1, 2, 3)}, r"stride is \(1, 2, 3\): write a whole number"),
            ({"pad": -1}, "Pool: pad is -1: write a whole number from 0 to 7"),
            ({"pad": 2}, "Pool: pad is 2 and kernel 2: pad must be less than the kernel"),
            ({"kernel": (3, 1), "pad": 1}, r"kernel \(3, 1\): pad must be less"),
        ],
    )
    def test_arguments(self, given, why):
        refused(why, Pool, **{"method": "MAX", "kernel": 2} | given)

    def test_a_window_that_does_not_fit_once(self):
        refused("a window has 5 lines; with its padding the input has fewer", Pool("MAX", (2, 5)).shape, (1, 2, 9))


class TestSteps:
    @pytest.mark.parametrize("values", [np.arange(8), [1, 2], "relu"])
    def test_operands_that_are_not_in_memory(self, values):
        refused(r"bias: its operand is .*: write .* bench.operands\(precision, alu=values\)", bias, values)
        refused(r"multiply: its operand is .* bench.operands\(precision, mul=values\)", multiply, values)

    def test_numbers_of_numpy_are_numbers(self):
        assert bias(np.int16(3)).alu == 3

    def test_names_and_single_steps(self, x):
        refused("steps has 'relu': write a list of steps such as", SdpLayer, x, ["relu"])
        refused("steps has 'r': write a list of steps such as", SdpLayer, x, "relu")
        refused(r"steps is a single step: write \[bias\(...\)\]", SdpLayer, x, bias(1))


class TestPlay:
    def test_what_is_no_layer(self, bench, x):
        layers = [Copy(x, bench.empty(x.shape, "INT8"))]
        refused(r"given in a list: write bench.play\(\*layers\)", run, bench.play(layers))
        refused(r"bench.play: Tensor is no layer: write a layer such as Copy\(x, y\)", run, bench.play(x))

    def test_tensors_of_another_bench(self, bench, x, w):
        other = model_bench(NV_FULL)
        y, theirs = bench.empty(x.shape, "INT8"), other.tensor(np.zeros((2, 6, 6), int), "INT8")
        conv = Convolve(theirs, w, pad=1)
        behind = SdpLayer(bench.empty(conv.shape, "INT8"))
        pool = PdpLayer(Pool("MAX", 1), other.empty(x.shape, "INT8"))
        for layer, name in (
            (Copy(theirs, y), "Copy"),
            (Copy(x, theirs), "Copy"),
            (conv >> behind, "Convolve"),
            (SdpLayer(y, [add(theirs)], x=x), "SdpLayer"),
            (SdpLayer(x=x) >> pool, "PdpLayer"),
        ):
            refused(f"{name} has a tensor of another bench: make it with this bench", run, bench.play(layer))


class TestNearNames:
    """A word that is nearly right is answered with the one that was meant."""

    @pytest.mark.parametrize(("method", "meant"), [("AVG", "AVERAGE"), ("max", "MAX"), ("Minn", "MIN")])
    def test_methods(self, method, meant):
        refused(rf"no method is called '{method}'; choose AVERAGE, MAX, MIN; did you mean {meant}\?$", Pool, method, 2)

    def test_words_of_tensors(self, bench):
        values = np.zeros((1, 2, 2), int)
        refused(r"called 'int8'; choose .*; did you mean INT8\?$", bench.tensor, values, "int8")
        refused(r"called 'FP-16'; choose .*; did you mean FP16\?$", bench.empty, (1, 2, 2), "FP-16")
        refused(r"called 'INT-8'; choose .*; did you mean INT8\?$", bench.operands, "INT-8", alu=[1])
        refused(r"called 'plane'; .*; did you mean planes\?$", bench.tensor, values, "INT8", layout="plane")
        refused(r"called 'cvram'; .*; did you mean CVSRAM\?$", bench.tensor, values, "INT8", ram="cvram")
        refused(r"called 't_r8'; .*; did you mean T_R8\?$", bench.image, values, "t_r8")

    def test_precisions_of_batches_tables_and_norms(self, bench):
        why = r"no precision is called 'int8'; choose INT8, INT16, FP16; did you mean INT8\?$"
        refused(why, bench.empty_batch, (1, 1, 1, 1), "int8")
        refused(why, batch_norm, bench, "int8", mean=[1], variance=[1])
        refused(why, sigmoid_table, "int8")
        refused(why, draw_values, bench.rng, "full", "int8", (1,))

    def test_classes_of_values(self, bench):
        refused(
            r"no class of INT8 values is called 'ful'; .*; did you mean full\?$",
            draw_values,
            bench.rng,
            "ful",
            "INT8",
            (1,),
        )

    def test_operators_of_sdp(self, bench, x):
        layer = SdpLayer(bench.empty(x.shape, "INT8"), [bias(1, on="X1")], x=x)
        refused(r"bias is to be on X1; choose x1, x2, y; did you mean x1\?$", jobs_of, [layer], NV_FULL)

    def test_nothing_is_guessed_that_is_far_off(self):
        refused(r"no method is called 'SUM'; choose AVERAGE, MAX, MIN$", Pool, "SUM", 2)
