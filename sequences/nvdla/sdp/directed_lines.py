"""Directed layers of SDP: each line that a user may write, from memory and behind a convolution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import OutputConvertor
from models.nvdla.sdp.operators.absent import present_operators
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.features import convertor_for, feature_tensor, weight_tensor
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.lut.design import LutDesign, design_table
from sequences.nvdla.lut.functions import sigmoid_table, tanh_table
from sequences.nvdla.post_processing import steps
from sequences.nvdla.post_processing.batch_norm import batch_norm
from sequences.nvdla.post_processing.compare import differs, last_differed
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.post_processing.steps import Step
from sequences.nvdla.sdp.small import integers_of
from sequences.nvdla.tensors.elements.elements import DTYPES
from sequences.nvdla.tensors.tensor import Tensor

SHAPE = (5, 2, 3)
CHANNELS = SHAPE[:1]


async def tables_in_turn(bench: NvdlaBench) -> None:
    """Layers behind each other that share tables, that need others, and that need none; entries are read back."""
    sigmoid, tanh = sigmoid_table(), tanh_table()
    designs: Sequence[LutDesign | None] = (sigmoid, sigmoid, tanh, None, tanh, sigmoid)
    precision = integers_of(bench.config)
    most, layers = 20000 if precision == "INT16" else 100, []
    for design in designs:
        given = [steps.lookup(design)] if design else []
        x = bench.tensor(bench.rng.integers(-most, most, SHAPE), precision)
        layers.append(
            SdpLayer(_like(bench, x), given, x=x, convertor=_narrowed(precision) if design else OutputConvertor())
        )
    await bench.play(*layers, knobs=FirmwareKnobs(read_back=1.0))


async def every_line(bench: NvdlaBench, precision: str) -> None:
    """Every step on a cube in memory, alone or in threes; then two comparisons."""
    x = bench.tensor(numbers(bench, precision, SHAPE), precision)
    layers = [
        SdpLayer(_like(bench, x), _there(given, bench.config), x=x, convertor=convertor)
        for given, convertor in _lines(bench, x)
    ]
    await bench.play(*layers)
    if "SDP_Y" not in bench.config.features:
        return
    y = layers[0].y
    assert isinstance(y, Tensor)
    same = bench.tensor(y.numpy(), precision)
    assert not await differs(bench, y, same)
    values = y.numpy()
    values[-1, -1, -1] = 1 if values[-1, -1, -1] == 0 else 0
    same.load(values)
    assert await differs(bench, y, same)


async def behind_convolutions(bench: NvdlaBench, precision: str) -> None:
    """A convolution with a bias for each kernel and ReLU, one with batch normalisation, a cube and a table."""
    ram = next(iter(bench.config.ports))
    x = feature_tensor(bench, (5, 4, 3), precision, ram)
    w = weight_tensor(bench, (7, 5, 2, 1), precision, ram)
    conv, convertor = Convolve(x, w), convertor_for(w)
    kernels = conv.shape[:1]
    y, z = (bench.empty(conv.shape, precision, ram=ram) for _ in range(2))
    values = numbers(bench, precision, kernels)
    spread = np.full(kernels, 4.0 ** (convertor.shift or 1))
    norm = batch_norm(bench, precision, values.astype(float), spread, out_step=1 / 16)
    design = sigmoid_table("FP16" if DTYPES[precision].kind == "f" else "INT16")
    more = _there([norm, steps.relu(), steps.add(y), steps.lookup(design)], bench.config)
    await bench.play(
        conv >> SdpLayer(y, [steps.bias(bench.operands(precision, alu=values))], relu=True, convertor=convertor),
        conv >> SdpLayer(z, more, convertor=_narrowed(precision)),
    )


async def compared_on_the_fly(bench: NvdlaBench, precision: str) -> None:
    """A convolution that is done again, and compared with what it wrote; then with something else."""
    if "SDP_Y" not in bench.config.features:
        return
    x = bench.tensor(numbers(bench, precision, (5, 3, 2), 2), precision)
    conv = Convolve(x, bench.kernels(numbers(bench, precision, (3, 5, 1, 1), 2), precision))
    y = bench.empty(conv.shape, precision)
    await bench.play(conv >> SdpLayer(y))
    for other in (0, 1):
        values = y.numpy()
        values[0, 0, 0] += other
        cube = bench.tensor(values, precision)
        await bench.play(conv >> SdpLayer(None, [steps.equal(cube)]))
        assert await last_differed(bench) == bool(other)


def numbers(bench: NvdlaBench, precision: str, shape: tuple[int, ...], most: int = 100) -> NDArray[Any]:
    """Small whole numbers, which each precision holds."""
    return bench.rng.integers(-most, most + 1, shape).astype(DTYPES[precision])


def _lines(bench: NvdlaBench, x: Tensor) -> Iterator[tuple[list[Step], OutputConvertor]]:
    """Steps, and what brings their result into the range again."""
    precision, plain = x.precision, OutputConvertor()
    shift = 0 if DTYPES[precision].kind == "f" else 5
    cube = bench.tensor(numbers(bench, precision, SHAPE), precision, gaps=(1, 1))
    one = bench.operands(precision, alu=numbers(bench, precision, CHANNELS))
    factors = bench.operands(precision, mul=numbers(bench, precision, SHAPE), gaps=(1, 0))
    slopes = bench.operands(precision, mul=numbers(bench, precision, CHANNELS), narrow=precision == "INT8")
    pairs = bench.operands(
        precision, alu=numbers(bench, precision, CHANNELS), mul=numbers(bench, precision, CHANNELS, 9)
    )
    yield [steps.bias(-3), steps.relu()], plain
    yield [steps.bias(one), steps.multiply(factors, shift=shift), steps.add(cube)], plain
    yield [steps.maximum(cube), steps.minimum(40), steps.prelu(slopes, shift=shift)], plain
    yield [steps.prelu(slopes, shift=shift), steps.add(cube), steps.multiply(cube, shift=shift)], plain
    yield [batch_norm(bench, precision, np.zeros(CHANNELS), np.full(CHANNELS, 4.0)), steps.affine(pairs)], plain
    yield [steps.relu(on="x2"), steps.lookup(_design(precision))], _narrowed(precision)


def _there(given: list[Step], config: HwConfig) -> list[Step]:
    """Without Y as many steps as there are operators left, and none that only Y does."""
    if "SDP_Y" in config.features:
        return given
    return [step for step in given if not (step.mul_first or step.design)][: len(present_operators(config))]


def _design(precision: str) -> LutDesign:
    """Any function."""
    if DTYPES[precision].kind == "f":
        return design_table(_bump, -100.0, 100.0, precision=precision)
    return design_table(_bump, -4.0, 4.0, in_step=2.0**-5)


def _bump(x: NDArray[np.float64]) -> NDArray[np.float64]:
    y: NDArray[np.float64] = 1.0 / (1.0 + x**2)
    return y


def _narrowed(precision: str) -> OutputConvertor:
    """What makes an entry of a table one byte."""
    return OutputConvertor(shift=8 if precision == "INT8" else 0)


def _like(bench: NvdlaBench, x: Tensor) -> Tensor:
    return bench.empty(x.shape, x.precision, ram=list(bench.config.ports)[-1])
