"""Look-ups against single numbers: every case of both tables, every arrangement of them, extreme registers."""

from collections import Counter
from dataclasses import asdict, replace
from itertools import product

import numpy as np
import pytest

from models.nvdla.lut.config import LutConfig, LutRange, LutSlope, Tables
from models.nvdla.lut.sdp_look_up import look_up
from tests.unit.nvdla.sdp.plain_lut import plain_look_up

ARRANGEMENTS = {
    "LO within LE": (-64, 1, -40, -2),
    "LE within LO": (-16, 0, -64, -1),
    "LE below LO": (-64, -1, 0, -2),
    "LE above LO": (20, -1, -64, -2),
    "LE meets LO from below": (-64, 0, -32, -2),
    "LE meets LO from above": (-32, 0, -64, -1),
}
"""Starts and distances (as powers of two) of both tables."""


def code(number):
    return int(np.float32(number).view(np.uint32))


def tables_for(floating, rng):
    sizes = (65, 257)
    if floating:
        return Tables(*(rng.normal(size=size).astype(np.float16).view(np.int16) for size in sizes))
    return Tables(*(rng.integers(-(2**15), 2**15, size).astype(np.int16) for size in sizes))


def slope(floating, rng):
    scale = int(np.float16(rng.normal(scale=2)).view(np.int16)) if floating else int(rng.integers(-999, 999))
    return LutSlope(scale=scale, shift=int(rng.integers(-16, 16)))


def config_for(arrangement, floating, rng):
    le_start, le_select, lo_start, lo_select = arrangement
    number = code if floating else int
    return LutConfig(
        le=LutRange(
            start=number(le_start),
            end=number(le_start + 64 * 2.0**le_select),
            select=le_select,
            underflow=slope(floating, rng),
            overflow=slope(floating, rng),
        ),
        lo=LutRange(
            start=number(lo_start),
            end=number(lo_start + 256 * 2.0**lo_select),
            select=lo_select,
            underflow=slope(floating, rng),
            overflow=slope(floating, rng),
        ),
        exponential=False,
    )


def check(values, config, tables, floating):
    """Values and counters are those of single numbers; gives what was counted."""
    found = look_up(values, config, tables, floating=floating)
    plain = [plain_look_up(x, config, tables, floating) for x in values.tolist()]
    assert found.values.tolist() == [y for y, _ in plain], config
    counted = Counter(name for _, names in plain for name in names)
    assert asdict(found.counts) == {name: counted[name] for name in asdict(found.counts)}
    return counted


@pytest.mark.parametrize("floating", [False, True])
@pytest.mark.parametrize("arrangement", ARRANGEMENTS.values(), ids=ARRANGEMENTS)
def test_arrangements_and_priorities(arrangement, floating, rng):
    tables, config = tables_for(floating, rng), config_for(arrangement, floating, rng)
    values = np.arange(-70, 71) if not floating else np.array([code(x) for x in np.arange(-70, 71, 0.99)])
    for exponential, below, above, hybrid in product((False, True), repeat=4):
        chosen = replace(
            config,
            exponential=exponential,
            le_offset=int(rng.integers(-3, 4)),
            underflow_lo=below,
            overflow_lo=above,
            hybrid_lo=hybrid,
        )
        counted = check(values, chosen, tables, floating)
        assert exponential or min(counted.values()) > 0
        assert len(counted) == 5 or exponential


@pytest.mark.parametrize("floating", [False, True])
def test_extreme_registers(floating, rng):
    tables = tables_for(floating, rng)
    for _ in range(120):
        if floating:
            numbers = rng.integers(0, 1 << 32, 40)
            near = (rng.normal(size=40) * 2.0 ** rng.integers(-9, 9)).astype(np.float32).view(np.uint32)
            numbers = np.where(rng.random(40) < 0.5, near, numbers)
            numbers = np.where(numbers & 0x7FFF_FFFF == 0x7F80_0000, 1, numbers)
        else:
            numbers = rng.integers(-(2**31), 2**31, 40) >> rng.integers(0, 31, 40)
            numbers[:4] = [-(2**31), 2**31 - 1, 0, -1]
        ranges = [
            LutRange(
                start=int(rng.choice(numbers)),
                end=int(rng.choice(numbers)),
                select=int(rng.choice([-128, -9, -1, 0, 1, 5, 20, 31, 32, 127])),
                underflow=LutSlope(scale=int(rng.integers(-(2**15), 2**15)), shift=int(rng.choice([-16, 0, 15]))),
                overflow=LutSlope(scale=int(rng.integers(-(2**15), 2**15)), shift=int(rng.choice([-16, -1, 15]))),
            )
            for _ in range(2)
        ]
        offset = int(rng.choice([-126, -40, -1, 0, 1, 7, 30, 31, 32, 127]))
        config = LutConfig(le=ranges[0], lo=ranges[1], exponential=bool(rng.integers(2)), le_offset=offset)
        config = replace(config, underflow_lo=bool(rng.integers(2)), hybrid_lo=bool(rng.integers(2)))
        check(numbers, config, tables, floating)


def test_the_sign_of_a_far_distance_goes_into_the_fraction():
    tables = Tables(np.array([0, 1 << 14, *[0] * 63], np.int16), np.zeros(257, np.int16))
    config = LutConfig(le=LutRange(start=-(2**31), select=33), lo=LutRange(start=2**31 - 1), exponential=False)
    found = look_up(np.array([-1, 0]), config, tables, floating=False)
    # Distances 2**31 - 1 and 2**31: a quarter of the way, but with the upper half of the fraction set.
    assert found.values.tolist() == [1 << 12, (1 << 12) + (1 << 13)]
