"""Wrong arguments of SDP's layers and steps: one line that says what to write."""

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.sdp.descriptor import OutputConvertor
from models.nvdla.sdp.operators.operands import OperandConvertor
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.lut.functions import sigmoid_table
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.post_processing.steps import add, affine, bias, equal, lookup, multiply, normalise, prelu
from tests.unit.nvdla.sequences.model_bench import model_bench
from tests.unit.nvdla.sequences.wrong.refusing import refused

NV_FULL = CONFIGS["nv_full"]
SHAPE = 5, 3, 4


@pytest.fixture
def bench():
    return model_bench(NV_FULL)


@pytest.fixture
def x(bench):
    return bench.tensor(np.zeros(SHAPE, int), "INT8")


@pytest.fixture
def floats(bench):
    return bench.tensor(np.zeros(SHAPE), "FP16")


def described(*layers):
    return jobs_of(layers, NV_FULL)


class TestShifts:
    @pytest.mark.parametrize("shift", [64, -1, 2.0, True, "4"])
    def test_right_shifts(self, x, shift):
        why = rf"shift is {shift!r}: write a whole number from 0 to 63$"
        refused(f"SdpLayer: {why}", SdpLayer, x, shift=shift)
        refused(f"prelu: {why}", prelu, 3, shift=shift)
        refused(f"multiply: {why}", multiply, 3, shift=shift)

    def test_left_shifts(self):
        refused("bias: alu_shift is 64: write a whole number from 0 to 63$", bias, 3, alu_shift=64)

    def test_the_largest_stays(self, x):
        assert described(SdpLayer(x, [prelu(3, shift=63)], shift=63, x=x))


class TestConvertors:
    @pytest.mark.parametrize(
        ("convertor", "why"),
        [
            (OutputConvertor(scale=40000), "convertor.scale is 40000: write a whole number from -32768 to 32767$"),
            (OutputConvertor(shift=64), "convertor.shift is 64: write a whole number from 0 to 63$"),
            (OutputConvertor(shift=8.0), "convertor.shift is 8.0: write a whole number"),
            (
                OutputConvertor(offset=1 << 40),
                f"convertor.offset is {1 << 40}: write a whole number from -2147483648 to",
            ),
            (OutputConvertor(scale=0), "convertor has scale 0, which makes all of y 0: give it scale=1$"),
            (8, r"convertor is 8: write OutputConvertor\(...\) of sequences.nvdla.stimulus$"),
            (Convertor(), r"convertor is Convertor\(.*: write OutputConvertor"),
        ],
    )
    def test_of_a_layer(self, x, convertor, why):
        refused(f"SdpLayer: {why}", SdpLayer, x, convertor=convertor)

    def test_of_operands(self, x):
        refused(r"add: convertor is OutputConvertor\(.*: write OperandConv", add, x, convertor=OutputConvertor())
        refused("add: convertor.scale is 32768: write", add, x, convertor=OperandConvertor(scale=1 << 15))


class TestFloats:
    """What the part ignores with FP16 is not given."""

    def test_shifts_and_convertors(self, floats):
        y = floats
        for layer, what in (
            (SdpLayer(y, shift=4, x=floats), "shift"),
            (SdpLayer(y, [prelu(1, shift=4)], x=floats), "shift of prelu"),
            (SdpLayer(y, [bias(1, alu_shift=4)], x=floats), "alu_shift of bias"),
            (SdpLayer(y, [add(floats, convertor=OperandConvertor(bypass=False))], x=floats), "convertor of add"),
            (SdpLayer(y, convertor=OutputConvertor(shift=4), x=floats), "convertor"),
        ):
            refused(f"SdpLayer: FP16: {what} has no effect, leave it out$", described, layer)

    def test_numbers_that_become_infinite(self, floats):
        why = "bias has the operand 1000000.0; a register holds numbers to 65504 there"
        refused(why, described, SdpLayer(floats, [bias(1e6)], x=floats))
        assert described(SdpLayer(floats, [bias(np.inf)], x=floats))
        assert described(SdpLayer(floats, [bias(1e6, on="y")], x=floats))


