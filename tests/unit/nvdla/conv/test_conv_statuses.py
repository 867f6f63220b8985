"""What the part counts, and what it does to NaN, where only the part itself could tell."""

import numpy as np
import pytest

from models.layer import Bounds, StreamId, Waited
from models.nvdla.config import CONFIGS
from models.nvdla.device import Device
from sequences.model_host import ModelHost, run
from sequences.nvdla.bench import make_bench
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.firmware.counting import count_in_both_groups
from sequences.nvdla.firmware.firmware import COUNTED
from sequences.nvdla.firmware.groups import select
from sequences.nvdla.post_processing.layers import SdpLayer

CONFIG = CONFIGS["tiny"]
SATURATED = "CACC", "D_OUT_SATURATION"
NAN, ONE = 0x7E00, 0x3C00


@pytest.fixture
def bench():
    return make_bench(ModelHost(Device(CONFIG)), CONFIG, np.random.default_rng(1))


def played(bench, data, weights, precision, **options):
    """The statuses of a convolution, and what came out; data and weights as codes."""
    started = []
    bench.host.device.listeners.append(lambda happened: started.extend(happened.started))
    x, w = bench.tensor(np.asarray(data), precision), bench.kernels(np.asarray(weights), precision)
    conv = Convolve(x, w, **options)
    y = bench.empty(conv.shape, precision)
    run(bench.play(conv >> SdpLayer(y)))
    return next(layer for layer in started if layer.stage == "CONV").statuses, y.numpy()


def saturating(bench, width=1, value=32767):
    data = np.full((4, 1, width), value, np.int16)
    return played(bench, data, np.full((1, 4, 1, 1), 32767, np.int16), "INT16")[0][SATURATED]


def test_the_count_of_a_layer_with_one_result_goes_on(bench):
    assert [saturating(bench), saturating(bench), saturating(bench, value=0)] == [1, 2, 2]
    assert saturating(bench, width=2) == 2, "two results begin anew"
    assert saturating(bench) == 3
    assert saturating(bench, width=2, value=0) == 0
    bench.host.device.reset()
    run(bench.host.pause(CONFIG.cbuf_flush_cycles))
    assert saturating(bench) == 1


@pytest.mark.parametrize("flush", [False, True])
@pytest.mark.parametrize("place", ["data", "weights"])
def test_nan_is_counted_and_flushed_in_data_and_in_weights(bench, place, flush):
    data, weights = np.full((4, 1, 1), 1.0, np.float16), np.full((1, 4, 1, 1), 1.0, np.float16)
    (data if place == "data" else weights).reshape(-1)[2] = np.nan
    statuses, output = played(bench, data, weights, "FP16", nan_to_zero=flush)
    assert statuses["CDMA", f"D_NAN_INPUT_{'DATA' if place == 'data' else 'WEIGHT'}_NUM"] == 1
    assert (output.reshape(-1)[0] == 3.0) if flush else np.isnan(output.reshape(-1)[0].astype(np.float16))


LONG = 50
"""Cycles in which traffic shows that data were to come."""


@pytest.mark.parametrize(
    ("config", "name", "least", "allowed"),
    [
        ("tiny", "DAT", 0, (1, LONG, 100)),
        ("tiny", "DAT", LONG, (LONG, 100)),
        ("tiny", "WT", 0, (1, LONG, 100)),
        ("tiny", "WT", LONG, (LONG, 100)),
        ("nv_small", "DAT", 0, (1, LONG, 100)),
        ("nv_small", "DAT", LONG, (LONG, 100)),
        ("nv_small", "WT", 0, (0,)),
        ("nv_small", "WT", LONG, (0,)),
    ],
)
def test_a_fetch_that_reads_has_a_request_outstanding_for_a_cycle_or_as_long_as_was_seen(config, name, least, allowed):
    bench = make_bench(ModelHost(Device(CONFIGS[config])), CONFIGS[config], np.random.default_rng(1))
    started, device = [], bench.host.device
    device.listeners.append(lambda happened: started.extend(happened.started))
    run(count_in_both_groups(bench, "CDMA"))
    ones = np.ones((1, 4, 1, 1), np.int8)
    conv = Convolve(bench.tensor(ones[0], "INT8"), bench.kernels(ones, "INT8"))
    run(bench.play(conv >> SdpLayer(bench.empty(conv.shape, "INT8")), knobs=COUNTED))
    stream = StreamId("DBB", bench.config.read_ids[f"CDMA_{name}"])
    waited = Waited(data={stream: Bounds(least=least)})
    device.timed(next(layer for layer in started if layer.stage == "CONV"), 100, waited)
    run(select(bench, bench.registers.CDMA, 0))
    prediction = device.predict(bench.registers.CDMA.registers[f"D_PERF_{name}_READ_LATENCY"].address)
    assert tuple(count for count in (0, 1, LONG, 100, 101) if prediction.mismatch(count) is None) == allowed
