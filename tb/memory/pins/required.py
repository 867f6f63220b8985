"""The pins that a design must have for a memory port, as its table of signals says."""

from __future__ import annotations

from collections.abc import Iterator

from models.memory.ports import MemoryPort
from tb.pins import Pin, PinDirection, PinRole

FIELD_BITS = {"size": 3, "burst": 2, "lock": 1, "last": 1, "resp": 2}
_ANSWERS = ("b", "r")


def field_bits(port: MemoryPort, field: str) -> int:
    """How wide a field of a channel's payload is on a port."""
    sizes = {
        "id": port.id_bits,
        "len": port.len_bits,
        "addr": port.address_bits,
        "data": 8 * port.data_bytes,
        "strb": port.data_bytes,
    }
    return (sizes | FIELD_BITS)[field]


def memory_pins(port: MemoryPort) -> Iterator[Pin]:
    """Every pin of a port, channel by channel: valid and payload go one way, ready comes back."""
    for channel in port.signals.channels:
        ways = (PinDirection.INPUT, PinDirection.OUTPUT)
        there, back = ways if channel in _ANSWERS else ways[::-1]
        pins = port.signals.pins
        yield Pin(pins[f"{channel}valid"], 1, there, PinRole.CONTROL)
        yield Pin(pins[f"{channel}ready"], 1, back, PinRole.CONTROL)
        for field in port.signals.payload(channel):
            yield Pin(pins[channel + field], field_bits(port, field), there, PinRole.DATA)
