"""What registers and storage of a unit's look-up tables hold (docs/nvdla/post_processing.md, 'SDP look-up tables')."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from models.nvdla.codec.forms import FLAG, INVERTED, SIGNED
from models.nvdla.codec.items import Metadata, held
from models.nvdla.codec.parts import part
from models.nvdla.lut.ranges import EXPONENTIAL_INTERVALS, LINEAR_BITS, end_of, word_of
from models.registers import WORD_BYTES

Entries = NDArray[np.int16]


def _of_slope(what: str) -> Metadata:
    return held(f"{{unit}}.S_LUT_{{table}}_SLOPE_{what}.LUT_{{table}}_SLOPE_{{slope}}_{what}", form=SIGNED)


@dataclass(frozen=True, slots=True, kw_only=True)
class LutSlope:
    """The line that goes on where a table ends.

    Attributes:
        scale: 16 bits signed, or an FP16 code for floating-point numbers.
        shift: bits that a product with an integer scale is shifted right, or left where it is negative; 5 bits.
    """

    scale: int = field(default=0, metadata=_of_slope("SCALE"))
    shift: int = field(default=0, metadata=_of_slope("SHIFT"))


@dataclass(frozen=True, slots=True, kw_only=True)
class LutRange:
    """What one of the two tables covers.

    Attributes:
        start: the value below its first interval; signed, or an FP32 code for floating-point numbers.
        end: where its slope above begins; as `start`.
        select: the logarithm of the distance of entries of a linear table; 8 bits signed.
        underflow: its slope below.
        overflow: its slope above.
    """

    start: int = field(default=0, metadata=held("{unit}.S_LUT_{table}_START.LUT_{table}_START", form=SIGNED))
    end: int = field(default=0, metadata=held("{unit}.S_LUT_{table}_END.LUT_{table}_END", form=SIGNED))
    select: int = field(default=0, metadata=held("{unit}.S_LUT_INFO.LUT_{table}_INDEX_SELECT", form=SIGNED))
    underflow: LutSlope = field(default_factory=LutSlope, metadata=part(LutSlope, slope="UFLOW"))
    overflow: LutSlope = field(default_factory=LutSlope, metadata=part(LutSlope, slope="OFLOW"))


@dataclass(frozen=True, slots=True, kw_only=True)
class LutConfig:
    """How values are looked up.

    Attributes:
        le: range of table LE.
        lo: range of table LO, which is linear.
        exponential: entries of LE lie at its start and powers of two, else it is linear.
        le_offset: the first of those powers, by its exponent; 8 bits signed.
        underflow_lo: below both tables LO decides, else LE.
        overflow_lo: above both tables LO decides, else LE.
        hybrid_lo: LO decides where both tables hit, or one is too low and the other too high for a value.
    """

    le: LutRange = field(default_factory=LutRange, metadata=part(LutRange, table="LE"))
    lo: LutRange = field(default_factory=LutRange, metadata=part(LutRange, table="LO"))
    exponential: bool = field(default=True, metadata=held("{unit}.S_LUT_CFG.LUT_LE_FUNCTION", form=INVERTED))
    le_offset: int = field(default=0, metadata=held("{unit}.S_LUT_INFO.LUT_LE_INDEX_OFFSET", form=SIGNED))
    underflow_lo: bool = field(default=False, metadata=held("{unit}.S_LUT_CFG.LUT_UFLOW_PRIORITY", form=FLAG))
    overflow_lo: bool = field(default=False, metadata=held("{unit}.S_LUT_CFG.LUT_OFLOW_PRIORITY", form=FLAG))
    hybrid_lo: bool = field(default=False, metadata=held("{unit}.S_LUT_CFG.LUT_HYBRID_PRIORITY", form=FLAG))

    @classmethod
    def of(cls, precision: str, *, exponential: bool = False) -> LutConfig:
        """Tables that cover a little, for numbers of a precision; table LE exponential or linear."""
        floating = precision == "FP16"
        start = word_of(-2.0) if floating else -100
        offset, select = -50, 4
        sizes = (
            offset + EXPONENTIAL_INTERVALS if exponential else select + LINEAR_BITS["LE"],
            select + LINEAR_BITS["LO"],
        )
        le, lo = (end_of(start, size, 8 * WORD_BYTES, floating=floating) for size in sizes)
        return cls(
            le=LutRange(start=start, end=le, select=0 if exponential else select),
            lo=LutRange(start=start, end=lo, select=select),
            exponential=exponential,
            le_offset=offset if exponential else 0,
        )


@dataclass(frozen=True, slots=True)
class Tables:
    """What the tables hold.

    Attributes:
        le: int16 entries, which are FP16 codes for floating-point numbers; `lo` likewise.
    """

    le: Entries
    lo: Entries

    @property
    def by_name(self) -> dict[str, Entries]:
        """The entries, by what registers call the table."""
        return {"LE": self.le, "LO": self.lo}

    def need_sizes(self, sizes: Mapping[str, int]) -> None:
        """Make sure that they are as long as the part's.

        Args:
            sizes: numbers of entries, by table.

        Raises:
            ValueError: one is not.
        """
        for name, entries in self.by_name.items():
            if entries.shape != (sizes[name],):
                found = "x".join(map(str, entries.shape)) or "no list of"
                raise ValueError(f"table {name} has {found} entries, must have {sizes[name]}")
