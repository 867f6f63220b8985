"""What waves of VIPNano show."""

from __future__ import annotations

from models.vipnano.blocks.host import LINES
from models.vipnano.config import VipnanoConfig
from models.vipnano.registers import registers
from tb.runner.family.waves import WaveParts
from tb.vipnano.borders.units import tapped_units
from tb.vipnano.design import CLOCK, RESET
from tb.vipnano.pins import REGISTER_SIGNALS
from tb.waves.units import shown_links, unit_finder


def wave_parts(config: VipnanoConfig) -> WaveParts:
    """The signals of a configuration."""
    units = tapped_units(config)
    return WaveParts(
        bus="registers (AXI4-Lite)",
        bus_pins=tuple(REGISTER_SIGNALS.pins.values()),
        address_pins={REGISTER_SIGNALS.pins[signal]: 1 for signal in ("awaddr", "araddr")},
        interrupts=tuple(LINES),
        clocks=(CLOCK, RESET),
        ports=tuple(config.ports.values()),
        readers=units.subjects.readers,
        writers=units.subjects.writers,
        registers=registers(config),
        links=shown_links(units.borders),
        unit_of=unit_finder(units.subjects),
    )
