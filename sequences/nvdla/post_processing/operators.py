"""SDP's three operators as a layer has them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

from models.nvdla.lut.config import LutConfig, Tables
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.operators.settings import OperatorSettings, XSettings, YSettings

Settings = TypeVar("Settings", bound=OperatorSettings)


@dataclass(frozen=True, slots=True, kw_only=True)
class SdpOperators:
    """What a layer does with each element before the output convertor.

    Attributes:
        x1: the first operator; `x2` the second, `y` the third.
        lut: how Y looks values up; None: it does not.
        tables: what the tables hold.
    """

    x1: XSettings = field(default_factory=XSettings)
    x2: XSettings = field(default_factory=XSettings)
    y: YSettings = field(default_factory=YSettings)
    lut: LutConfig | None = None
    tables: Tables | None = None

    def in_layer(self, sdp: Sdp) -> Sdp:
        """A layer with them."""
        return replace(sdp, x1=self.x1, x2=self.x2, y=self.y, lut=self.lut, tables=self.tables)

    def below(self, lines: int) -> SdpOperators:
        """The same of a cube without its first lines."""
        return replace(self, x1=_below(self.x1, lines), x2=_below(self.x2, lines), y=_below(self.y, lines))


def _below(operator: Settings, lines: int) -> Settings:
    given = operator.operands
    if given is None or not given.per_element or not lines:
        return operator
    side = replace(given.side, address=given.side.address + lines * given.side.line_stride_bytes)
    return replace(operator, operands=replace(given, side=side))
