"""What waves of NVDLA show."""

from __future__ import annotations

from collections.abc import Mapping

from models.nvdla.config import HwConfig
from models.nvdla.interrupts import LINE
from models.nvdla.registers import registers
from models.registers import WORD_BYTES
from tb.nvdla.borders.pipeline import borders
from tb.nvdla.borders.subjects import subjects
from tb.nvdla.pins import CORE_CLOCK, CSB_CLOCK, CSB_SIGNALS, RESETS
from tb.runner.family.waves import WaveParts
from tb.waves.units import shown_links, unit_finder


def wave_parts(config: HwConfig) -> WaveParts:
    """The signals of a configuration."""
    return WaveParts(
        bus="registers (CSB)",
        bus_pins=tuple(pin for signal, pin in CSB_SIGNALS.items() if signal != "clock"),
        address_pins={CSB_SIGNALS["address"]: WORD_BYTES},
        interrupts=(LINE,),
        clocks=(CORE_CLOCK, CSB_CLOCK, *RESETS),
        ports=tuple(config.ports.values()),
        readers=_streams(config.read_ids),
        writers=_streams(config.write_ids),
        registers=registers(config),
        links=shown_links(border for border in borders(config) if border.block in config.units),
        unit_of=unit_finder(subjects(config)),
    )


def _streams(ids: Mapping[str, int]) -> dict[int, str]:
    """The stream of each id."""
    return {number: name for name, number in ids.items()}
