"""What breaks the rules of SDP's look-up tables: a small legal layer that uses them, with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.lut import breakers as tables
from models.nvdla.lut.config import LutConfig
from models.nvdla.sdp.breakers import SdpCase, changed, small
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.settings import YSettings
from models.registers import WORD_BYTES

BITS = 8 * WORD_BYTES
TOO_FAR = {False: 26, True: 122}
"""A distance of entries, by whether numbers are floating-point ones, that is illegal for both tables."""
OFFSETS = {False: (-65, 32), True: (-127, -128)}


def legal_tables(precision: str, *, exponential: bool) -> LutConfig:
    """Registers of tables that cover a little."""
    return tables.small_tables(BITS, floating=precision == "FP16", exponential=exponential)


def select(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """Entries too far apart."""
    if (sdp := _looking_up(case, exponential=False)) is None or sdp.lut is None:
        return None
    return _with_tables(case, sdp, tables.with_select(sdp.lut, TOO_FAR[sdp.precision == "FP16"], rng))


def linear_end(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """A linear table that ends an entry too late or too early."""
    if (sdp := _looking_up(case, exponential=bool(rng.integers(2)))) is None or sdp.lut is None:
        return None
    return _with_tables(case, sdp, tables.with_linear_end(sdp.lut, rng))


def offset(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """A first power of two that the part cannot tell."""
    if (sdp := _looking_up(case, exponential=True)) is None or sdp.lut is None:
        return None
    wrong = int(rng.choice(OFFSETS[sdp.precision == "FP16"]))
    return _with_tables(case, sdp, replace(sdp.lut, le_offset=wrong))


def exponential_end(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """An exponential table that ends too late or too early."""
    if (sdp := _looking_up(case, exponential=True)) is None or sdp.lut is None:
        return None
    return _with_tables(case, sdp, tables.with_exponential_end(sdp.lut, rng))


def float_start(case: SdpCase, rng: np.random.Generator) -> SdpCase | None:
    """A table of FP16 that starts where its end is the same number, where the configuration has FP16."""
    if "FP16" not in case.context.config.precisions:
        return None
    if (sdp := _looking_up(case, exponential=False, precision="FP16")) is None or sdp.lut is None:
        return None
    return _with_tables(case, sdp, tables.with_far_float_start(sdp.lut, BITS, rng))


def _looking_up(case: SdpCase, *, exponential: bool, precision: str = "") -> Sdp | None:
    """A small layer that uses tables, where the configuration has them."""
    if "SDP_LUT" not in case.context.config.features:
        return None
    sdp, y = small(case, precision), YSettings(bypass=False, lut_bypass=False)
    return replace(sdp, y=y, lut=legal_tables(sdp.precision, exponential=exponential))


def _with_tables(case: SdpCase, sdp: Sdp, lut: LutConfig) -> SdpCase:
    """The case with other registers of tables."""
    return changed(case, replace(sdp, lut=lut))
