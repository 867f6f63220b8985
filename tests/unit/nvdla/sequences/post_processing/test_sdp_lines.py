"""SDP layers that are written in a line, on the model: each gives what its arithmetic says."""

import numpy as np
import pytest

from models.nvdla.rules import check_layer
from models.nvdla.sdp.descriptor import OutputConvertor
from models.nvdla.sdp.operators.operands import OperandConvertor
from sequences.model_host import run
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.conv.mapping.split import Split
from sequences.nvdla.lut.design import design_table
from sequences.nvdla.lut.functions import sigmoid, sigmoid_table
from sequences.nvdla.post_processing import steps
from sequences.nvdla.post_processing.batch_norm import batch_norm
from sequences.nvdla.post_processing.compare import differs, last_differed
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.sdp.directed_lines import behind_convolutions, compared_on_the_fly, every_line
from sequences.nvdla.tensors.elements.elements import DTYPES
from tests.unit.nvdla.sequences.model_bench import clean_layers, model_bench

SHAPE = (9, 2, 3)
PRECISIONS = ("INT8", "INT16", "FP16")


@pytest.fixture
def bench(config):
    return model_bench(config)


def drawn(bench, precision, shape=SHAPE, most=100):
    """Small whole numbers, which each precision holds, and so their sums."""
    return bench.rng.integers(-most, most + 1, shape).astype(DTYPES[precision])


def in_range(values, precision):
    dtype = DTYPES[precision]
    if dtype.kind == "f":
        return values.astype(dtype)
    limits = np.iinfo(dtype)
    return np.clip(values, limits.min, limits.max).astype(dtype)


def shifted(values, bits):
    """A right shift that rounds half away from zero."""
    half = 1 << bits - 1
    return np.where(values < 0, -((-values + half) >> bits), (values + half) >> bits)


def played(bench, x, given, **settings):
    """What a layer from memory gives."""
    y = bench.empty(x.shape, x.precision)
    layer = SdpLayer(y, given, x=x, **settings)
    assert check_layer(layer.descriptor(bench.config), bench.config) == []
    run(bench.play(layer))
    clean_layers(bench)
    return y.numpy()


UNITS = (None, "x1", "x2", "y")


@pytest.mark.parametrize("on", UNITS)
@pytest.mark.parametrize("precision", PRECISIONS)
class TestOperands:
    """An operand of a layer, of each kernel, of each element."""

    def test_of_a_layer(self, bench, precision, on):
        x = bench.tensor(drawn(bench, precision), precision)
        found = played(bench, x, [steps.bias(-5, on=on)])
        assert (found == in_range(x.numpy().astype(int) - 5, precision)).all()

    def test_of_each_kernel(self, bench, precision, on):
        x = bench.tensor(drawn(bench, precision), precision)
        values = drawn(bench, precision, SHAPE[:1])
        found = played(bench, x, [steps.bias(bench.operands(precision, alu=values), on=on)])
        assert (found == in_range(x.numpy().astype(int) + values.astype(int)[:, None, None], precision)).all()

    def test_of_each_element(self, bench, precision, on):
        x = bench.tensor(drawn(bench, precision), precision)
        values = drawn(bench, precision)
        found = played(bench, x, [steps.multiply(bench.operands(precision, mul=values, gaps=(1, 2)), on=on)])
        assert (found == in_range(x.numpy().astype(float) * values.astype(float), precision)).all()


@pytest.mark.parametrize("on", UNITS)
@pytest.mark.parametrize("precision", PRECISIONS)
@pytest.mark.parametrize(
    ("step", "numpy"),
    [(steps.add, np.add), (steps.multiply, np.multiply), (steps.maximum, np.maximum), (steps.minimum, np.minimum)],
    ids=["add", "multiply", "maximum", "minimum"],
)
def test_two_cubes(bench, precision, on, step, numpy):
    """Cubes as other layers write them, without a copy."""
    x, z = (bench.tensor(drawn(bench, precision), precision, gaps=(1, 1)) for _ in range(2))
    found = played(bench, x, [step(z, on=on)])
    assert (found == in_range(numpy(x.numpy().astype(float), z.numpy().astype(float)), precision)).all()


