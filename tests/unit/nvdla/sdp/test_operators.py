"""SDP's operators, in every mode, against single numbers."""

from itertools import product

import numpy as np
import pytest

from models.nvdla.lut.config import LutConfig, LutRange, Tables
from models.nvdla.lut.sdp_look_up import look_up
from models.nvdla.sdp.operators.operands import OperandConvertor, OperandPair
from models.nvdla.sdp.operators.operators import registers_of, work
from models.nvdla.sdp.operators.settings import MEMORY, REGISTER, XSettings, YSettings
from models.nvdla.sdp.pointwise import Pointwise, ReadOperands
from tests.unit.nvdla.sdp.plain_sdp import plain_operand, plain_x, plain_y, widen

ALGOS = ("MAX", "MIN", "SUM", "EQL")
HALVES = [0, 0x8000, 1, 0x83FF, 0x3C00, 0xBC00, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7C01, 0xFE00, 0x4248]
EDGES = [0, 1, -1, 127, -128, 32767, -32768, 2**31 - 1, -(2**31), 2**30, 65535]


def values_of(floating, rng):
    """Integers of 32 bits, or FP32 codes, some of them equal to operands."""
    if floating:
        codes = [widen(code) for code in HALVES] + [0x7FC0_0000, 0x0080_0000, 0x7F7F_FFFF]
        return np.array([*codes, *rng.integers(0x3800_0000, 0x4800_0000, 24).tolist()])
    return np.array([*EDGES, *(rng.integers(-(2**31), 2**31, 29) >> rng.integers(0, 31, 29)).tolist()])


def operands_of(floating, rng, count):
    if floating:
        pool = np.concatenate([np.array(HALVES), rng.integers(0, 1 << 16, 20)])
        return rng.choice(pool, count).astype(np.uint16)
    return (rng.integers(-(2**15), 2**15, count) >> rng.integers(0, 15, count)).astype(np.int16)


@pytest.mark.parametrize("floating", [False, True])
def test_x_in_every_mode(floating, rng):
    switches = product(ALGOS, *[(False, True)] * 6)
    for algo, alu_bypass, mul_bypass, prelu, relu_bypass, register, flush in switches:
        x = values_of(floating, rng)
        alu, mul = operands_of(floating, rng, x.size), operands_of(floating, rng, x.size)
        source = REGISTER if register else MEMORY
        operator = XSettings(
            bypass=False,
            alu_bypass=alu_bypass,
            alu_algo=algo,
            alu_source=source,
            alu_operand=int(alu[0]),
            alu_shift=int(rng.choice([0, 3, 16, 17, 63])),
            mul_bypass=mul_bypass,
            mul_source=source,
            mul_operand=int(mul[0]),
            shift=int(rng.choice([0, 1, 15, 40, 63, 64 + 2])),
            prelu=prelu,
            relu_bypass=relu_bypass,
        )
        found = work(operator, x, OperandPair(alu, mul), floating=floating, nan_to_zero=flush)
        if register:
            alu, mul = np.repeat(alu[:1], x.size), np.repeat(mul[:1], x.size)
        rows = zip(x.tolist(), alu.tolist(), mul.tolist(), strict=True)
        assert found.tolist() == [plain_x(a, operator, (b, c), floating, flush) for a, b, c in rows], operator


@pytest.mark.parametrize("floating", [False, True])
def test_y_in_every_mode(floating, rng):
    switches = product(ALGOS, *[(False, True)] * 6)
    for algo, alu_bypass, mul_bypass, prelu, convert, register, flush in switches:
        x = values_of(floating, rng)
        alu, mul = operands_of(floating, rng, x.size), operands_of(floating, rng, x.size)
        source = REGISTER if register else MEMORY
        alu_convertor, mul_convertor = (
            OperandConvertor(
                bypass=not convert,
                offset=int(rng.integers(-(2**31), 2**31) >> rng.integers(31)),
                scale=int(rng.integers(-(2**15), 2**15)),
                shift=int(rng.choice([0, 1, 12, 40, 63])),
            )
            for _ in range(2)
        )
        operator = YSettings(
            bypass=False,
            mul_bypass=mul_bypass,
            mul_source=source,
            mul_operand=int(rng.choice(x)) if register else 0,
            mul_convertor=mul_convertor,
            prelu=prelu,
            truncate=int(rng.choice([0, 1, 20, 62, 63, 64, 1023])),
            alu_bypass=alu_bypass,
            alu_algo=algo,
            alu_source=source,
            alu_operand=int(rng.choice(x)) if register else 0,
            alu_convertor=alu_convertor,
        )
        found = work(operator, x, OperandPair(alu, mul), floating=floating, nan_to_zero=flush)
        summand, factor = registers_of(operator)
        expected = []
        for a, b, c in zip(x.tolist(), alu.tolist(), mul.tolist(), strict=True):
            alu_used = plain_operand(b, summand, alu_convertor, floating, flush)
            mul_used = plain_operand(c, factor, mul_convertor, floating, flush)
            expected.append(plain_y(a, operator, alu_used, mul_used, floating))
        assert found.tolist() == expected, operator


