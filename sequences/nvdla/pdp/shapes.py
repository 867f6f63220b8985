"""What a pooling layer looks like, before it has memory."""

from __future__ import annotations

from dataclasses import dataclass

from models.nvdla.pdp.descriptor import Pdp
from sequences.nvdla.sdp.shapes import SdpShape


@dataclass(frozen=True, slots=True, kw_only=True)
class PdpShape:
    """A pooling layer and what feeds it.

    Attributes:
        pdp: the layer; all that it reads and writes lies at address 0.
        values: class of the values of an input in memory, as in `sequences.nvdla.tensors.elements.values`; None:
            any bytes.
        feeder: the SDP layer that hands the input on; None: it comes from memory.
    """

    pdp: Pdp
    values: str | None = None
    feeder: SdpShape | None = None
