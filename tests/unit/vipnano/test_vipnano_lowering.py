"""Layers become jobs: what these write is what the layer says, with the multiplier of 16 bits."""

import numpy as np
import pytest

from models.vipnano.config import CONFIGS, VIPNANO_QI
from models.vipnano.device import VipnanoDevice
from models.vipnano.jobs.arithmetic import Scaling
from sequences.model_host import ModelHost, run
from sequences.vipnano.draw.layers import draw_add, draw_layer, draw_tensors
from sequences.vipnano.driver import Driver
from sequences.vipnano.layers import Add, Conv2d, FullyConnected, Padding, Quantisation
from sequences.vipnano.lowering.addition import columns_of
from sequences.vipnano.lowering.lower import lower
from sequences.vipnano.lowering.places import Places
from sequences.vipnano.lowering.scale import multiplier_and_shift, scale_of
from sequences.vipnano.lowering.tiles import Tiles, tiles_of
from tb.vipnano.judge.sums import sums_of_layer


@pytest.fixture(params=CONFIGS.values(), ids=CONFIGS)
def config(request):
    return request.param


def played(layer, tensors, config):
    host = ModelHost(VipnanoDevice(config))
    return run(Driver(host, config).run(layer, *tensors))


def test_layers_are_what_their_sums_come_to(config):
    kinds = set()
    for number in range(30):
        rng = np.random.default_rng([12, number])
        layer = draw_layer(rng)
        tensors = draw_tensors(rng, layer)
        multiplier, shift = multiplier_and_shift(scale_of(layer.input.scale, layer.kernel.scale, layer.output.scale))
        scaling = Scaling(0x8000 + multiplier, shift, layer.output.zero_point)
        want = scaling.results(sums_of_layer(layer, tensors[0]), config.ties)
        assert np.array_equal(played(layer, tensors, config), want), f"layer {number}: {layer}"
        kinds.add((type(layer).__name__, getattr(layer, "depthwise", False)))
    assert len(kinds) == 3


def test_additions_are_near_their_sums(config):
    for number in range(20):
        rng = np.random.default_rng([13, number])
        layer = draw_add(rng)
        tensors = draw_tensors(rng, layer)
        quantised = zip(tensors, (layer.first, layer.second), strict=True)
        exact = sum(item.scale * (tensor.astype(float) - item.zero_point) for tensor, item in quantised)
        want = np.clip(np.round(exact / layer.output.scale) + layer.output.zero_point, 0, 255)
        assert np.abs(played(layer, tensors, config) - want).max() <= 2, f"layer {number}: {layer}"


QUANTISED = Quantisation(0.5, 3)


def small(lines=8, columns=8, channels=3, outputs=4, kernel=3, **more):
    depthwise = more.get("depthwise", False)
    size = (1, kernel, kernel, outputs) if depthwise else (outputs, kernel, kernel, channels)
    return Conv2d(
        lines=lines,
        columns=columns,
        channels=channels,
        weights=np.ones(size, np.uint8),
        bias=np.zeros(outputs, np.int32),
        input=QUANTISED,
        kernel=QUANTISED,
        output=QUANTISED,
        **more,
    )


def kinds_of(layer, config=VIPNANO_QI):
    """The units of the jobs of each operation, and the structure of the NN job."""
    operations = lower(layer, Places(0), config).operations
    nn = next(job for jobs in operations for job in jobs if job.kind.name == "NN")
    return ["".join(job.kind.name[0] for job in jobs) for jobs in operations], nn


def test_which_jobs_a_layer_becomes():
    assert kinds_of(small())[0] == ["T", "N", "T"]
    assert kinds_of(small(channels=1, outputs=1))[0] == ["N"]
    assert kinds_of(small(stride=(2, 2)))[0] == ["T", "TTTT", "N", "T"]
    assert kinds_of(small(stride=(2, 2), kernel=1))[0] == ["T", "N", "T"]
    assert kinds_of(Add(shape=(4, 4, 3), first=QUANTISED, second=QUANTISED, output=QUANTISED))[0] == ["N"]
    weights = np.ones((9, 30), np.uint8)
    dense = FullyConnected(
        weights=weights, bias=np.zeros(9, np.int32), input=QUANTISED, kernel=QUANTISED, output=QUANTISED
    )
    assert kinds_of(dense)[0] == ["N"]


def test_the_first_pixel_is_kept_where_the_driver_does():
    assert kinds_of(small(stride=(2, 2), kernel=1))[1]["pooling"] == 3
    deep = {"channels": 4, "outputs": 4, "depthwise": True, "stride": (2, 2)}
    assert kinds_of(small(**deep))[1]["pooling"] == 3
    assert kinds_of(small(**deep, columns=7))[1]["pooling"] == 0
    assert kinds_of(small(stride=(2, 2)))[1]["pooling"] == 0


def test_kernels_of_one_weight_become_two_by_two():
    _, job = kinds_of(small(channels=1, kernel=1))
    assert (job["kernel_x_size"], job["kernel_y_size"], job["kernel_z_size"]) == (2, 2, 1)


def test_padding_is_a_negative_offset():
    assert [kinds_of(small(kernel=kernel))[1]["in_x_offset"] for kernel in (1, 3, 5)] == [0, -1, -2]
    assert kinds_of(small(same=False))[1]["in_x_offset"] == 0


@pytest.mark.parametrize(
    ("size", "kernel", "stride", "same", "padding"),
    [
        (8, 3, 1, True, Padding(1, 8)),
        (8, 3, 2, True, Padding(0, 4)),
        (9, 3, 2, True, Padding(1, 5)),
        (8, 3, 2, False, Padding(0, 3)),
        (5, 2, 1, True, Padding(0, 5)),
        (4, 7, 3, True, Padding(3, 2)),
    ],
)
def test_padding_is_that_of_litert(size, kernel, stride, same, padding):
    assert Padding.of(size, kernel, stride, same=same) == padding


@pytest.mark.parametrize(
    ("out", "kernel", "channels", "tiles"),
    [
        ((112, 112), (3, 3), 32, Tiles(10, 64, 4)),
        ((80, 80), (5, 5), 160, Tiles(8, 64, 7)),
        ((8, 8), (3, 3), 256, Tiles(8, 8, 16)),
        ((3, 3), (1, 1), 128, Tiles(3, 3, 16)),
        ((112, 112), (1, 1), 256, Tiles(12, 64, 5)),
    ],
)
def test_tiles_are_those_of_the_driver(out, kernel, channels, tiles):
    assert tiles_of(out, kernel, channels, VIPNANO_QI) == tiles


def test_a_scale_is_a_multiplier_and_a_shift():
    assert multiplier_and_shift(1.0) == (0, 15)
    assert multiplier_and_shift(0.75) == (0x4000, 16)
    assert multiplier_and_shift(2.0**-112) == (0, 127)
    with pytest.raises(ValueError, match=r"^the scale is 131072"):
        multiplier_and_shift(2.0**17)


def test_lines_of_an_addition():
    assert [columns_of(plane) for plane in (1, 7, 63, 64, 96, 121, 127, 128, 25)] == [1, 7, 63, 64, 32, 11, 1, 128, 25]
