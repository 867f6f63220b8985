"""NVDLA's units, as taps look at them."""

from __future__ import annotations

from functools import partial

from models.layer import Claim
from models.nvdla.bdma.descriptor import Bdma
from models.nvdla.config import HwConfig
from tb.borders.carriers.memory_reads import memory_reads
from tb.borders.carriers.memory_writes import memory_writes
from tb.borders.carriers.wires import wires as compare_wires
from tb.borders.tapped import TappedUnits
from tb.nvdla.borders.carriers.cbuf import cbuf
from tb.nvdla.borders.carriers.csb import csb
from tb.nvdla.borders.carriers.glb import glb
from tb.nvdla.borders.carriers.memory import readers, writers
from tb.nvdla.borders.carriers.places import places
from tb.nvdla.borders.pipeline import borders
from tb.nvdla.borders.subjects import subjects
from tb.nvdla.borders.wires import wires


def tapped_units(config: HwConfig) -> TappedUnits:
    """Those of a configuration."""
    return TappedUnits(
        borders=borders(config),
        carriers=(
            partial(csb, config=config),
            partial(memory_reads, streams=readers(config)),
            partial(memory_writes, streams=writers(config)),
            partial(cbuf, config=config),
            partial(places, config=config),
            partial(compare_wires, links=wires(config)),
            partial(glb, config=config),
        ),
        subjects=subjects(config),
        begins=_begins,
    )


def _begins(claim: Claim) -> bool:
    """The part does not begin with a launch that copies nothing."""
    return not isinstance(claim.settings, Bdma) or bool(claim.settings.copies)
