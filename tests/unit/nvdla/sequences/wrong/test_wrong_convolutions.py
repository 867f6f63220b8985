"""Wrong numbers of convolutions: one line in the words of whoever writes them, where they are given."""

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.stimulus import Convertor, Convolve, ForImage, OutputConvertor, SdpLayer, run
from tests.unit.nvdla.sequences.model_bench import model_bench
from tests.unit.nvdla.sequences.wrong.test_wrong_tensors import refused

NV_FULL = CONFIGS["nv_full"]
ONES = np.ones((1, 2, 1, 1), int)


@pytest.fixture
def bench():
    return model_bench(NV_FULL)


@pytest.fixture
def tensors(bench):
    """A cube and kernels of a precision."""
    return lambda precision, kernels=None: (
        bench.tensor(np.ones((2, 3, 3), int), precision),
        bench.kernels(ONES, kernels or precision),
    )


@pytest.fixture
def image(bench):
    """An image, and kernels for it."""
    return lambda name="T_R8", precision="INT8", count=1: (
        bench.image(np.ones((count, 3, 3), int), name),
        bench.kernels(np.ones((1, count, 1, 1), int), precision, order=ForImage()),
    )


class TestPadding:
    @pytest.mark.parametrize(
        ("precision", "value", "why"),
        [
            ("INT8", 200, r"pad_value is 200: write a whole number from -128 to 127; padding is not converted"),
            ("INT8", 1.0, r"pad_value is 1.0: write a whole number from -128 to 127"),
            ("INT16", 1 << 15, r"pad_value is 32768: write a whole number from -32768 to 32767"),
            ("INT16", "1", r"pad_value is '1': write a whole number"),
            ("FP16", np.inf, r"pad_value is inf: write a number from -65504 to 65504$"),
            ("FP16", np.nan, r"pad_value is nan: write a number"),
            ("FP16", 70000, r"pad_value is 70000: write a number from -65504 to 65504$"),
            ("FP16", "1", r"pad_value is '1': write a number"),
            ("FP16", True, r"pad_value is True: write a number"),
        ],
    )
    def test_what_the_precision_does_not_hold(self, tensors, precision, value, why):
        refused(f"^Convolve: {why}", Convolve, *tensors(precision), pad=1, pad_value=value)

    @pytest.mark.parametrize("value", [1, -0.5, np.float16(3000)])
    def test_of_floats_it_is_a_number(self, bench, value):
        x = bench.tensor(np.ones((1, 3, 3)), "FP16")
        conv = Convolve(x, bench.kernels(np.ones((1, 1, 3, 3)), "FP16"), pad=1, pad_value=value)
        y = bench.empty(conv.shape, "FP16")
        run(bench.play(conv >> SdpLayer(y)))
        assert y.numpy()[0, 0, 0] == np.float16(4 + 5 * float(value))
        assert y.numpy()[0, 1, 1] == 9


class TestNumbers:
    @pytest.mark.parametrize(
        ("settings", "why"),
        [
            ({"clip": 1.5}, "clip is 1.5: write a whole number from 0 to 16"),
            ({"clip": 17}, "clip is 17: write a whole number from 0 to 16"),
            ({"pra_truncate": "1"}, "pra_truncate is '1': write a whole number from 0 to 2"),
            ({"nan_to_zero": 1}, "nan_to_zero is 1: write True or False"),
            ({"means": 5}, "means is given, which this kind of convolution lacks"),
            ({"convertor": 8}, r"convertor is 8: write Convertor\(...\) of sequences.nvdla.stimulus"),
            ({"convertor": OutputConvertor()}, r"convertor is .*: write Convertor\(...\) of sequences.nvdla.stimulus"),
        ],
    )
    def test_of_any_convolution(self, tensors, settings, why):
        refused(f"^Convolve: {why}", Convolve, *tensors("INT8"), **settings)

    @pytest.mark.parametrize(
        ("settings", "why"),
        [
            ({"scale": 40000}, "scale is 40000: write a whole number from -32768 to 32767"),
            ({"scale": 1.5}, "scale is 1.5: write a whole number from -32768 to 32767"),
            ({"scale": 1, "offset": -40000}, "offset is -40000: write a whole number from -32768 to 32767"),
            ({"scale": 1, "truncate": 64}, "truncate is 64: write a whole number from 0 to 63"),
            ({"scale": 1, "enabled": 1}, "enabled is 1: write True or False"),
        ],
    )
    def test_of_convertors(self, tensors, settings, why):
        given = Convertor(**{"enabled": True} | settings)
        refused(rf"^Convolve: convertor\.{why}$", Convolve, *tensors("INT8"), convertor=given)

    def test_a_convertor_that_is_not_enabled(self, image):
        refused(r"is not enabled, .* write Convertor\(enabled=True", Convolve, *image(), convertor=Convertor(scale=1))

    @pytest.mark.parametrize("means", [5, (1,), (1, 2.5, 3, 4), (1, 2, 3, 40000)])
    def test_of_means(self, image, means):
        why = r"^Convolve: means is .*: write .*whole number.* -32768 to 32767; one for each component of T_A8R8G8B8$"
        refused(why, Convolve, *image("T_A8R8G8B8", count=4), means=means)

    def test_means_may_be_an_array(self, image):
        given = {"convertor": Convertor(enabled=True, scale=1), "means": np.full(4, 128)}
        assert Convolve(*image("T_A8R8G8B8", count=4), **given).as_shape().image.means.components == (128,) * 4

    @pytest.mark.parametrize("banks", [0, "2", 16, 1.0])
    def test_of_banks(self, bench, tensors, banks):
        conv = Convolve(*tensors("INT8"), weight_banks=banks)
        layers = [conv >> SdpLayer(bench.empty(conv.shape, "INT8"))]
        refused(r"weight_banks is .*: write a whole number from 1 to 15; the convolution b", jobs_of, layers, NV_FULL)

    def test_so_many_banks_that_data_have_no_room(self, bench):
        x = bench.tensor(np.ones((512, 2, 128), int), "INT8")
        conv = Convolve(x, bench.kernels(np.ones((1, 512, 2, 1), int), "INT8"), weight_banks=15)
        layers = [conv >> SdpLayer(bench.empty(conv.shape, "INT8"))]
        refused("weight_banks is 15; of .* give fewer, or leave weight_banks out", jobs_of, layers, NV_FULL)


