"""What breaks the rules of SDP's look-up tables: a small legal layer that uses them, with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.lut.config import LutConfig, LutRange
from models.nvdla.lut.ranges import EXPONENTIAL_INTERVALS, LINEAR_BITS, end_of, word_of
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.mutants import SdpCase, changed, small
from models.nvdla.sdp.settings import YSettings
from models.registers import WORD_BYTES

BITS = 8 * WORD_BYTES
OFFSET, SELECT = -50, 4
TOO_FAR = {False: 26, True: 122}
"""Selects and offsets, by whether numbers are floating-point ones, that are illegal for both tables."""
OFFSETS = {False: (-65, 32), True: (-127, -128)}


def legal_tables(precision: str, *, exponential: bool) -> LutConfig:
    """Registers of tables that cover a little."""
    floating = precision == "FP16"
    start = word_of(-2.0) if floating else -100
    exponent = OFFSET + EXPONENTIAL_INTERVALS if exponential else SELECT + LINEAR_BITS["LE"]
    ends = [end_of(start, size, BITS, floating=floating) for size in (exponent, SELECT + LINEAR_BITS["LO"])]
    return LutConfig(
        le=LutRange(start=start, end=ends[0], select=0 if exponential else SELECT),
        lo=LutRange(start=start, end=ends[1], select=SELECT),
        exponential=exponential,
        le_offset=OFFSET if exponential else 0,
    )


def select(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """Entries too far apart."""
    if (sdp := _looking_up(case, exponential=False)) is None:
        return None
    return _with_table(case, sdp, _table(rng), select=TOO_FAR[sdp.precision == "FP16"])


def linear_end(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """A linear table that ends an entry too late or too early."""
    if (sdp := _looking_up(case, exponential=bool(rng.integers(2)))) is None or sdp.lut is None:
        return None
    table = "lo" if sdp.lut.exponential else _table(rng)
    end: int = getattr(sdp.lut, table).end + (1 << SELECT) * int(rng.choice((-1, 1)))
    return _with_table(case, sdp, table, end=end)


def offset(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """A first power of two that the part cannot tell."""
    if (sdp := _looking_up(case, exponential=True)) is None or sdp.lut is None:
        return None
    wrong = int(rng.choice(OFFSETS[sdp.precision == "FP16"]))
    return changed(case, replace(sdp, lut=replace(sdp.lut, le_offset=wrong)))


def exponential_end(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """An exponential table that ends too late or too early."""
    if (sdp := _looking_up(case, exponential=True)) is None or sdp.lut is None:
        return None
    return _with_table(case, sdp, "le", end=sdp.lut.le.end + int(rng.choice((-1, 1))))


def float_start(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """A table of FP16 that starts where its end is the same number, where the configuration has FP16."""
    if "FP16" not in case.context.config.precisions:
        return None
    if (sdp := _looking_up(case, exponential=False, precision="FP16")) is None:
        return None
    table = _table(rng)
    exponent = SELECT + LINEAR_BITS[table.upper()]
    start = word_of(float(rng.choice((-1, 1))) * 2.0 ** (exponent + 25))
    return _with_table(case, sdp, table, start=start, end=end_of(start, exponent, BITS, floating=True))


def _looking_up(case: SdpCase, *, exponential: bool, precision: str = "") -> Sdp | None:
    """A small layer that uses tables, where the configuration has them."""
    if "SDP_LUT" not in case.context.config.features:
        return None
    sdp, y = small(case, precision), YSettings(bypass=False, lut_bypass=False)
    return replace(sdp, y=y, lut=legal_tables(sdp.precision, exponential=exponential))


def _table(rng: np.random.Generator) -> str:
    return ("le", "lo")[rng.integers(2)]


def _with_table(case: SdpCase, sdp: Sdp, table: str, **fields: int) -> SdpCase:
    """The case with a table changed."""
    assert sdp.lut is not None
    where = replace(getattr(sdp.lut, table), **fields)
    return changed(case, replace(sdp, lut=replace(sdp.lut, **{table: where})))