@pytest.mark.parametrize("on", UNITS)
@pytest.mark.parametrize("precision", PRECISIONS)
def test_prelu(bench, precision, on):
    x = bench.tensor(drawn(bench, precision), precision)
    slopes = drawn(bench, precision, SHAPE[:1], most=9)
    integers = precision != "FP16"
    found = played(bench, x, [steps.prelu(bench.operands(precision, mul=slopes), shift=2 * integers, on=on)])
    values = x.numpy().astype(int)
    products = values * slopes.astype(int)[:, None, None]
    wanted = np.where(values < 0, shifted(products, 2) if integers else products, values)
    assert (found == in_range(wanted, precision)).all()


@pytest.mark.parametrize("precision", PRECISIONS)
def test_relu_joins_the_step_before(bench, precision):
    x = bench.tensor(drawn(bench, precision), precision)
    two = [steps.bias(3), steps.relu(), steps.multiply(2), steps.relu()]
    found = played(bench, x, two)
    assert (found == in_range(2 * np.maximum(x.numpy().astype(int) + 3, 0), precision)).all()
    assert (played(bench, x, [], relu=True) == np.maximum(x.numpy(), 0)).all()


@pytest.mark.parametrize("on", [None, "x2"])
@pytest.mark.parametrize("precision", PRECISIONS)
def test_batch_norm(bench, precision, on):
    x = bench.tensor(drawn(bench, precision), precision)
    mean, variance = bench.rng.normal(0, 9, SHAPE[0]), bench.rng.uniform(50, 5000, SHAPE[0])
    gamma, beta = bench.rng.uniform(0.5, 2, SHAPE[0]), bench.rng.normal(0, 1, SHAPE[0])
    out_step = {"INT8": 2.0**-4, "INT16": 2.0**-8, "FP16": 1.0}[precision]
    step = batch_norm(bench, precision, mean, variance, gamma=gamma, beta=beta, out_step=out_step, on=on)
    found = played(bench, x, [step]) * out_step
    spread = np.sqrt(variance + 1e-5)[:, None, None]
    wanted = gamma[:, None, None] * (x.numpy().astype(float) - mean[:, None, None]) / spread + beta[:, None, None]
    limit = {"INT8": 8.0, "INT16": 128.0, "FP16": 1e4}[precision]
    error = {"INT8": 0.1, "INT16": 0.06, "FP16": 0.02}[precision]  # a summand is a whole number of the input's units
    assert np.abs(found - np.clip(wanted, -limit, limit - out_step)).max() < error
    bench.free(*step.tensors)


def test_affine_multiplies_first(bench):
    x = bench.tensor(drawn(bench, "INT16"), "INT16")
    scale, shift = drawn(bench, "INT16", SHAPE[:1], most=9), drawn(bench, "INT16", SHAPE[:1])
    found = played(bench, x, [steps.affine(bench.operands("INT16", alu=shift, mul=scale), shift=1)])
    products = shifted(x.numpy().astype(int) * scale.astype(int)[:, None, None], 1)
    assert (found == products + shift.astype(int)[:, None, None]).all()


@pytest.mark.parametrize("precision", PRECISIONS)
def test_any_function(bench, precision):
    floating = precision == "FP16"
    x = bench.tensor(drawn(bench, precision), precision)
    numbers = {"precision": precision} if floating else {"in_step": 2.0**-5, "out_step": 2.0**-14}
    low, high = (-100, 100) if floating else (-4, 4)

    def bump(x):
        return np.exp(-(x**2)) * 0.5 + 1.0

    convertor = OutputConvertor(shift=8 if precision == "INT8" else 0)
    found = played(bench, x, [steps.lookup(design_table(bump, low, high, **numbers))], convertor=convertor)
    step = 1.0 if floating else 2.0**-14 * 2**convertor.shift
    wanted = bump(x.numpy().astype(float) * (1.0 if floating else 2.0**-5))
    assert np.abs(found * step - wanted).max() < {"INT8": 0.02, "INT16": 1e-3, "FP16": 0.02}[precision]


def test_a_look_up_joins_y(bench):
    x, z = (bench.tensor(drawn(bench, "INT16", most=5000), "INT16") for _ in range(2))
    given = [steps.bias(7), steps.relu(), steps.multiply(2), steps.add(z), steps.lookup(sigmoid_table())]
    found = played(bench, x, given)
    design = sigmoid_table()
    reals = (2 * np.maximum(x.numpy().astype(int) + 7, 0) + z.numpy()) * design.numbers.in_step
    assert np.abs(found * design.numbers.out_step - sigmoid(reals)).max() < 1e-3


