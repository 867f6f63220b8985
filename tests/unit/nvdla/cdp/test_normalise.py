"""What CDP computes, against single numbers: precisions, neighbourhoods, bypasses, all arrangements of tables."""

from collections import Counter
from dataclasses import asdict, replace
from itertools import product

import numpy as np
import pytest

from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.cdp.normalise import Normaliser
from models.nvdla.lut.cdp_look_up import look_up_factors
from models.nvdla.lut.config import LutConfig, LutRange, LutSlope, Tables
from tests.unit.nvdla.cdp.plain_cdp import plain_column, plain_factor

PRECISIONS = ("INT8", "INT16", "FP16")
TYPES = {"INT8": np.int8, "INT16": np.int16, "FP16": np.uint16}
LANES = {"INT8": 16, "INT16": 8, "FP16": 8}
PLACES = {"INT8": (0, 10, -1, 6), "INT16": (-(1 << 20), 29, 1000, 22), "FP16": (-0.5, -1, 0.25, -6)}
"""Start and distance of entries of LE, then of LO."""


def code(number):
    return int(np.float32(number).view(np.int32))


def slope(floating, rng):
    scale = int(np.float16(rng.normal(scale=2)).view(np.int16)) if floating else int(rng.integers(-999, 999))
    return LutSlope(scale=scale, shift=int(rng.integers(-16, 16)))


def tables_for(floating, rng):
    if floating:
        return Tables(*(rng.normal(size=size).astype(np.float16).view(np.int16) for size in (65, 257)))
    return Tables(*(rng.integers(-(2**15), 2**15, size).astype(np.int16) for size in (65, 257)))


def config_for(places, floating, rng):
    le_start, le_select, lo_start, lo_select = places
    number = code if floating else int

    def reach(start, intervals, select):
        slopes = slope(floating, rng), slope(floating, rng)
        end = number(start + intervals * 2.0**select)
        return LutRange(start=number(start), end=end, select=select, underflow=slopes[0], overflow=slopes[1])

    le, lo = reach(le_start, 64, le_select), reach(lo_start, 256, lo_select)
    return LutConfig(
        le=le, lo=lo, exponential=False, underflow_lo=bool(rng.integers(2)), hybrid_lo=bool(rng.integers(2))
    )


def normaliser(precision, rng, **fields):
    floating = precision == "FP16"
    config = config_for(PLACES[precision], floating, rng)
    shift = {"INT8": 24, "INT16": 28, "FP16": 0}[precision]
    basic = {
        "lut": replace(config, exponential=bool(rng.integers(2)), le_offset=int(rng.integers(-40, 4))),
        "tables": tables_for(floating, rng),
        "in_convertor": CdpConvertor(offset=int(rng.integers(-20, 20)), scale=int(rng.integers(-400, 400)), shift=8),
        "out_convertor": CdpConvertor(
            offset=int(rng.integers(-99, 99)), scale=int(rng.integers(1, 1 << 14)), shift=shift
        ),
    }
    return Normaliser(precision=precision, **(basic | fields))


def elements_for(precision, rng, columns=4):
    shape = 2 * LANES[precision], columns
    if precision == "FP16":
        elements = rng.uniform(-1, 1, shape) * 2.0 ** rng.integers(-16, 16, shape)
        elements = elements.astype(np.float16).view(np.uint16)
        odd = rng.random(shape) < 0.05
        return np.where(odd, rng.choice(np.array([0x7C00, 0xFC00, 0x7C05, 0xFE01, 1], np.uint16), shape), elements)
    info = np.iinfo(TYPES[precision])
    elements = rng.integers(info.min, info.max + 1, shape) >> rng.integers(0, 8, shape)
    return elements.astype(TYPES[precision])


def check(how, elements, channels):
    """All columns are those of single numbers; gives what was counted."""
    made, counted = how.apply(elements, channels), Counter()
    for number, column in enumerate(elements.T.tolist()):
        codes, saturated, counts = plain_column(column, channels, how)
        assert made.codes[:, number].tolist() == codes, how
        assert made.saturated[:, number].tolist() == saturated
        counted += counts
    assert asdict(made.counts) == {name: counted[name] for name in asdict(made.counts)}
    return counted


@pytest.mark.parametrize("local_size", [3, 5, 7, 9])
@pytest.mark.parametrize("precision", PRECISIONS)
def test_neighbourhoods_and_bypasses(precision, local_size, rng):
    for squares, factor, flush in product((False, True), repeat=3):
        ways = {"bypass_squares": squares, "bypass_product": factor, "nan_to_zero": flush}
        how = normaliser(precision, rng, local_size=local_size, **ways)
        check(how, elements_for(precision, rng), int(rng.integers(1, 2 * LANES[precision] + 1)))


