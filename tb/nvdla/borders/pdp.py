"""The borders of PDP: its input from SDP or from memory, and the words that it gives to be written."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.registers import READER, UNIT
from models.nvdla.sdp.descriptor import UNIT as SDP
from tb.nvdla.borders.atoms import atom_elements, passing_atoms, passing_codes
from tb.nvdla.borders.bdma import MEMORY
from tb.nvdla.borders.border import Border, Passing
from tb.nvdla.borders.members import atom, word
from tb.nvdla.borders.sdp import INPUTS
from tb.nvdla.borders.words import in_words, word_elements, words_of


def handed(layer: Layer, config: HwConfig) -> Passing | None:
    """The input, where SDP hands it on."""
    pdp, feeder = layer.descriptor, layer.feeder
    if not isinstance(pdp, Pdp) or feeder is None or feeder.flow is None:
        return None
    return passing_codes(feeder.flow.values[0], feeder.flow.known[0], pdp.reading.lanes(config))


def read(layer: Layer, config: HwConfig) -> Passing | None:  # noqa: ARG001 - atoms are what was fetched
    """The input, where it comes from memory: strip by strip, as it lies there."""
    if not isinstance(layer.descriptor, Pdp) or layer.descriptor.flying:
        return None
    fetched = [item for claim in layer.claims for item in claim.fetched]
    return passing_atoms([((item.where, item.data, item.known), np.arange(len(item.data))) for item in fetched])


def written(layer: Layer, config: HwConfig) -> Passing | None:
    """What is written: the columns of a strip before those of the next."""
    pdp = layer.descriptor
    if not isinstance(pdp, Pdp):
        return None
    (item,) = layer.writes
    cube = np.arange(len(item.data)).reshape(pdp.layout(config).extent)
    ends = [*accumulate(pdp.columns)]
    strips = [cube[..., end - size : end].reshape(-1, size) for end, size in zip(ends, pdp.columns, strict=True)]
    words = np.concatenate([in_words(lines, config) for lines in strips])
    return words_of([((item.where, item.data, item.care), words)])


BORDERS = (
    Border(
        tap="sdp_pdp",
        text="SDP to PDP",
        block=UNIT,
        giver=SDP,
        taker=UNIT,
        behind=INPUTS,
        elements=atom_elements,
        members=atom,
        passing=handed,
    ),
    Border(
        tap="rdma_atom_pdp",
        text="PDP_RDMA to PDP",
        block=READER,
        giver=READER,
        taker=UNIT,
        elements=atom_elements,
        members=atom,
        passing=read,
    ),
    Border(
        tap="pdp_write",
        text="PDP to memory",
        block=UNIT,
        giver=UNIT,
        taker=MEMORY,
        behind=("sdp_pdp", "rdma_atom_pdp"),
        elements=word_elements,
        members=word,
        passing=written,
    ),
)
