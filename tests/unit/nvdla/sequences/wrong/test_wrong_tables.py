"""Wrong functions, ranges and steps of look-up tables, and wrong arguments of CDP's layers: one line each."""

import warnings

import numpy as np
import pytest

from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.config import CONFIGS
from models.nvdla.sdp.descriptor import OutputConvertor
from sequences.nvdla.cdp.layers import CdpLayer
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.lut.design import design_table
from sequences.nvdla.lut.error import measure
from sequences.nvdla.lut.functions import lrn_table
from tests.unit.nvdla.sequences.model_bench import model_bench
from tests.unit.nvdla.sequences.wrong.refusing import refused

NV_FULL = CONFIGS["nv_full"]


class TestFunctions:
    @pytest.mark.parametrize(
        ("function", "span", "why"),
        [
            (lambda x: 1 / x, (-3, 3), "the function: is infinite at 0; choose a range without it$"),
            (lambda x: 1 / (x - 0.3) ** 2, (-3, 3), "the function: is infinite at 0.3; choose a range without it$"),
            (np.tan, (-2, 2), "tan: is infinite at -?1.5708; choose a range without it$"),
            (np.log, (-3, 3), "log: is nan at -3; choose a range where it is a number$"),
            (np.exp, (-3, 300), r"exp: reaches 1.94243e\+130, beyond all numbers that the part has; choose a smaller"),
            (lambda x: x * 1j, (-3, 3), r"gives no number for each number of an array \(TypeError: complex numbers\)$"),
            (lambda _: "a", (-3, 3), r"gives no number for each number of an array \(TypeError: <U1 values\)$"),
            (lambda x: x[:3], (-3, 3), "gives no number for each number of an array"),
            (lambda x: x if x > 0 else 0, (-3, 3), "gives no number for each number of an array"),
            (3, (-3, 3), "a table is made of a function, such as np.tanh .*, not of 3$"),
        ],
    )
    @pytest.mark.parametrize("step", [2.0**-5, 2.0**-12])
    def test_what_has_no_number_somewhere(self, function, span, why, step):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            refused(why, design_table, function, *span, in_step=step)

    def test_one_number_for_all(self):
        assert measure(design_table(lambda _: 5, -3, 3, in_step=2.0**-12)).largest < 1e-3

    @pytest.mark.parametrize("function", [np.sign, np.floor, lambda x: np.exp(-((50 * x) ** 2))])
    def test_what_jumps_or_is_steep_is_no_pole(self, function):
        assert design_table(function, -3, 3, in_step=2.0**-12)


class TestRanges:
    @pytest.mark.parametrize(
        ("span", "why"),
        [
            ((0, 0), "range of a table is 0 to 0, it must begin below its end"),
            ((0, np.inf), "range of a table is 0 to inf, beyond all numbers that the part has"),
            (("a", 1), "range of a table: low is 'a': write a number"),
            ((0, None), "range of a table: high is None: write a number"),
        ],
    )
    def test_ranges(self, span, why):
        refused(f"{why}$", design_table, np.tanh, *span)

    @pytest.mark.parametrize("step", [0, -1.0, "1", np.nan, np.inf, True])
    @pytest.mark.parametrize("name", ["in_step", "out_step"])
    def test_steps(self, name, step):
        refused(f"{name} is {step!r}: write a number above 0$", design_table, np.tanh, -3, 3, **{name: step})

    def test_steps_of_floats(self):
        why = "in_step is given, and FP16 has no steps: leave it out$"
        refused(why, design_table, np.tanh, -3, 3, precision="FP16", in_step=0.5)


class TestCdp:
    @pytest.fixture
    def x(self):
        return model_bench(NV_FULL).tensor(np.zeros((5, 3, 4), int), "INT16")

    @pytest.mark.parametrize("size", [4, 0, 5.5, True, "5", (5,)])
    def test_sizes(self, x, size):
        refused(r"CdpLayer: size is .*: write 3, 5, 7 or 9$", CdpLayer, x, x, lrn_table(), size=size)
        refused(r"lrn_table: size is .*: write 3, 5, 7 or 9$", lrn_table, size=size)

    def test_tables_of_another_size(self, x):
        why = "CdpLayer: size is 3 and the table is made for size 5: give both the same$"
        refused(why, CdpLayer, x, x, lrn_table(size=5), size=3)
        assert CdpLayer(x, x, lrn_table(size=5), size=3, squares=False)

    @pytest.mark.parametrize("name", ["into", "out"])
    def test_fp16_has_no_convertors(self, name):
        x = model_bench(NV_FULL).empty((16, 1, 2), "FP16")
        convertor = {name: CdpConvertor(shift=3)}
        refused(
            "^CdpLayer: FP16 passes both convertors as it is: leave", CdpLayer, x, x, lrn_table("FP16"), **convertor
        )

    def test_functions_are_no_tables(self, x):
        refused(r"CdpLayer: table is the function <lambda>: write design_table\(", CdpLayer, x, x, lambda x: x)
        refused(r"CdpLayer: table is the function lrn_table itself: call it", CdpLayer, x, x, lrn_table)

    @pytest.mark.parametrize(
        ("given", "why"),
        [
            ({"out": OutputConvertor(shift=4)}, r"out is OutputConvertor\(.*: write CdpConvertor\(...\) of"),
            ({"out": CdpConvertor(shift=64)}, "out.shift is 64: write a whole number from 0 to 63$"),
            ({"into": CdpConvertor(scale=1 << 15)}, "into.scale is 32768: write a whole number from -32768 to 32767$"),
            ({"into": CdpConvertor(offset=0.5)}, "into.offset is 0.5: write a whole number"),
            ({"squares": 0}, "squares is 0: write True or False$"),
        ],
    )
    def test_settings(self, x, given, why):
        refused(f"CdpLayer: {why}", CdpLayer, x, x, lrn_table(), **given)

    def test_tensors(self, x):
        refused("CdpLayer: x is no tensor but ndarray: make it with bench.tensor$", CdpLayer, x.numpy(), x, lrn_table())
        bench = model_bench(NV_FULL)
        x, planes = bench.empty((5, 3, 4), "INT16"), bench.empty((5, 3, 4), "INT16", layout="planes")
        refused("y has planes and must be a cube", jobs_of, [CdpLayer(x, planes, lrn_table())], NV_FULL)