class TestOperands:
    @pytest.mark.parametrize("operand", [None, True, "1"])
    @pytest.mark.parametrize("step", [bias, multiply, prelu, equal])
    def test_what_is_no_number(self, step, operand):
        refused(f"{step.__name__}: its operand is .*: write a number, a cube, or bench.operands", step, operand)

    def test_pairs(self):
        for step in (normalise, affine):
            refused(f"{step.__name__}: its operands are int: write bench.operands", step, 3)

    @pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf, 0.5])
    def test_what_integers_are_not(self, x, number):
        refused("bias has the operand .*; a register holds whole", described, SdpLayer(x, [bias(number)], x=x))

    @pytest.mark.parametrize(
        ("step", "hint"),
        [
            (prelu(0.25), "; the same is 1 with shift=2$"),
            (multiply(-1.5, shift=3), "; the same is -3 with shift=4$"),
            (multiply(0.1), "; about the same is 410 with shift=12$"),
        ],
    )
    def test_fractions_say_how_they_are_written(self, x, step, hint):
        refused(hint, described, SdpLayer(x, [step], x=x))

    @pytest.mark.parametrize(
        ("precision", "given", "why"),
        [
            ("INT8", {"alu": (4,)}, "bias has 4 values, the layer has 5 channels$"),
            ("INT8", {"alu": (5, 4, 3)}, r"bias has values of 5x4x3, the layer has 5x3x4 \(channels x"),
            ("INT8", {"mul": (5,)}, "operands of bias are made with mul=: write alu= in bench.operands$"),
            ("INT16", {"alu": (5,)}, "operands of bias are INT16, the layer is processed in INT8: write bench.opera"),
        ],
    )
    def test_operands_that_do_not_fit(self, bench, x, precision, given, why):
        operands = bench.operands(precision, **{part: np.ones(shape, int) for part, shape in given.items()})
        refused(f"SdpLayer: {why}", described, SdpLayer(x, [bias(operands)], x=x))


class TestTables:
    @pytest.mark.parametrize(
        ("design", "why"),
        [
            (np.tanh, r"the function tanh: write design_table\(tanh, low, high, in_step=...\)"),
            (lambda x: x, r"the function <lambda>: write design_table\(function, low"),
            (sigmoid_table, r"the function sigmoid_table itself: call it, sigmoid_table\(...\)$"),
            (3, r"no tables but int: write design_table\(function, low"),
        ],
    )
    def test_functions_are_no_tables(self, design, why):
        refused(f"lookup: its argument is {why}", lookup, design)


class TestLayers:
    def test_arrays_and_the_order_of_arguments(self, x):
        refused("SdpLayer: y is no tensor but ndarray: make it with bench.empty", SdpLayer, x.numpy())
        refused(r"y is no tensor but list: .* write SdpLayer\(y, steps, x=x\)$", SdpLayer, [bias(1)], x)
        refused("SdpLayer: x is no tensor but ndarray: make it with bench.tensor$", SdpLayer, x, x=x.numpy())
        refused("SdpLayer: steps is no list but Tensor: write a list of steps", SdpLayer, x, x)

    @pytest.mark.parametrize("name", ["relu", "nan_to_zero"])
    def test_flags(self, x, name):
        refused(f"SdpLayer: {name} is 'no': write True or False$", SdpLayer, x, **{name: "no"})

    def test_planes(self, bench, x):
        planes = bench.empty(SHAPE, "INT8", layout="planes")
        refused("SdpLayer: y has planes and must be a cube", described, SdpLayer(planes, x=x))
        refused("SdpLayer: x has planes and must be a cube", described, SdpLayer(x, x=planes))
        w = bench.kernels(np.ones((5, 5, 1, 1), int), "INT8")
        refused("SdpLayer: y has planes and must be a cube", described, Convolve(x, w) >> SdpLayer(planes))

    @pytest.mark.parametrize(("split", "lines"), [(3, "3"), ((1, 2), "...")])
    def test_splits(self, bench, x, split, lines):
        w = bench.kernels(np.ones((5, 5, 1, 1), int), "INT8")
        why = rf"Convolve: split is .*: write split=Split\(lines={lines}\) of sequences.nvdla.conv.mapping.split$"
        refused(why, Convolve, x, w, split=split)
