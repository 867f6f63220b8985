"""SDP's arithmetic function by function, against plain Python."""

import cocotb
import numpy as np
from cocotb.triggers import Timer

from tests.sim.nvdla.units.sdp import plain_numbers as plain

FP16, FP17, FP32 = plain.FP16, plain.FP17, plain.FP32
DRAWS = 150
LE_LAST, LO_LAST = 64, 256


def signed(value: int, bits: int) -> int:
    """A field's bits as a signed number."""
    return value - (value >> bits - 1 << bits)


def codes(rng, number_format: plain.FloatFormat, middle: int, count: int) -> list[int]:
    """Of numbers of magnitudes near 2^middle, some far from it; special codes among them."""
    fields = np.clip(number_format.bias + middle + rng.integers(-14, 15, count), 0, number_format.special - 1)
    fields = np.where(rng.random(count) < 0.2, rng.integers(0, number_format.special, count), fields)
    size = 1 << number_format.mantissa
    mantissas = rng.integers(0, size, count) & ~(np.left_shift(1, rng.integers(0, number_format.mantissa, count)) - 1)
    mantissas = np.where(rng.random(count) < 0.2, size - 1 - mantissas, mantissas)
    mantissas = np.where(fields == 0, 0, mantissas)  # no denormals inside units
    drawn = [int(field) << number_format.mantissa | int(part) for field, part in zip(fields, mantissas, strict=True)]
    drawn[:2] = (number_format.special << number_format.mantissa | 0x123, number_format.largest)
    return [code | (number_format.sign if rng.random() < 0.5 else 0) for code in drawn]


def pairs(rng, number_format: plain.FloatFormat) -> list[tuple[int, int]]:
    """Two operands: alike, far apart, nearly cancelling, at the edges."""
    found = []
    for middle in (
        0,
        1 - number_format.bias,
        number_format.bias - 3,
        -number_format.bias // 2,
        number_format.bias // 2,
    ):
        first, second = (codes(rng, number_format, middle, DRAWS) for _ in range(2))
        near = [code ^ int(flip) for code, flip in zip(first, rng.integers(0, 16, DRAWS), strict=True)]
        found += [*zip(first, second, strict=True), *zip(first, near, strict=True)]
        found += [(code, other ^ number_format.sign) for code, other in zip(first, near, strict=True)]
        rng.shuffle(second)
        found += zip(second, first, strict=True)
    return [pair for pair in found if number_format.split(pair[1])[1] or not number_format.split(pair[1])[2]]


async def hold(dut, operation, expected, vectors):
    """Each vector gives what is expected of it."""
    dut.operation.value, dut.go.value = operation, 0
    for vector in vectors:
        for name, value in zip("abcd", vector, strict=False):
            getattr(dut, name).value = value % 2**64
        await Timer(1)
        dut.go.value = 1
        await Timer(1)
        dut.go.value = 0
        got, right = int(dut.result.value), expected(*vector)
        assert got == right, f"{operation} of {[hex(value) for value in vector]}: {got:#x}, not {right:#x}"


@cocotb.test()
async def conversions(dut):
    rng = np.random.default_rng(1)
    await hold(dut, 0, lambda a: plain.widened(a, FP16, FP32), [(code,) for code in range(0, 1 << 16, 13)])
    await hold(dut, 0, lambda a: plain.widened(a, FP16, FP32), [(0x7C00,), (0xFC00,), (0x7D23,), (1,), (0x83FF,)])
    for middle in (0, -30, 30):
        await hold(dut, 1, plain.fp32_to_fp17, [(code,) for code in codes(rng, FP32, middle, DRAWS)])
    edge = [(0x30 << 24 | low,) for low in (0, 0x7FDFFF, 0x7FE000, 0x7FEFFF, 0x7FF000, 0x7FFFFF)]
    await hold(dut, 1, plain.fp32_to_fp17, edge)
    await hold(dut, 2, lambda a: plain.widened(a, FP17, FP32), [(code,) for code in codes(rng, FP17, 0, DRAWS)])
    fractions = [int(rng.integers(1 << 35)) >> int(rng.integers(35)) for _ in range(DRAWS)]
    await hold(dut, 3, plain.fraction_to_fp17, [(value,) for value in (*fractions, 0, 1, 2**35 - 1, 2**35 - 2**24)])


