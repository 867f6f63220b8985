"""What is legal of SDP's look-up tables, of their registers and of what was written into them when a layer starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig
from models.nvdla.lut.legal import LutLimits
from models.nvdla.lut.rules import RuledTables, lut_rules
from models.nvdla.lut.start import TablesAtStart, whole_tables
from models.nvdla.sdp.descriptor import UNIT, Sdp
from models.nvdla.sdp.operators.settings import YSettings
from models.nvdla.sdp.rules.shared import SdpCase, broken, small
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from models.registers import WORD_BYTES
from models.rules import Broken, Rule

EDGE_BITS = 8 * WORD_BYTES
"""Of the registers of where tables begin and end."""
SELECTS = {
    (False, "LE"): range(-6, 26),
    (False, "LO"): range(-8, 24),
    (True, "LE"): range(-128, 122),
    (True, "LO"): range(-128, 120),
}
"""Legal distances of entries, by their logarithm: of floating-point numbers or not, of which table."""
OFFSETS = {False: range(-64, 32), True: range(-126, 128)}


def _limits(precision: str) -> LutLimits:
    """What is legal of tables for numbers of a precision."""
    floating = precision == "FP16"
    selects = {table: SELECTS[floating, table] for table in ("LE", "LO")}
    return LutLimits(precision=precision, bits=EDGE_BITS, selects=selects, offsets=OFFSETS[floating])


LIMITS: Mapping[str, LutLimits] = MappingProxyType({precision: _limits(precision) for precision in ELEMENT_BYTES})
"""What is legal of tables, by precision."""


def _broken(text: str, names: tuple[str, ...]) -> Broken:
    return broken(text, *(f"S_LUT_{name}" for name in names))


def _looking_up(case: SdpCase, exponential: bool, precision: str) -> Sdp | None:
    """A small layer that uses tables, where the configuration has them."""
    if "SDP_LUT" not in case.context.config.features:
        return None
    sdp, y = small(case, precision), YSettings(bypass=False, lut_bypass=False)
    return replace(sdp, y=y, lut=LutConfig.of(sdp.precision, exponential=exponential))


LUT_RULES = lut_rules(Sdp, RuledTables(unit="sdp", limits=LIMITS, broken=_broken, small=_looking_up))


class LutStart(TablesAtStart):
    """The tables of a layer of SDP."""


LUT_START_RULES: tuple[Rule[LutStart, HwConfig], ...] = (whole_tables(LutStart, UNIT),)
