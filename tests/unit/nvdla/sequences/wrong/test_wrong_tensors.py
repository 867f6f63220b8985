"""Wrong arguments of tensors, images, kernels and operands: one line in the words of whoever writes them."""

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from sequences.nvdla.stimulus import ForImage, ForWinograd
from tests.unit.nvdla.sequences.model_bench import model_bench
from tests.unit.nvdla.sequences.wrong.refusing import refused

NV_FULL = CONFIGS["nv_full"]
SHAPE = (2, 3, 4)


@pytest.fixture
def bench():
    return model_bench(NV_FULL)


class TestValues:
    @pytest.mark.parametrize(
        ("values", "why"),
        [
            (None, "^values are None, which are no numbers: give an array of numbers$"),
            ("x.npy", "^values are 'x.npy', which are no numbers"),
            ([["a"]], "^values are of type list, which are no numbers"),
            ([[[1, 2], [3]]], "^values are lists of different lengths: give an array of numbers$"),
        ],
    )
    def test_what_is_no_array(self, bench, values, why):
        refused(why, bench.tensor, values, "INT8")
        refused(why, bench.batch, values, "INT8")
        refused(why, bench.kernels, values, "INT8")
        refused(why, bench.image, values, "T_R8")
        if values is not None:
            refused(why, bench.operands, "INT8", alu=values)

    @pytest.mark.parametrize("value", [np.nan, np.inf])
    def test_what_cannot_be_rounded(self, bench, value):
        values = np.array([[[1.0, value]]])
        refused(rf"INT8 .* not {value}: give finite numbers, and round them$", bench.tensor, values, "INT8")
        refused(rf"T_R8 .* not {value}: give finite numbers, and round them$", bench.image, values, "T_R8")

    def test_operands_say_how_many_bits_they_have(self, bench):
        wide = r"^operands of INT8 have 16 bits: -32768 to 32767, not 40000: give smaller ones$"
        refused(wide, bench.operands, "INT8", alu=[1, 40000])
        narrow = r"^operands of INT8 have 8 bits: -128 to 127, not 200: give smaller ones$"
        refused(narrow, bench.operands, "INT8", mul=[200], narrow=True)
        made = bench.operands("INT8", alu=[1])
        refused(wide, made.load, {"ALU": np.array([40000])})
        refused("operands of INT16 have 16 bits: .* not float64 values: write", bench.operands, "INT16", alu=[0.5])
        refused("bench.operands: narrow is 1: write True or False", bench.operands, "INT8", alu=[1], narrow=1)


class TestShapes:
    @pytest.mark.parametrize("shape", [(0, 2, 2), (4, 8.5, 2), "abc", 5, (True, 2, 2), (9999, 1, 1)])
    def test_of_tensors(self, bench, shape):
        why = (
            r"^shape .*: a tensor has channels x height x width, whole numbers, each at least 1 and at most 8192 x 8192"
        )
        refused(why, bench.empty, shape, "INT8")

    @pytest.mark.parametrize("shape", [(0, 1, 2, 2), (1, 2, 2), (1, 1, 0.5, 1)])
    def test_of_batches(self, bench, shape):
        refused(r"^shape .*: a batch has batches x channels x height x width", bench.empty_batch, shape, "INT8")

    def test_an_array(self, bench):
        why = "^shape is an array: write v.shape, v being the array$"
        refused(why, bench.empty, np.zeros(SHAPE), "INT8")
        refused(why, bench.empty_batch, np.zeros(SHAPE), "INT8")

    def test_too_much_to_fill(self, bench):
        refused(r"takes \d+ bytes with its gaps, at most \d+: give smaller gaps", bench.empty, (8192,) * 3, "INT8")
        refused("give smaller gaps", bench.empty, SHAPE, "INT8", gaps=(1 << 26, 0))

    def test_of_images(self, bench):
        refused("each at least 1, not shape", bench.image, np.zeros((1, 0, 2), int), "T_R8")


class TestPlaces:
    @pytest.mark.parametrize("gaps", [(-1, 0), 1, (0.5, 0), (-20, 0), (1 << 30, 0), "12"])
    def test_gaps(self, bench, gaps):
        why, values = (
            r"^gaps is .*: write .* whole number.* from 0 to \d+; gaps are two numbers, between",
            np.ones(SHAPE, int),
        )
        refused(why, bench.tensor, values, "INT8", gaps=gaps)
        refused(why, bench.empty, SHAPE, "INT8", gaps=gaps, layout="planes")
        refused(why, bench.batch, values[None], "INT8", gaps=gaps)
        refused(why, bench.empty_batch, (1, *SHAPE), "INT8", gaps=gaps)
        refused(why, bench.image, values[:1], "T_R8", gaps=gaps)
        refused(why, bench.operands, "INT8", alu=values, gaps=gaps)

    @pytest.mark.parametrize("apart", [-1, 0.5, "1"])
    def test_between_batches(self, bench, apart):
        refused(
            r"^apart is .*: write a whole number from 0 to \d+$", bench.empty_batch, (2, *SHAPE), "INT8", apart=apart
        )

    @pytest.mark.parametrize("at", ["0x1000", 4096.0, -32, 1 << 64])
    def test_addresses(self, bench, at):
        refused(r"^at is .*: write a whole number from 0 to \d+$", bench.empty, SHAPE, "INT8", at=at)

    @pytest.mark.parametrize("x_offset", [-1, 0.5, 32])
    def test_the_first_pixel(self, bench, x_offset):
        refused(r"^x_offset .* so at most 31$", bench.image, np.ones((1, 2, 2), int), "T_R8", x_offset=x_offset)


class TestImages:
    @pytest.mark.parametrize("value", [256, -129])
    def test_the_number_is_named(self, bench, value):
        values = np.zeros((4, 2, 2), int)
        values[2, 1, 1] = value
        why = f"of 8 bits of T_A8R8G8B8 holds whole numbers from -128 to 255, not {value}$"
        refused(why, bench.image, values, "T_A8R8G8B8")

    @pytest.mark.parametrize(
        ("name", "most"), [("T_R10", 1023), ("T_R12", 4095), ("T_Y10___U10V10_N444", 1023), ("T_R16", 65535)]
    )
    def test_a_format_has_the_numbers_of_its_name(self, bench, name, most):
        values = np.full((3 if "Y" in name else 1, 2, 2), most)
        image = bench.image(values, name)
        np.testing.assert_array_equal(image.numpy(), values)
        refused(rf"from {-(most + 1) // 2} to {most}, not {most + 1}$", bench.image, values + 1, name)
        refused(rf"to {most}, not {most + 1}$", image.load, values + 1)


class TestKernels:
    W = np.ones((1, 1, 3, 3), int)

    @pytest.mark.parametrize("order", ["image", ForImage, None])
    def test_orders(self, bench, order):
        why = r"^bench.kernels: order is .*: write ForFeatures\(\), ForImage\(\) or ForWinograd\(\) of sequences"
        refused(why, bench.kernels, self.W, "INT8", order=order)

    @pytest.mark.parametrize("rows", [0, 3, 8, "2", 1.5])
    def test_rows_at_a_time(self, rows):
        refused(r"^ForImage: rows is .*: write 1, 2 or 4$", ForImage, rows)

    @pytest.mark.parametrize("stride", [0, -1, (1, 0), 1.5, "2"])
    def test_strides_of_winograd(self, stride):
        refused(r"^ForWinograd: stride is .*: write a whole number from 1 on, or \(x, y\)$", ForWinograd, stride)

    def test_flags(self, bench):
        refused("compressed is 'yes': write True or False", bench.kernels, self.W, "INT8", compressed="yes")
