"""SDP's look-up tables, and what its layers look up in them."""

from __future__ import annotations

from models.layer import Layer
from models.nvdla.lut.sdp_look_up import FRACTION_BITS
from models.nvdla.sdp.descriptor import UNIT, Sdp
from models.nvdla.sdp.pointwise import Pointwise
from models.nvdla.sdp.rules.tables import LIMITS
from tb.nvdla.coverage.lut.coverage import TableSampler
from tb.nvdla.coverage.lut.places import LookedAt, TableUse, look_at
from tb.nvdla.coverage.sdp.walk import entering, passed
from tb.nvdla.coverage.state import DeviceState


class SdpTableSampler(TableSampler):
    """Counts the group."""

    def __init__(self, device: DeviceState) -> None:
        super().__init__(UNIT, LIMITS, FRACTION_BITS, device)

    def use_of(self, layer: Layer) -> TableUse | None:
        """How a layer uses the tables."""
        sdp = layer.descriptor
        if not isinstance(sdp, Sdp) or not sdp.y.lut or sdp.lut is None:
            return None
        if layer.races or not self._device.legal(layer):
            return None
        return TableUse(sdp.lut, sdp.precision, sdp.count_lut)

    def looked_up(self, layer: Layer, use: TableUse) -> LookedAt:
        """What Y has looked up."""
        sdp = layer.descriptor
        assert isinstance(sdp, Sdp)
        pointwise = Pointwise.of(sdp)
        values, operands = entering(layer, pointwise)
        for name, operator in sdp.operators:
            values = values if operator.bypass else passed(pointwise, name, values, operands)
        return look_at(
            values, use.lut, self._config, floating=pointwise.floating, fraction_bits=FRACTION_BITS, signed=True
        )
