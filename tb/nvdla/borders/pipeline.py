"""The borders that are looked at, in the order in which data pass them. A unit's own go into a module of its name."""

from __future__ import annotations

from tb.nvdla.borders import bdma, cdp, pdp, rubik, sdp
from tb.nvdla.borders.border import Border
from tb.nvdla.borders.conv import cacc, cdma, cmac, csc, updates

BORDERS: tuple[Border, ...] = (
    *bdma.BORDERS,
    *rubik.BORDERS,
    *cdma.BORDERS,
    *updates.BORDERS,
    *csc.BORDERS,
    *cmac.BORDERS,
    cacc.BORDER,
    *sdp.BORDERS,
    *pdp.BORDERS,
    *cdp.BORDERS,
)
