"""The pins of VIPNano for a hardware configuration (docs/vipnano/README.md, 'Pins')."""

from __future__ import annotations

from models.vipnano.blocks.host import LINES
from models.vipnano.config import VipnanoConfig
from tb.memory.pins.required import memory_pins
from tb.pins import Pin, PinDirection, PinRole
from tb.register_bus.axi_lite.pins import axi_lite_pins, axi_lite_signals
from tb.vipnano.design import CLOCK, RESET

REGISTER_SIGNALS = axi_lite_signals("s_axil_")


def vipnano_pins(config: VipnanoConfig) -> tuple[Pin, ...]:
    """Every pin that the bench needs of a configuration's top module."""
    return (
        Pin(CLOCK, 1, PinDirection.INPUT, PinRole.CLOCK),
        Pin(RESET, 1, PinDirection.INPUT, PinRole.RESET),
        *axi_lite_pins(REGISTER_SIGNALS, config.register_bits),
        *memory_pins(config.port),
        *(Pin(line, 1, PinDirection.OUTPUT, PinRole.CONTROL) for line in LINES),
    )
