"""The pins that a design with a CSB must have."""

from __future__ import annotations

from collections.abc import Mapping

from models.registers import WORD_BYTES
from tb.pins import Pin, PinDirection, PinRole

_WORD_BITS = 8 * WORD_BYTES
_IN, _OUT = PinDirection.INPUT, PinDirection.OUTPUT


def csb_pins(names: Mapping[str, str], address_bits: int) -> list[Pin]:
    """The pins of the bus but for its clock.

    Args:
        names: what the design calls each pin, by what it does (the attributes of `CsbBus`).
        address_bits: width of the word address.
    """
    return [
        Pin(names["valid"], 1, _IN, PinRole.CONTROL),
        Pin(names["ready"], 1, _OUT, PinRole.CONTROL),
        Pin(names["address"], address_bits, _IN, PinRole.DATA),
        Pin(names["write_data"], _WORD_BITS, _IN, PinRole.DATA),
        Pin(names["write"], 1, _IN, PinRole.DATA),
        Pin(names["nposted"], 1, _IN, PinRole.DATA),
        Pin(names["read_valid"], 1, _OUT, PinRole.CONTROL),
        Pin(names["read_data"], _WORD_BITS, _OUT, PinRole.DATA),
        Pin(names["write_complete"], 1, _OUT, PinRole.CONTROL),
    ]
