"""Tables made from functions: what they are off, measured in the part's arithmetic, and the registers chosen."""

from dataclasses import replace

import numpy as np
import pytest

from sequences.nvdla.lut.design import design_table
from sequences.nvdla.lut.error import measure
from sequences.nvdla.lut.functions import lrn_table, sigmoid_table, square_root_table, tanh_table
from sequences.nvdla.lut.numbers import LutNumbers, out_step_for

MOST = {
    (sigmoid_table, "INT16"): 8e-5,
    (tanh_table, "INT16"): 1.3e-4,
    (square_root_table, "INT16"): 2.5e-3,
    (lrn_table, "INT16"): 1e-3,
    (sigmoid_table, "FP16"): 1.1e-3,
    (tanh_table, "FP16"): 1.1e-3,
    (square_root_table, "FP16"): 2.6e-3,
    (lrn_table, "FP16"): 2e-3,
}
"""Largest errors as parts of the largest value."""


@pytest.mark.parametrize(("build", "precision"), MOST, ids=lambda value: getattr(value, "__name__", value))
def test_errors_are_small(build, precision):
    design = build(precision)
    error = measure(design)
    assert error.largest <= MOST[build, precision] * max(1.0, float(design.function(np.array([design.high]))[0]))
    assert error.mean <= error.rms <= error.largest
    assert f"{error.largest:.3g}" in str(error)


@pytest.mark.parametrize(("build", "precision"), MOST, ids=lambda value: getattr(value, "__name__", value))
def test_linear_tables_end_where_their_distance_says(build, precision):
    design = build(precision)
    config, numbers = design.config, design.numbers
    for table, entries in ((config.lo, design.tables.lo), (config.le, design.tables.le)):
        if config.exponential and table is config.le:
            continue
        start, end = numbers.input_reals(np.array([table.start, table.end]))
        assert end - start == numbers.in_step * 2.0**table.select * (entries.size - 1)
        places = start + (end - start) * np.arange(entries.size) / (entries.size - 1)
        inside = (places >= design.low) & (places <= design.high)
        assert (entries[inside] == numbers.entries(design.function(places[inside]))).all()


@pytest.mark.parametrize("precision", ["INT16", "FP16"])
@pytest.mark.parametrize("exponential", [False, True])
def test_crooked_ranges(precision, exponential):
    step = {} if precision == "FP16" else {"in_step": 0.00037}
    design = design_table(np.cos, 0.1, 2.7, precision=precision, exponential=exponential, **step)
    assert measure(design).relative < 2e-3
    lo, numbers = design.config.lo, design.numbers
    start, end = numbers.input_reals(np.array([lo.start, lo.end])) / numbers.in_step
    assert end == np.float32(start + 256 * 2.0**lo.select)


def test_a_dense_table_takes_what_is_curved():
    def bend(x):
        return np.tanh(8 * (x - 1.5))

    design = design_table(bend, -4.0, 4.0, in_step=2.0**-12)
    le, lo = design.config.le, design.config.lo
    start, end = design.numbers.input_reals(np.array([le.start, le.end]))
    assert le.select < lo.select
    assert start < 1.5 < end
    assert measure(design).largest < 0.25 * measure(_without_le(design)).largest


def _without_le(design):
    return replace(design, config=replace(design.config, hybrid_lo=True))


def test_slopes_go_on_beyond_the_range():
    line = design_table(lambda x: 3 * x + 1, -2.0, 2.0, in_step=2.0**-8, out_step=2.0**-10)
    assert measure(line, -3.0, 3.0).largest <= line.numbers.out_step
    half = design_table(np.abs, -2.0, 2.0, precision="FP16")
    assert measure(half, -3.0, 3.0).largest <= 2.0**-9
    root = design_table(np.sqrt, 0.0, 1.0, in_step=2.0**-10, exponential=True)
    assert (root.reals(np.array([-1.0, -0.5, 0.0])) == 0).all(), "no slope where the function is not defined"


def test_int8_tables_have_entries_of_16_bits():
    design = sigmoid_table("INT8", in_step=1 / 16)
    assert measure(design).largest < 2.0**-14
    assert design.numbers.out_step == 2.0**-15


def test_bad_ranges_and_steps_are_refused():
    with pytest.raises(ValueError, match="range of a table is 2 to 2"):
        design_table(np.tanh, 2, 2)
    with pytest.raises(ValueError, match=r"in_step is 0\.0: write a number above 0"):
        design_table(np.tanh, -1, 1, in_step=0.0)
    with pytest.raises(ValueError, match="take a larger in_step"):
        design_table(np.tanh, -1, 1, in_step=2.0**-31)
    with pytest.raises(ValueError, match="must be 1 and 1"):
        LutNumbers(floating=True, in_step=0.5)
    assert out_step_for(np.zeros(3)) == 1.0