def test_the_largest_product_of_y():
    operator = YSettings(bypass=False, mul_bypass=False, mul_operand=-(2**31), truncate=63)
    assert work(operator, np.array([-(2**31), 2**31 - 1]), floating=False).tolist() == [1, 0]


def test_operators_in_a_row_with_operands_a_kernel_and_an_element(rng):
    shape = (1, 4, 2, 3)
    values = rng.integers(-100, 100, shape).astype(np.int8)
    bias, factor = rng.integers(-50, 50, (4, 1, 1)), rng.integers(-50, 50, shape)
    bias_of = XSettings(bypass=False, alu_bypass=False, alu_source=MEMORY)
    whole = Pointwise(
        proc_precision="INT8",
        out_precision="INT16",
        x1=bias_of,
        x2=XSettings(bypass=False, mul_bypass=False, mul_source=MEMORY, relu_bypass=False),
        y=YSettings(bypass=False, alu_bypass=False, alu_algo="MAX", alu_operand=7),
        offset=1,
    )
    done = whole.apply(values, ReadOperands(x1=OperandPair(alu=bias), x2=OperandPair(mul=factor)))
    assert (done.codes == np.maximum((values + bias) * factor, 7) - 1).all()
    assert done.codes.dtype == np.int16
    with pytest.raises(ValueError, match="pass what is read"):
        whole.apply(values)


@pytest.mark.parametrize(("precision", "kind"), [("INT8", np.int8), ("INT16", np.int16), ("FP16", np.uint16)])
def test_comparison_tells_what_differs(precision, kind):
    first = np.array([0, 1, 5, 0x3C00 & np.iinfo(kind).max, 0x11], kind)
    second = first.copy()
    second[2] = 6
    values = np.array([widen(int(code)) for code in first], np.uint32) if precision == "FP16" else first
    compare = YSettings(bypass=False, alu_bypass=False, alu_algo="EQL", alu_source=MEMORY)
    layer = Pointwise(proc_precision=precision, out_precision=precision, y=compare)
    done = layer.apply(values, ReadOperands(y=OperandPair(alu=second)))
    assert done.unequal.tolist() == [False, False, True, False, False]
    assert done.codes.tolist() == [0, 0, 1, 0, 0]
    assert layer.apply(values, ReadOperands(y=OperandPair(alu=first))).unequal.any() == np.False_
    assert Pointwise(proc_precision="INT8", out_precision="INT8").apply(first).unequal is None


def test_y_looks_up_behind_its_alu(rng):
    tables = Tables(*(rng.integers(-(2**15), 2**15, size).astype(np.int16) for size in (65, 257)))
    config = LutConfig(le=LutRange(start=-16), lo=LutRange(start=-64, select=-1), exponential=False)
    operator = YSettings(bypass=False, alu_bypass=False, alu_operand=5, lut_bypass=False)
    layer = Pointwise(proc_precision="INT8", out_precision="INT16", y=operator, lut=config)
    values = np.arange(-128, 128).astype(np.int8)
    done = layer.apply(values, tables=tables)
    plain = look_up(values.astype(np.int64) + 5, config, tables, floating=False)
    assert (done.codes == np.clip(plain.values, -(2**15), 2**15 - 1)).all()
    assert done.lut == plain.counts
    with pytest.raises(ValueError, match="pass the tables"):
        layer.apply(values)
