"""What SDP's own registers say of a layer before its partners are there."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.nvdla.codec.forms import FLAG
from models.nvdla.codec.items import held
from models.nvdla.sdp.operators.settings import XSettings, YSettings
from models.nvdla.sdp.registers import FLYING


@dataclass(frozen=True, slots=True, kw_only=True)
class SdpAlone:
    """A layer as SDP alone knows it; what says nothing of registers is held as in `Sdp`.

    Attributes:
        flying: the convolution hands the input on.
        to_pdp: PDP takes the output.
        x1: its first operator; `x2` the second, `y` the third, all without what is read for them.
    """

    flying: bool = field(metadata=held(FLYING, form=FLAG))
    to_pdp: bool
    x1: XSettings
    x2: XSettings
    y: YSettings

    @property
    def wants_operands(self) -> bool:
        """An operator waits for operands from memory."""
        return any(operator.wants for operator in (self.x1, self.x2, self.y))

    @property
    def compares(self) -> bool:
        """It writes nothing but whether something differs."""
        return self.y.compares

    @property
    def looks_up(self) -> bool:
        """It uses the look-up tables."""
        return self.y.lut

    @property
    def reads(self) -> bool:
        """SDP_RDMA takes part."""
        return self.wants_operands or not self.flying
