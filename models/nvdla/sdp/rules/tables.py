"""What is legal of the registers of SDP's look-up tables, of layers that use them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from models.nvdla.lut.legal import LutLimits
from models.nvdla.lut.rules import RuledTables, lut_rules
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.rules.breakers import looking_up
from models.nvdla.sdp.rules.sections import broken
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.registers import WORD_BYTES
from models.rules import Broken

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


LUT_RULES = lut_rules(Sdp, RuledTables(unit="sdp", limits=LIMITS, broken=_broken, small=looking_up))