@pytest.mark.parametrize("precision", PRECISIONS)
def test_comparison(bench, precision):
    values = drawn(bench, precision)
    x, same, other = (bench.tensor(values, precision) for _ in range(3))
    values[8, 1, 2] += 1
    other.load(values)
    assert not run(differs(bench, x, same))
    assert run(differs(bench, x, other))
    assert not run(differs(bench, x, same))
    clean_layers(bench)


@pytest.mark.parametrize("precision", ["INT8", "INT16"])
def test_what_y_does_with_operands_first(bench, precision):
    x, z = (bench.tensor(drawn(bench, precision), precision) for _ in range(2))
    found = played(bench, x, [steps.add(z, convertor=OperandConvertor(bypass=False, offset=3, scale=2, shift=0))])
    assert (found == in_range(x.numpy().astype(int) + 2 * (z.numpy().astype(int) - 3), precision)).all()


@pytest.mark.parametrize("split", [None, Split(lines=4)])
@pytest.mark.parametrize("precision", PRECISIONS)
def test_behind_a_convolution(bench, precision, split):
    """Bias of each kernel, a cube, and a comparison with what came out."""
    x = bench.tensor(drawn(bench, precision, (5, 7, 4), most=2), precision)
    w = bench.kernels(drawn(bench, precision, (6, 5, 2, 2), most=1), precision)
    conv = Convolve(x, w, split=split)
    values = drawn(bench, precision, (6,), most=9)
    z = bench.tensor(drawn(bench, precision, conv.shape, most=9), precision)
    plain, y, again = (bench.empty(conv.shape, precision) for _ in range(3))
    given = [steps.bias(bench.operands(precision, alu=values)), steps.relu(), steps.add(z)]
    run(bench.play(conv >> SdpLayer(plain), conv >> SdpLayer(y, given), SdpLayer(again, given, x=plain)))
    clean_layers(bench)
    wanted = np.maximum(plain.numpy().astype(int) + values.astype(int)[:, None, None], 0) + z.numpy()
    assert (y.numpy() == in_range(wanted, precision)).all()
    assert (y.numpy() == again.numpy()).all(), "as from memory"
    if split is None:
        run(bench.play(conv >> SdpLayer(None, [steps.equal(plain)])))
        assert not run(last_differed(bench))
        run(bench.play(conv >> SdpLayer(None, [steps.equal(y)])))
        assert run(last_differed(bench))
        clean_layers(bench)


def test_operands_behind_batches(bench):
    x = bench.batch(drawn(bench, "INT8", (2, 5, 4, 4), most=2), "INT8")
    w = bench.kernels(drawn(bench, "INT8", (6, 5, 1, 1), most=1), "INT8")
    conv = Convolve(x, w)
    plain, y = (bench.empty_batch(conv.shape, "INT8") for _ in range(2))
    values = drawn(bench, "INT8", conv.shape[1:], most=9)
    run(
        bench.play(
            conv >> SdpLayer(plain), conv >> SdpLayer(y, [steps.add(bench.operands("INT8", alu=values, narrow=True))])
        )
    )
    clean_layers(bench)
    assert (y.numpy() == plain.numpy() + values).all()


def test_precision_from_memory(bench):
    x = bench.tensor(drawn(bench, "INT16", most=3000), "INT16")
    y = bench.empty(SHAPE, "INT8")
    layer = SdpLayer(y, [steps.bias(10)], x=x, convertor=OutputConvertor(shift=5))
    run(bench.play(layer))
    clean_layers(bench)
    assert (y.numpy() == in_range(shifted(x.numpy().astype(int) + 10, 5), "INT8")).all()


def test_operands_come_back(bench):
    for precision in PRECISIONS:
        alu, mul = (drawn(bench, precision) for _ in range(2))
        tensor = bench.operands(precision, alu=alu, mul=mul, gaps=(1, 1), ram=list(bench.config.ports)[-1])
        found = tensor.numpy()
        assert (found["ALU"] == alu).all()
        assert (found["MUL"] == mul).all()
        tensor.load({"ALU": mul, "MUL": alu})
        assert (tensor.numpy()["ALU"] == mul).all()
        bench.free(tensor)


