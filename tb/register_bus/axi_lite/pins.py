"""The pins of AXI4-Lite: what they are called, and which the design must have."""

from __future__ import annotations

from collections.abc import Collection

from models.memory.signals import CHANNEL_PAYLOADS, AxiSignals, standard_signals
from models.registers import WORD_BYTES
from tb.pins import Pin, PinDirection, PinRole

_AXI4_ONLY = ("id", "len", "size", "burst", "lock", "last")
_ANSWERS = ("b", "r")
_IN, _OUT = PinDirection.INPUT, PinDirection.OUTPUT


def axi_lite_signals(prefix: str, *, without: Collection[str] = ()) -> AxiSignals:
    """The signals of AXI4-Lite under their usual names behind a prefix, such as ``s_axi_awaddr``.

    `awprot` and `arprot` are none of them: where the design has them, they are static inputs.

    Args:
        prefix: what stands before each name, such as ``s_axi_``.
        without: signals that the design lacks: ``wstrb``, ``bresp`` or ``rresp``.
    """
    axi4_only = [channel + field for channel in CHANNEL_PAYLOADS for field in _AXI4_ONLY]
    return standard_signals(prefix, without=(*axi4_only, *without))


def axi_lite_pins(signals: AxiSignals, address_bits: int) -> list[Pin]:
    """The pins of a slave of AXI4-Lite but for its clock.

    Args:
        signals: what they are called.
        address_bits: width of the byte address.
    """
    bits = {"addr": address_bits, "data": 8 * WORD_BYTES, "strb": WORD_BYTES, "resp": 2}
    pins = []
    for channel in CHANNEL_PAYLOADS:
        there, back = (_OUT, _IN) if channel in _ANSWERS else (_IN, _OUT)
        pins.append(Pin(signals.pins[f"{channel}valid"], 1, there, PinRole.CONTROL))
        pins.append(Pin(signals.pins[f"{channel}ready"], 1, back, PinRole.CONTROL))
        payload = signals.payload(channel)
        pins += [Pin(signals.pins[channel + field], bits[field], there, PinRole.DATA) for field in payload]
    return pins
