"""Look-up tables that are asked for in words."""

import numpy as np
import pytest

from sequences.nvdla.lut.asked import NAMED, ask
from sequences.nvdla.lut.error import measure
from sequences.nvdla.lut.functions import sigmoid_table


@pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
@pytest.mark.parametrize("name", NAMED)
def test_names_have_a_range_of_their_own(name, precision):
    assert measure(ask(name, precision)).relative < 3e-3


def test_what_is_given_counts():
    plain, other = ask("sigmoid"), ask("sigmoid", low=-4.0, in_step=2.0**-9, exponential=True)
    assert plain.config == sigmoid_table().config
    assert (other.low, other.high, other.numbers.in_step) == (-4.0, plain.high, 2.0**-9)
    assert other.config.exponential


@pytest.mark.parametrize(
    "text", ["x * exp(-x)", "np.exp(-x) * x", "tests.unit.nvdla.sequences.post_processing.test_asked_tables:hump"]
)
def test_any_function(text):
    design = ask(text, low=0.0, high=6.0)
    assert measure(design).largest < 1e-4
    assert np.abs(design.function(np.array([1.0])) - np.exp(-1)).max() < 1e-12
    assert design.numbers.in_step == 2.0**-12, "16 bits hold the range"


def hump(x):
    return x * np.exp(-x)


def test_one_number_for_all():
    assert measure(ask("1", low=0.0, high=1.0)).largest < 1e-4


@pytest.mark.parametrize(
    ("text", "given", "message"),
    [
        ("x +", {}, r"neither sigmoid, tanh, square_root, lrn nor module:function nor an expression"),
        ("no_such_module:f", {}, "No module named"),
        ("bogus", {}, "bogus: neither sigmoid, .* expression of x"),
        ("bogus + x", {}, r"bogus \+ x: gives no number for each number of an array .*bogus"),
        ("math:sin", {"low": 0, "high": 1}, "gives no number for each number"),
        ("x", {"low": 0}, "x: its range is not known, give high"),
        ("1 / x", {"low": 0, "high": 1}, "1 / x: is infinite at 0; choose a range without it"),
        ("1/x", {"low": -1, "high": 1}, "1/x: is infinite at 0; choose a range without it"),
        ("1/(x - 0.3)", {"low": -1, "high": 1}, r"is infinite at 0.3; choose a range without it"),
        ("log(x)", {"low": -1, "high": 1}, r"log\(x\): is nan at -1; choose a range"),
        ("x", {"low": 0, "high": 1e39}, "beyond all numbers that the part has"),
        ("x", {"low": 0, "high": float("inf")}, "range of a table is 0 to inf, beyond all numbers that the part has"),
        ("x", {"low": 0, "high": float("nan")}, "range of a table is 0 to nan, beyond all numbers that the part has"),
        ("x", {"low": 3, "high": -3}, "range of a table is 3 to -3, it must begin below its end"),
        ("x", {"low": 0, "high": 1e-320}, "range of a table is 0 to .*, too narrow for numbers that the part has"),
        ("x", {"low": 1e30, "high": 1.0000000001e30}, "too narrow for numbers that the part has"),
        ("1e300 * x", {"low": 0, "high": 1}, r"1e300 \* x: reaches 1e\+300, beyond all numbers .* a smaller range"),
        ("1j * x", {"low": 0, "high": 1}, "gives no number for each number of an array .*complex numbers"),
        ("tanh", {"precision": "FP16", "in_step": 1.0}, "in_step is given, and FP16 has no steps: leave it out"),
        ("tanh", {"low": 4}, "range of a table is 4 to 4"),
    ],
)
def test_errors_are_one_line(text, given, message):
    with pytest.raises(ValueError, match=message) as caught:
        ask(text, **given)
    assert "\n" not in str(caught.value)
