"""All units that carry and compute nothing, and the wires between units."""

from __future__ import annotations

from collections.abc import Callable

from tb.nvdla.borders.carriers.cbuf import cbuf
from tb.nvdla.borders.carriers.csb import csb
from tb.nvdla.borders.carriers.glb import glb
from tb.nvdla.borders.carriers.memory_reads import memory_reads
from tb.nvdla.borders.carriers.memory_writes import memory_writes
from tb.nvdla.borders.carriers.places import places
from tb.nvdla.borders.carriers.wires import wires
from tb.nvdla.borders.carriers.wrong import Inside, Wrong

CARRIERS: tuple[Callable[[Inside], list[Wrong]], ...] = (csb, memory_reads, memory_writes, cbuf, places, wires, glb)


def wrong_carriers(inside: Inside) -> list[Wrong]:
    """What is wrong, the first in time first; what is merely missing behind that."""
    found = [item for wrong in CARRIERS for item in wrong(inside)]
    return sorted(found, key=lambda item: (item.missing, item.time_ns))
