"""What an SDP layer looks like, before it has memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from models.nvdla.aims import NO_AIM, Aim
from models.nvdla.sdp.descriptor import Sdp
from sequences.nvdla.conv.shapes import ConvShape


@dataclass(frozen=True, slots=True, kw_only=True)
class SdpShape:
    """An SDP layer and what feeds it.

    Attributes:
        sdp: the layer; all that it reads and writes lies at address 0.
        values: class of the input's values, as in `sequences.nvdla.tensors.elements.values`.
        operands: classes of operands in memory, by the operator's name.
        aim: what the values are meant to meet.
        conv: the convolution that hands the input on; None: it comes from memory.
    """

    sdp: Sdp
    values: str | None = None
    operands: Mapping[str, str] = field(default_factory=dict, hash=False)
    aim: Aim = NO_AIM
    conv: ConvShape | None = None
