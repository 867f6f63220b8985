"""CDP's look-up tables, and what its layers look up in them."""

from __future__ import annotations

from models.layer import Layer
from models.nvdla.cdp.convertors import WIDTHS
from models.nvdla.cdp.derivation import CdpDerivation
from models.nvdla.cdp.descriptor import UNIT, Cdp
from models.nvdla.cdp.rules.tables import LIMITS
from models.nvdla.lut.cdp_look_up import FRACTION_BITS, narrowed
from tb.nvdla.coverage.cdp.numbers import worked_by
from tb.nvdla.coverage.layers import all_known
from tb.nvdla.coverage.lut.coverage import TableSampler
from tb.nvdla.coverage.lut.places import LookedAt, TableUse, look_at
from tb.nvdla.coverage.state import DeviceState


class CdpTableSampler(TableSampler):
    """Counts the group."""

    def __init__(self, device: DeviceState) -> None:
        super().__init__(UNIT, LIMITS, FRACTION_BITS, device)

    def use_of(self, layer: Layer) -> TableUse | None:
        """How a layer uses the tables: each does."""
        cdp = layer.descriptor
        if not isinstance(cdp, Cdp) or not all_known(layer) or not self._device.legal(layer):
            return None
        return TableUse(cdp.lut, cdp.precision, cdp.count_lut)

    def looked_up(self, layer: Layer, use: TableUse) -> LookedAt:
        """Sums of squares, or elements."""
        assert isinstance(layer.derivation, CdpDerivation)
        lut = use.lut if use.floating else narrowed(use.lut, WIDTHS[use.precision].select)
        return look_at(
            worked_by(layer.derivation).sums.ravel(),
            lut,
            self._config,
            floating=use.floating,
            fraction_bits=FRACTION_BITS,
            signed=False,
        )
