"""What a CDP layer looks like, before it has memory."""

from __future__ import annotations

from dataclasses import dataclass

from models.nvdla.aims import NO_AIM, Aim
from models.nvdla.cdp.descriptor import Cdp

MAGNITUDES = "magnitudes"
"""A class of values: all magnitudes alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CdpShape:
    """A layer and what its input holds.

    Attributes:
        cdp: the layer; what it reads and writes lies at address 0.
        values: class of the input's values, as in `sequences.nvdla.tensors.elements.values`, or `MAGNITUDES`; None:
            any bytes.
        aim: what is looked up is meant to meet it.
    """

    cdp: Cdp
    values: str | None = MAGNITUDES
    aim: Aim = NO_AIM
