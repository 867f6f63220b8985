"""Random jobs on the reference device: what they write is what the page says, element by element."""

from fractions import Fraction

import numpy as np
import pytest

from models.vipnano.coefficients.buffer import kernels_of, read_streams, split
from models.vipnano.coefficients.shape import KernelShape
from models.vipnano.config import CONFIGS, VIPNANO_QI, Ties
from models.vipnano.config.hardware import MEMORY
from models.vipnano.device import VipnanoDevice
from models.vipnano.jobs.arithmetic import Scaling, rounded
from sequences.model_host import ModelHost, run
from sequences.vipnano.draw.jobs import draw_job, draw_nn_job, draw_tp_job
from sequences.vipnano.driver import Driver
from tests.unit.vipnano.plain_jobs import plain_convolution, plain_result, plain_round, plain_walk

STRUCTURE_AT = 0x800


@pytest.fixture(params=CONFIGS.values(), ids=CONFIGS)
def config(request):
    return request.param


def played(drawn, config):
    """The layer of a job, and the bytes that it writes by address."""
    device = VipnanoDevice(config)
    host, layers = ModelHost(device), []
    device.listeners.append(lambda happened: layers.extend(happened.started))
    for address, data in [*drawn.loads, (STRUCTURE_AT, drawn.structure.encode())]:
        host.load(MEMORY, address, data)
    driver = Driver(host, config)
    run(driver.start(drawn.structure, STRUCTURE_AT))
    run(driver.finish())
    (stream,) = layers[0].writes
    assert stream.care.all()
    return dict(zip(stream.where.addresses.tolist(), stream.data[:, 0].tolist(), strict=True))


def reader(loads):
    held = {address + at: int(byte) for address, data in loads for at, byte in enumerate(data)}
    return held.__getitem__


@pytest.mark.parametrize("number", range(12))
def test_convolutions_are_those_of_the_page(config, number):
    drawn = draw_nn_job(np.random.default_rng([4, number]), config)
    structure = drawn.structure
    shape = KernelShape.of(structure, config)
    (coefficients,) = (data for address, data in drawn.loads if address == structure["kernel_address"] * 64)
    kernels = kernels_of(read_streams(split(coefficients, shape, config), shape, config), shape)
    held = reader(drawn.loads)
    plain = plain_convolution(structure, kernels, held, config.ties)
    assert played(drawn, config) == plain


@pytest.mark.parametrize("number", range(25))
def test_tensors_move_as_the_page_says(config, number):
    drawn = draw_tp_job(np.random.default_rng([6, number]))
    assert played(drawn, config) == plain_walk(drawn.structure, reader(drawn.loads))


def test_random_jobs_break_no_rule(config):
    kinds = set()
    for number in range(60):
        drawn = draw_job(np.random.default_rng([8, number]), config)
        assert played(drawn, config)
        kinds.add((drawn.structure.kind.name, drawn.structure.values.get("pooling", 0)))
    assert kinds == {("NN", 0), ("NN", 3), ("TP", 0)}


@pytest.mark.parametrize("ties", Ties)
@pytest.mark.parametrize("shift", [0, 1, 2, 15, 31, 46, 47, 48, 127])
def test_rounding_at_and_beside_ties(ties, shift):
    rng = np.random.default_rng(shift)
    half = 1 << max(shift - 1, 0)
    spread = rng.integers(-9, 10, 50) * (half if shift < 40 else 1 << 40) + rng.integers(-1, 2, 50)
    products = np.concatenate([spread, [-(1 << 31) * 0xFFFF, ((1 << 31) - 1) * 0xFFFF]])
    plain = [plain_round(Fraction(int(item), 1 << shift), ties) for item in products]
    assert rounded(products, shift, ties).tolist() == plain


def test_results_of_sums_at_the_ends():
    drawn = draw_nn_job(np.random.default_rng(1), VIPNANO_QI)
    sums = np.array([-(1 << 31), -1, 0, 1, (1 << 31) - 1], np.int32)
    for shift in (0, 16, 46, 48):
        for relu in (0, 1):
            structure = drawn.structure.with_(post_shift=shift, relu=relu, post_multiplier=0x7FFF)
            plain = [plain_result(int(item), structure, Ties.UP) for item in sums]
            assert Scaling.of(structure).results(sums, Ties.UP).tolist() == plain
