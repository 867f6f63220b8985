"""The pins of mini for a hardware configuration (docs/mini/README.md, 'Pins')."""

from __future__ import annotations

from models.mini.config import MiniConfig
from models.mini.ring import LINES
from tb.memory.pins.required import memory_pins
from tb.mini.design import CLOCK, RESET
from tb.pins import Pin, PinDirection, PinRole
from tb.register_bus.axi_lite.pins import axi_lite_pins, axi_lite_signals

REGISTER_SIGNALS = axi_lite_signals("s_axil_")


def mini_pins(config: MiniConfig) -> tuple[Pin, ...]:
    """Every pin that the bench needs of a configuration's top module."""
    return (
        Pin(CLOCK, 1, PinDirection.INPUT, PinRole.CLOCK),
        Pin(RESET, 1, PinDirection.INPUT, PinRole.RESET),
        *axi_lite_pins(REGISTER_SIGNALS, config.register_bits),
        *memory_pins(config.port),
        *(Pin(line, 1, PinDirection.OUTPUT, PinRole.CONTROL) for line in LINES),
    )