class TestPrecisions:
    def test_features_are_not_converted(self, tensors):
        why = "x is INT8, the kernels are INT16: make them alike; only images are converted to any, and INT16 to FP16$"
        x, w = tensors("INT8", "INT16")
        refused(why, Convolve(x, w).as_shape)
        refused(why, Convolve(x, w, convertor=Convertor(enabled=True, scale=1)).as_shape)

    def test_what_a_convertor_would_do(self, tensors):
        why = r"x is INT16, the kernels are FP16: make them alike, or give convertor=Convertor\(enabled=True, scale=1\)"
        x, w = tensors("INT16", "FP16")
        refused(why, Convolve(x, w).as_shape)
        assert Convolve(x, w, convertor=Convertor(enabled=True, scale=1)).as_shape()

    def test_what_has_no_effect_on_floats(self, bench, tensors):
        refused("^Convolve: clip has no effect on sums of FP16: leave it out$", Convolve, *tensors("FP16"), clip=4)
        convertor, why = (
            Convertor(enabled=True, scale=1),
            "^Convolve: convertor has no effect on FP16 of x: leave it out$",
        )
        refused(why, Convolve(*tensors("FP16"), convertor=convertor).as_shape)
        x = bench.image(np.ones((1, 2, 2)), "T_R16_F")
        w = bench.kernels(ONES[:, :1], "FP16", order=ForImage())
        refused(why, Convolve(x, w, convertor=convertor).as_shape)
        refused("means has no effect on FP16 of x", Convolve(x, w, convertor=convertor, means=(1,)).as_shape)


class TestImages:
    def test_means_and_an_offset(self, image):
        both = {"convertor": Convertor(enabled=True, scale=1, offset=128), "means": (128,)}
        why = "^Convolve: only one of means and convertor.offset is used: leave one out$"
        refused(why, Convolve(*image(), **both).as_shape)

    def test_signed_numbers_that_are_taken_for_unsigned_ones(self, image):
        both = {"convertor": Convertor(enabled=True, scale=1, offset=128), "signed": True}
        why = "components are -128 to 127, and offset=128 is for those of 0 to 255: leave one out$"
        refused(why, Convolve(*image(), **both).as_shape)

    def test_a_scale_that_is_too_large(self, image):
        given = Convertor(enabled=True, scale=3, offset=128)
        refused("T_R8 from 192 on all become 127, .*smaller scale", Convolve(*image(), convertor=given).as_shape)

    @pytest.mark.parametrize("name", ["T_R10", "T_R12"])
    def test_numbers_of_few_bits_are_never_negative(self, image, name):
        assert Convolve(*image(name, "INT16")).as_shape()
        assert Convolve(*image(name, "INT16"), convertor=Convertor(enabled=True, scale=8)).as_shape()

    def test_packed_components_stand_at_the_top_of_their_elements(self, image):
        given = Convertor(enabled=True, scale=1)
        why = "T_A2B10G10R10 from 32768 on all become 32767, .* or signed"
        refused(why, Convolve(*image("T_A2B10G10R10", "INT16", 4), convertor=given).as_shape)

    def test_an_image_says_where_orders_are(self, bench, image):
        why = r"make them with order=ForImage\(\) of sequences.nvdla.stimulus$"
        refused(why, Convolve(image()[0], bench.kernels(ONES[:, :1], "INT8")).as_shape)


def test_more_lines_than_are_released_at_once():
    """The part's buffer holds more of them, if they are short."""
    bench = model_bench(CONFIGS["nv_small"])
    tall = [bench.empty((1, lines, 1), "INT8") for lines in (4096, 4097)]
    kernels = bench.kernels(np.ones((1, 1, 1, 1), int), "INT8")
    scaled = [Convolve(x, kernels) >> SdpLayer(bench.empty(x.shape, "INT8")) for x in tall]
    assert list(jobs_of(scaled[:1], bench.config))
    why = "^Convolve: 4097 lines are more than CSC.D_RELEASE.RLS_SLICES holds: play it in parts of at most 4096 lines$"
    refused(why, jobs_of, scaled[1:], bench.config)
