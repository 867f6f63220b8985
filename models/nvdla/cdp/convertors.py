"""CDP's convertors of integers: where they stand, how wide they are (docs/nvdla/post_processing.md, 'CDP')."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from models.arrays.flags import Flags
from models.numbers.bits import Wide
from models.numbers.rounding import saturate, shift_right, wrap
from models.nvdla.codec.forms import SIGNED
from models.nvdla.codec.items import held
from models.nvdla.numbers.saturated import saturation_flags


@dataclass(frozen=True, slots=True, kw_only=True)
class CdpConvertor:
    """One of them; FP16 passes both as it is.

    Attributes:
        offset: subtracted from each element; `scale` multiplied with it.
        shift: bits of the right shift behind that.
    """

    offset: int = field(default=0, metadata=held("CDP.D_{word}_OFFSET.{word}_OFFSET", form=SIGNED))
    scale: int = field(default=1, metadata=held("CDP.D_{word}_SCALE.{word}_SCALE", form=SIGNED))
    shift: int = field(default=0, metadata=held("CDP.D_{word}_SHIFTER.{word}_SHIFTER"))

    def convert(self, values: Wide, offset_bits: int, bits: int) -> Wide:
        """Elements that have gone through it.

        Args:
            values: the elements.
            offset_bits: low bits of the offset that the part looks at.
            bits: of the result.
        """
        return saturate(shift_right(self._scaled(values, offset_bits), self.shift), bits)

    def saturated(self, values: Wide, offset_bits: int, bits: int) -> Flags:
        """Which elements the part counts as saturated."""
        return saturation_flags(self._scaled(values, offset_bits), self.shift, bits)

    def _scaled(self, values: Wide, offset_bits: int) -> Wide:
        return (values - wrap(self.offset, offset_bits)) * self.scale


@dataclass(frozen=True, slots=True)
class Widths:
    """Bits of what depends on the precision.

    Attributes:
        in_offset: of the input convertor's offset.
        converted: of what the input convertor gives.
        out_offset: of the output convertor's offset.
        out: of what it gives.
        select: of the distance of entries of a table.
        start: of the start of a table.
    """

    in_offset: int
    converted: int
    out_offset: int
    out: int
    select: int
    start: int


WIDTHS: Mapping[str, Widths] = MappingProxyType(
    {"INT8": Widths(8, 9, 25, 8, 6, 22), "INT16": Widths(16, 17, 32, 16, 7, 38)}
)
"""By precision, integers only."""
