"""Each step of SDP on numbers of every kind with operands of every kind, operators beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import compress, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.operators.absent import present_operators
from models.nvdla.sdp.operators.operands import OperandConvertor
from models.nvdla.sdp.operators.settings import MEMORY, XSettings, YSettings
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.features import convertor_for, feature_tensor, weight_tensor
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.post_processing import steps
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.post_processing.steps import Step
from sequences.nvdla.sdp.corner_numbers import HALF_BITS, HALVES, ends
from sequences.nvdla.sdp.random import SdpKind
from sequences.nvdla.sdp.shapes import SdpShape
from sequences.nvdla.sdp.small import as_there, operands_of, small_sdp, with_values
from sequences.nvdla.tensors.elements.elements import DTYPES

BYTE_BITS = 8
SHIFT = 3
"""Bits that products are shifted right."""
MIXED = {"ALU": {"alu_source": MEMORY, "mul_operand": 0x3C00}, "MUL": {"mul_source": MEMORY, "alu_operand": 0x3C00}}
"""Of two operands the one that memory has, and how an operator is told."""


async def every_pair(bench: NvdlaBench) -> None:
    """Numbers of every kind, with each of them as the operand of an element, in each step of each operator."""
    ram = next(iter(bench.config.ports))
    for precision in bench.config.precisions:
        kinds = _kinds(precision)
        x = bench.tensor(np.repeat(kinds, len(kinds)).reshape(len(kinds), 1, -1), precision, ram=ram)
        y = bench.empty(x.shape, precision, ram=ram)
        others = np.tile(kinds, len(kinds)).reshape(x.shape)
        layers = (SdpLayer(y, [step], x=x).descriptor(bench.config) for step in _steps(bench, precision, others))
        await bench.play(*(_shifted(layer) if precision == "FP16" else layer for layer in layers))


def _shifted(sdp: Sdp) -> Sdp:
    """A layer of floating-point numbers with shifts, which it ignores."""
    x1, x2 = (replace(unit, shift=SHIFT) if unit.mul else unit for unit in (sdp.x1, sdp.x2))
    return replace(sdp, x1=x1, x2=x2, y=replace(sdp.y, truncate=SHIFT) if sdp.y.mul else sdp.y)


def _kinds(precision: str) -> NDArray[Any]:
    """Numbers of every kind."""
    if precision == "FP16":
        return np.array(HALVES, np.uint16).view(np.float16)
    return np.array(ends(BYTE_BITS if precision == "INT8" else HALF_BITS), DTYPES[precision])


def _steps(bench: NvdlaBench, precision: str, others: NDArray[Any]) -> Iterator[Step]:
    narrow, ram = precision == "INT8", next(iter(bench.config.ports))
    shift = 0 if precision == "FP16" else SHIFT
    alu = bench.operands(precision, alu=others, narrow=narrow, ram=ram)
    mul = bench.operands(precision, mul=others, narrow=narrow, ram=ram)
    for on in present_operators(bench.config):
        yield from (made(alu, on=on) for made in (steps.add, steps.maximum, steps.minimum))
        yield from (made(mul, shift=shift, on=on) for made in (steps.multiply, steps.prelu))


async def every_reading(bench: NvdlaBench) -> None:
    """Operands of each choice of operators, with an input from memory and behind a convolution."""
    ram, operators = next(iter(bench.config.ports)), present_operators(bench.config)
    for precision in bench.config.precisions:
        x, w = (
            feature_tensor(bench, (3, 2, 2), precision, ram),
            weight_tensor(bench, (3, 3, 1, 1), precision, ram),
        )
        cube, conv = feature_tensor(bench, (3, 2, 2), precision, ram), Convolve(x, w)
        for chosen in product((False, True), repeat=len(operators)):
            given = [steps.add(cube, on=on) for on in compress(operators, chosen)]
            y, z = (bench.empty(x.shape, precision, ram=ram) for _ in range(2))
            await bench.play(SdpLayer(y, given, x=x), conv >> SdpLayer(z, given, convertor=convertor_for(w)))


async def every_work(bench: NvdlaBench) -> None:
    """What X1 and X2 do, with ReLU and without; operators of which one part takes a register, the other one memory."""
    for precision in bench.config.precisions:
        shapes = (*_works(bench.config, precision), *_mixed(bench.config, precision))
        await SdpKind(bench).play(list(as_there(shapes, bench.config)))


def _mixed(config: HwConfig, precision: str) -> Iterator[SdpShape]:
    """One operand in a register and one in memory, for each kernel or each element."""
    sdp = small_sdp(config, precision)
    for (use, ways), per_element in product(MIXED.items(), (False, True)):
        both: dict[str, Any] = {"bypass": False, "alu_bypass": False, "mul_bypass": False, **ways}
        operands = replace(operands_of(sdp, config, use), per_element=per_element)
        x, converted = XSettings(**both, operands=operands), OperandConvertor(bypass=False)
        y = YSettings(**both, operands=operands, alu_convertor=converted, mul_convertor=converted)
        yield from (with_values(replace(sdp, x1=x)), with_values(replace(sdp, x2=x)), with_values(replace(sdp, y=y)))


def _works(config: HwConfig, precision: str) -> Iterator[SdpShape]:
    """Each choice of ALU and multiplication, with operands in registers."""
    operand = 0x3C00 if precision == "FP16" else 3
    wide = 0x3F80_0000 if precision == "FP16" else 3
    for alu, mul, prelu, relu in product((False, True), repeat=4):
        if prelu and (alu or not mul):
            continue
        common: dict[str, Any] = {"bypass": False, "alu_bypass": not alu, "mul_bypass": not mul, "prelu": prelu}
        x = XSettings(**common, alu_operand=operand, mul_operand=operand, relu_bypass=not relu)
        y = YSettings(**common, alu_operand=wide, mul_operand=wide)
        sdp = small_sdp(config, precision)
        yield with_values(replace(sdp, x1=x, x2=replace(x, relu_bypass=relu), y=y))
        yield with_values(replace(sdp, x2=x))