@cocotb.test()
async def operations(dut):
    rng = np.random.default_rng(2)
    drawn = pairs(rng, FP32)
    await hold(dut, 4, FP32.add, drawn)
    await hold(
        dut, 5, lambda a, b: FP32.add(a, b ^ FP32.sign), [pair for pair in drawn[::5] if not FP32.is_nan(pair[1])]
    )
    await hold(dut, 6, FP32.multiply, drawn)
    await hold(dut, 7, lambda a, b: plain.extreme(a, b, largest=True), [*drawn[::3], (0, FP32.sign), (FP32.sign, 0)])
    await hold(dut, 8, lambda a, b: plain.extreme(a, b, largest=False), [*drawn[::3], (0, FP32.sign), (FP32.sign, 0)])
    drawn = pairs(rng, FP17)
    await hold(dut, 9, FP17.add, drawn)
    await hold(dut, 10, FP17.multiply, drawn)


@cocotb.test()
async def places(dut):
    rng = np.random.default_rng(3)
    for last in (LE_LAST, LO_LAST):
        distances = [(int(rng.integers(1, 1 << 38)) >> int(rng.integers(38))) + 1 for _ in range(DRAWS)]
        choices = [int(value) for value in rng.integers(-20, 45, DRAWS)]
        vectors = [(value, choice, 0, last) for value, choice in zip(distances, choices, strict=True)]
        vectors += [(1, -128, 0, last), (2**38, 127, 0, last), (64, 0, 0, last), (63 << 20, 20, 0, last)]
        await hold(dut, 11, lambda a, b, _, d: plain.linear_place(a, b, d), vectors)
        await hold(dut, 12, lambda a, b, _, d: plain.exponential_place(a, b, d), vectors)
        for middle in (-60, 0, 60):
            floats = codes(rng, FP32, middle, DRAWS)
            choices = [middle - int(value) for value in rng.integers(-2, 12, DRAWS)]
            vectors = [(value & ~FP32.sign, choice, 0, last) for value, choice in zip(floats, choices, strict=True)]
            vectors += [(floats[5] | FP32.sign, 0, 0, last), (0, 0, 0, last), (FP32.sign, 0, 0, last)]
            await hold(dut, 13, lambda a, b, _, d: plain.linear_place_fp32(a, b, d), vectors)
            await hold(dut, 14, lambda a, b, _, d: plain.exponential_place_fp32(a, b, d), vectors)


@cocotb.test()
async def values(dut):
    rng = np.random.default_rng(4)
    fractions = [0, 1, 2**34, 2**35 - 1, *(int(rng.integers(1 << 35)) >> int(rng.integers(20)) for _ in range(DRAWS))]
    entries = rng.integers(-(2**15), 2**15, (len(fractions), 2)).tolist()
    vectors = [(fraction, *pair) for fraction, pair in zip(fractions, entries, strict=True)]
    await hold(dut, 15, plain.interpolated, vectors)
    halves = [(fraction, one % 2**16, two % 2**16) for fraction, one, two in vectors]
    await hold(dut, 16, plain.interpolated_fp32, halves)
    vectors = [
        (int(rng.integers(-(2**33), 2**33)) >> int(rng.integers(33)), one, two, int(rng.integers(-16, 16)))
        for one, two in entries
    ]
    await hold(dut, 17, plain.extrapolated, vectors)
    floats = codes(rng, FP32, 0, len(entries))
    vectors = [(value, one % 2**16, two % 2**16) for value, (one, two) in zip(floats, entries, strict=True)]
    await hold(dut, 18, plain.extrapolated_fp32, vectors)