class TestErrors:
    """A line each."""

    @pytest.mark.parametrize(
        ("given", "message"),
        [
            ([steps.bias(1)] * 4, "of bias, bias, bias, bias nothing is left for bias"),
            ([steps.add(1, on="y"), steps.relu()], "nothing is left for relu"),
            ([steps.bias(1, on="x3")], "bias is to be on x3; choose x1, x2, y"),
            ([steps.bias(1 << 15, on="x1")], "whole numbers from -32768 to 32767"),
            ([steps.bias(0.5)], "bias has the operand 0.5"),
            ([steps.lookup(sigmoid_table("FP16"))], "tables of FP16 numbers for a layer of INT16"),
            ([steps.equal(1)], "a step compares, and y is given"),
        ],
    )
    def test_steps(self, bench, given, message):
        x = bench.tensor(drawn(bench, "INT16"), "INT16")
        with pytest.raises(ValueError, match=message):
            run(bench.play(SdpLayer(bench.empty(SHAPE, "INT16"), given, x=x)))

    @pytest.mark.parametrize(
        ("shape", "precision", "message"),
        [
            ((9, 2, 4), "INT16", "add needs a cube of INT16 9x2x3 for one operand; it is given INT16 9x2x4"),
            (SHAPE, "INT8", "add needs a cube of INT16 9x2x3 for one operand; it is given INT8 9x2x3"),
        ],
    )
    def test_cubes(self, bench, shape, precision, message):
        x = bench.tensor(drawn(bench, "INT16"), "INT16")
        with pytest.raises(ValueError, match=message):
            run(bench.play(SdpLayer(bench.empty(SHAPE, "INT16"), [steps.add(bench.empty(shape, precision))], x=x)))

    def test_operands(self, bench):
        with pytest.raises(ValueError, match="give alu, mul, or both in one shape"):
            bench.operands("INT8")
        with pytest.raises(ValueError, match=r"operands of shape \(2, 3\)"):
            bench.operands("INT8", alu=np.zeros((2, 3), int))
        with pytest.raises(ValueError, match="operands of FP16 have two bytes"):
            bench.operands("FP16", alu=[1.0], narrow=True)
        x = bench.tensor(drawn(bench, "INT8"), "INT8")
        wrong = bench.operands("INT8", mul=np.zeros(9, int))
        with pytest.raises(ValueError, match=r"operands of bias are made with mul=: write alu= in bench.operands"):
            run(bench.play(SdpLayer(bench.empty(SHAPE, "INT8"), [steps.bias(wrong)], x=x)))

    def test_output(self, bench):
        x = bench.tensor(drawn(bench, "INT8"), "INT8")
        with pytest.raises(ValueError, match="INT8 becomes INT8 or INT16, not FP16"):
            run(bench.play(SdpLayer(bench.empty(SHAPE, "FP16"), x=x)))
        with pytest.raises(ValueError, match="nothing becomes of its result: give it y"):
            run(bench.play(SdpLayer(None, x=x)))
        with pytest.raises(ValueError, match="nothing feeds it"):
            run(bench.play(SdpLayer(bench.empty(SHAPE, "INT8"))))
        with pytest.raises(ValueError, match="they must be cubes of one shape"):
            run(bench.play(SdpLayer(bench.empty((9, 2, 4), "INT8"), x=x)))

    def test_two_inputs(self, bench):
        x = bench.tensor(drawn(bench, "INT8"), "INT8")
        w = bench.kernels(drawn(bench, "INT8", (2, 9, 1, 1)), "INT8")
        with pytest.raises(ValueError, match="x is given, and another layer feeds it"):
            Convolve(x, w) >> SdpLayer(bench.empty((2, 2, 3), "INT8"), x=x)

    def test_factors(self, bench):
        with pytest.raises(ValueError, match="take a larger out_step"):
            batch_norm(bench, "INT16", [0.0], [1e-4], out_step=1e-9)
        with pytest.raises(ValueError, match="other than 0"):
            batch_norm(bench, "INT16", [0.0], [1.0], gamma=0)


@pytest.mark.parametrize("sequence", [every_line, behind_convolutions, compared_on_the_fly])
def test_directed_layers_are_clean(bench, sequence):
    for precision in bench.config.precisions:
        run(sequence(bench, precision))
    assert clean_layers(bench)
