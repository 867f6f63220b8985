"""Wrong arguments of pools and PDP's layers: one line that says what to write."""

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.pdp.layers import PdpLayer, Pool
from tests.unit.nvdla.sequences.model_bench import model_bench
from tests.unit.nvdla.sequences.wrong.refusing import refused

NV_FULL = CONFIGS["nv_full"]
SHAPE = 5, 3, 4


@pytest.fixture
def bench():
    return model_bench(NV_FULL)


def described(layer):
    return jobs_of([layer], NV_FULL)


def averaged(bench, precision, pad_value):
    pool = Pool("AVERAGE", 3, pad=1, pad_value=pad_value)
    return PdpLayer(pool, bench.empty(SHAPE, precision), x=bench.tensor(np.zeros(SHAPE, int), precision))


@pytest.mark.parametrize("value", ["1", None, True, np.nan, np.inf, [1]])
def test_pad_values_that_are_no_numbers(value):
    refused("Pool: pad_value is .*: write a number$", Pool, "AVERAGE", 3, pad=1, pad_value=value)


@pytest.mark.parametrize(
    ("precision", "value", "why"),
    [
        ("INT8", 0.5, "of INT8 write a whole number from -128 to 127$"),
        ("INT8", 200, "of INT8 write a whole number from -128 to 127$"),
        ("INT8", 1e9, "of INT8 write a whole number from -128 to 127$"),
        ("INT16", -32769, "of INT16 write a whole number from -32768 to 32767$"),
        ("FP16", 1e9, "of FP16 write a number from -65504 to 65504$"),
    ],
)
def test_pad_values_of_a_precision(bench, precision, value, why):
    refused(f"Pool: pad_value is {value}: {why}", described, averaged(bench, precision, value))


@pytest.mark.parametrize(("precision", "value"), [("INT8", -128), ("INT8", 127.0), ("INT16", 200), ("FP16", 0.5)])
def test_pad_values_that_a_precision_has(bench, precision, value):
    assert described(averaged(bench, precision, value))


def test_elements_that_are_in_no_window_are_columns_or_lines():
    why = r"Pool: 1 of 9 {} are in no window \(kernel 2, stride 3\): leave them out of the input$"
    refused(why.format("columns"), Pool("MAX", 2, stride=3).shape, (5, 8, 9))
    refused(why.format("lines"), Pool("MAX", 2, stride=3).shape, (5, 9, 8))


@pytest.mark.parametrize("shape", [8, None, "5x8", (5, 8.0, 9)])
def test_shapes(shape):
    refused(r"Pool: shape is .*: write \(channels, height, width\), or x.shape$", Pool("MAX", 2).shape, shape)


def test_a_flag_is_no_size():
    refused("Pool: kernel is True: write a whole number from 1 to 8", Pool, "MAX", True)


class TestLayers:
    def test_the_order_of_arguments(self, bench):
        x, pool = bench.tensor(np.zeros(SHAPE, int), "INT8"), Pool("MAX", 1)
        way = r"write PdpLayer\(Pool\(method, kernel\), y, x=x\)$"
        refused(f"PdpLayer: pool is no Pool but Tensor: {way}", PdpLayer, x, x, pool)
        refused(f"PdpLayer: pool is 'MAX': {way}", PdpLayer, "MAX", x, x)

    def test_what_is_no_tensor(self, bench):
        x, pool = bench.tensor(np.zeros(SHAPE, int), "INT8"), Pool("MAX", 1)
        refused("PdpLayer: y is no tensor but ndarray: make it with bench.empty$", PdpLayer, pool, x.numpy())
        refused("PdpLayer: y is no tensor but NoneType", PdpLayer, pool, None)
        refused("PdpLayer: x is no tensor but ndarray: make it with bench.tensor$", PdpLayer, pool, x, x=x.numpy())
        batch = bench.empty_batch((2, *SHAPE), "INT8")
        refused("y has several batches: give a layer for each cube, of y.cubes$", PdpLayer, pool, batch)
        refused("PdpLayer: nan_to_zero is 1: write True or False$", PdpLayer, pool, x, x=x, nan_to_zero=1)

    def test_precisions_and_layouts(self, bench):
        x, pool = bench.tensor(np.zeros(SHAPE, int), "INT8"), Pool("MAX", 1)
        wide, planes = bench.empty(SHAPE, "INT16"), bench.empty(SHAPE, "INT8", layout="planes")
        refused("PdpLayer: x is INT8 and y INT16, pooling keeps", described, PdpLayer(pool, wide, x=x))
        refused("PdpLayer: y has planes and must be a cube", described, PdpLayer(pool, planes, x=x))
