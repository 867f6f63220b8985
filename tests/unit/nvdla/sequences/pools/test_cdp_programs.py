"""CDP's layers as a user writes them, played on the model."""

import numpy as np
import pytest

from models.nvdla.cdp.convertors import CdpConvertor
from sequences.model_host import run
from sequences.nvdla.cdp.layers import CdpLayer
from sequences.nvdla.lut.functions import lrn_table
from tests.unit.nvdla.sequences.model_bench import clean_layers, model_bench


def normalised(values, size, alpha=1e-4, beta=0.75):
    """Local response normalisation of real numbers, by its formula."""
    reach, channels = size // 2, len(values)
    squares = np.pad(values**2, ((reach, reach), (0, 0), (0, 0)))
    sums = sum(squares[first : first + channels] for first in range(size))
    return values * (1 + alpha / size * sums) ** -beta


@pytest.mark.parametrize("size", [3, 9])
@pytest.mark.parametrize("precision", ["INT16", "FP16"])
def test_local_response_normalisation(config, precision, size):
    bench = model_bench(config)
    values = bench.rng.integers(-300, 301, (11, 2, 3))
    x = bench.tensor(values.astype(np.float16) if precision == "FP16" else values, precision)
    y = bench.empty(x.shape, precision)
    table = lrn_table(precision, size=size)
    out = CdpConvertor() if precision == "FP16" else CdpConvertor(shift=round(-np.log2(table.numbers.out_step)))
    run(bench.play(CdpLayer(x, y, table, size=size, out=out)))
    (layer,) = clean_layers(bench)
    assert layer.stage == "CDP"
    made = y.numpy().view(np.float16) if precision == "FP16" else y.numpy()
    wanted = normalised(values.astype(float), size)
    assert np.abs(made - wanted).max() <= max(1, 0.004 * np.abs(wanted).max())


def test_a_table_must_suit_the_precision(config):
    bench = model_bench(config)
    x = bench.tensor(np.zeros((3, 1, 2), np.int8), "INT8")
    layer = CdpLayer(x, bench.empty(x.shape, "INT8"), lrn_table("FP16"))
    with pytest.raises(ValueError, match="the table is for floating-point numbers, its tensors are INT8"):
        layer.descriptor(config)
