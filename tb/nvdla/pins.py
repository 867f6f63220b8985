"""The pins of NV_nvdla for a hardware configuration (the real part's: docs/nvdla/pins.md, 'Pin list')."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from models.nvdla.config import HwConfig
from models.nvdla.interrupts import LINE
from tb.memory.pins.required import memory_pins
from tb.pins import Pin, PinDirection, PinRole
from tb.register_bus.csb.pins import csb_pins

CORE_CLOCK = "dla_core_clk"
CSB_CLOCK = "dla_csb_clk"
RESETS = ("dla_reset_rstn", "direct_reset_")

CSB_SIGNALS: Mapping[str, str] = MappingProxyType(
    {
        "clock": CSB_CLOCK,
        "valid": "csb2nvdla_valid",
        "ready": "csb2nvdla_ready",
        "address": "csb2nvdla_addr",
        "write_data": "csb2nvdla_wdat",
        "write": "csb2nvdla_write",
        "nposted": "csb2nvdla_nposted",
        "read_valid": "nvdla2csb_valid",
        "read_data": "nvdla2csb_data",
        "write_complete": "nvdla2csb_wr_complete",
    }
)

_POWER_DOMAINS = ("c", "ma", "mb", "p", "o", "a")
_POWER_BUS_BITS = 32
_IN, _OUT = PinDirection.INPUT, PinDirection.OUTPUT


def nvdla_pins(config: HwConfig) -> tuple[Pin, ...]:
    """Every pin that the bench needs of a configuration's top module."""
    clocks = (Pin(name, 1, _IN, PinRole.CLOCK) for name in (CORE_CLOCK, CSB_CLOCK))
    resets = (Pin(name, 1, _IN, PinRole.RESET) for name in RESETS)
    memory = (pin for port in config.ports.values() for pin in memory_pins(port))
    interrupt = Pin(LINE, 1, _OUT, PinRole.CONTROL)
    return (*clocks, *resets, *_static_pins(), *csb_pins(CSB_SIGNALS, config.csb_address_bits), *memory, interrupt)


def tie_offs() -> dict[str, int]:
    """The inputs that never change, and their levels."""
    return {pin.name: 0 for pin in _static_pins()}


def _static_pins() -> list[Pin]:
    names = ("global_clk_ovr_on", "tmc2slcg_disable_clock_gating", "test_mode")
    switches = [Pin(name, 1, _IN, PinRole.STATIC) for name in names]
    power = [Pin(f"nvdla_pwrbus_ram_{domain}_pd", _POWER_BUS_BITS, _IN, PinRole.STATIC) for domain in _POWER_DOMAINS]
    return switches + power
