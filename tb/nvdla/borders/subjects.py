"""What errors are about: NVDLA's pins, interrupts, ids."""

from __future__ import annotations

from collections.abc import Mapping

from models.nvdla.config import HwConfig
from models.nvdla.config.names import READ_STREAMS, WRITE_STREAMS
from models.nvdla.interrupts import DONE_BITS, LINE, done_bits
from tb.borders.divergence.subjects import Subjects
from tb.nvdla.borders.carriers.csb import UNIT as CSB
from tb.nvdla.borders.carriers.glb import UNIT as GLB
from tb.nvdla.borders.carriers.glb import pulsed_last
from tb.nvdla.borders.carriers.memory import interface_of
from tb.nvdla.borders.pipeline import MEMORY

OF_THE_CSB = ("csb-hang", "csb-stray")
_PINS = (("CSB pin ", CSB), ("nvdla2csb", CSB), ("csb2nvdla", CSB), ("nvdla_core2", MEMORY), (LINE, GLB))
"""Beginnings of what messages call pins, and the units that drive them."""


def subjects(config: HwConfig) -> Subjects:
    """Those of a configuration."""
    return Subjects(
        units=config.units,
        interfaces={port.name: interface_of(port) for port in config.ports.values()},
        kinds=dict.fromkeys(OF_THE_CSB, CSB),
        pins=_PINS,
        raised={bit: block for block in DONE_BITS for group in range(2) for bit in done_bits(block, group)},
        readers=_units(config.read_ids, READ_STREAMS),
        writers=_units(config.write_ids, WRITE_STREAMS),
        raised_last=pulsed_last,
    )


def _units(ids: Mapping[str, int], streams: Mapping[str, str]) -> dict[int, str]:
    """The block that has each id."""
    return {number: streams[name] for name, number in ids.items()}