@pytest.mark.parametrize("precision", PRECISIONS)
def test_what_fills_up_the_last_atom_counts_as_nothing(precision, rng):
    how, elements = normaliser(precision, rng, local_size=9), elements_for(precision, rng)
    other = elements.copy()
    other[5:] = elements_for(precision, rng)[5:]
    assert (how.apply(elements, 5).codes == how.apply(other, 5).codes).all()


@pytest.mark.parametrize("precision", ["INT8", "INT16"])
def test_extreme_convertors(precision, rng):
    bits = {"INT8": (8, 25), "INT16": (16, 32)}[precision]
    for _ in range(12):
        edges = [(-(1 << width - 1), (1 << width - 1) - 1) for width in bits]
        convertors = [
            CdpConvertor(
                offset=int(rng.choice(edge)), scale=int(rng.choice([-(1 << 15), (1 << 15) - 1])), shift=int(shift)
            )
            for edge, shift in zip(edges, (rng.integers(32), rng.integers(64)), strict=True)
        ]
        how = normaliser(precision, rng, in_convertor=convertors[0], out_convertor=convertors[1])
        check(how, elements_for(precision, rng), 2 * LANES[precision])


@pytest.mark.parametrize("floating", [False, True])
def test_all_priorities_of_all_arrangements(floating, rng):
    arrangements = [(-64, 1, -40, -2), (-64, -1, 0, -2), (20, -1, -64, -2)]
    values = np.arange(-70, 71) if not floating else np.arange(-70, 71, 2.97).astype(np.float32).view(np.uint32)
    values = values.astype(np.int64)
    for places in arrangements:
        config, tables, seen = config_for(places, floating, rng), tables_for(floating, rng), set()
        for exponential, below, above, hybrid in product((False, True), repeat=4):
            chosen = replace(
                config,
                exponential=exponential,
                le_offset=int(rng.integers(-3, 4)),
                underflow_lo=below,
                overflow_lo=above,
                hybrid_lo=hybrid,
            )
            found = look_up_factors(values, chosen, tables, floating=floating)
            plain = [plain_factor(x, chosen, tables, floating) for x in values.tolist()]
            assert found.values.tolist() == [y for y, _ in plain], chosen
            counted = Counter(name for _, name in plain)
            assert asdict(found.counts) == {name: counted[name] for name in asdict(found.counts)}
            seen |= set(counted)
        assert {"underflow", "overflow", "hybrid"} <= seen


@pytest.mark.parametrize("floating", [False, True])
def test_extreme_registers(floating, rng):
    tables = tables_for(floating, rng)
    for _ in range(30 if floating else 120):
        if floating:
            numbers = rng.integers(0, 1 << 32, 40)
            near = (rng.normal(size=40) * 2.0 ** rng.integers(-9, 9)).astype(np.float32).view(np.uint32)
            numbers = np.where(rng.random(40) < 0.5, near, numbers)
            numbers = np.where(numbers & 0x7FFF_FFFF >= 0x7F80_0000, 1, numbers)
            values = np.where(rng.random(40) < 0.1, 0x7F80_0003, numbers)
        else:
            numbers = rng.integers(-(2**37), 2**37, 40) >> rng.integers(0, 36, 40)
            numbers[:4] = [-(2**37), 2**37 - 1, 0, -1]
            values = np.where(numbers < 0, numbers >> 20, numbers >> 1)  # elements may be below 0, sums are not
        ranges = [
            LutRange(
                start=int(rng.choice(numbers)),
                end=int(rng.choice(numbers)),
                select=int(rng.choice([-8, -6, -1, 0, 1, 5, 15, 17, 29, 31])),
                underflow=LutSlope(scale=int(rng.integers(-(2**15), 2**15)), shift=int(rng.choice([-16, 0, 15]))),
                overflow=LutSlope(scale=int(rng.integers(-(2**15), 2**15)), shift=int(rng.choice([-16, -1, 15]))),
            )
            for _ in range(2)
        ]
        offsets = [-126, -40, -1, 0, 7, 127] if floating else [-64, -40, -1, 0, 1, 7, 20, 36]
        config = LutConfig(
            le=ranges[0], lo=ranges[1], exponential=bool(rng.integers(2)), le_offset=int(rng.choice(offsets))
        )
        config = replace(config, underflow_lo=bool(rng.integers(2)), hybrid_lo=bool(rng.integers(2)))
        found = look_up_factors(values, config, tables, floating=floating)
        assert found.values.tolist() == [plain_factor(x, config, tables, floating)[0] for x in values.tolist()], config


def test_a_distance_of_entries_has_as_many_bits_as_the_part_looks_at(rng):
    config, tables = config_for(PLACES["INT8"], False, rng), tables_for(False, rng)
    values = np.arange(0, 1 << 16, 77)
    wide = replace(config, le=replace(config.le, select=10 - 64), lo=replace(config.lo, select=6 + 64))
    assert (
        look_up_factors(values, wide, tables, floating=False, select_bits=6).values
        == look_up_factors(values, config, tables, floating=False).values
    ).all()
