"""The borders of SDP: its input from memory, its operands, and the words that it gives to be written."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.nvdla.config import HwConfig
from models.nvdla.sdp.derivation import SdpDerivation
from models.nvdla.sdp.descriptor import READER, UNIT, Sdp
from tb.nvdla.borders import members
from tb.nvdla.borders.bdma import MEMORY
from tb.nvdla.borders.border import Border, Element, Passing, elements
from tb.nvdla.borders.pixels import TILE
from tb.nvdla.borders.results import passing_cube, result_elements
from tb.nvdla.borders.words import NO_ATOM, beat_bytes, in_words, word_elements, words_of

OPERAND_BITS = 16


def _derivation(layer: Layer) -> SdpDerivation | None:
    return layer.derivation if isinstance(layer.derivation, SdpDerivation) else None


def read(layer: Layer, config: HwConfig) -> Passing | None:
    """The input, where it comes from memory."""
    derivation = _derivation(layer)
    if derivation is None or derivation.feeder is not None:
        return None
    source, lanes = derivation.entering.source, derivation.sdp.reading.lanes(config)
    return passing_cube(source.values.astype(np.int64), source.known, lanes, config.atom_bytes, "c")


def operands(layer: Layer, config: HwConfig, *, of: str) -> Passing | None:
    """The operands of an operator, one transfer for each of the input."""
    derivation = _derivation(layer)
    parts = derivation.entering.operands.get(of) if derivation else None
    if derivation is None or parts is None:
        return None
    shape, lanes = derivation.entering.source.values.shape, derivation.sdp.reading.lanes(config)
    words, known = np.zeros(shape, np.int64), np.ones(shape, np.bool_)
    for part, item in parts.items():
        codes = np.broadcast_to(item.values.astype(np.int64) & 0xFFFF, shape)
        words |= codes << (0 if part == "ALU" else OPERAND_BITS)
        known &= np.broadcast_to(item.known, shape)
    return passing_cube(words, known, lanes, config.atom_bytes, f"{of.upper()} c", tiles=derivation.sdp.winograd)


def operand_elements(config: HwConfig) -> list[Element]:
    """The operands of ALU (low half) and multiplier of each lane, and the mark of the last transfer."""
    lanes = config.atom_bytes
    found = elements("operands of lane {}, the multiplier's first", 0, 2 * OPERAND_BITS, lanes)
    return [*found, Element("layer_end", 2 * OPERAND_BITS * lanes, 1)]


def written(layer: Layer, config: HwConfig) -> Passing | None:
    """What is written: runs of atoms as SDP gets them; of codes that became wider, two surfaces in turn."""
    sdp = layer.descriptor
    if not isinstance(sdp, Sdp) or not layer.writes:
        return None
    batches = len(layer.writes)
    surfaces = sdp.layout(config).extent[0]
    atoms = np.arange(batches * surfaces * sdp.height * sdp.width)
    cube = atoms.reshape(batches, surfaces, sdp.height, sdp.width)
    where, first = layer.writes[0].where, layer.writes[0]
    data, care = first.data, first.care
    if batches > 1:
        data = np.concatenate([item.data for item in layer.writes])
        care = np.concatenate([item.care for item in layer.writes])
    passing = words_of([((where, data, care), _words(sdp, cube, config))])
    if batches == 1:
        return passing
    return replace(passing, name=lambda row: f"word {row} of all batches", name_element=None, place=None)


def _words(sdp: Sdp, cube: NDArray[np.int64], config: HwConfig) -> NDArray[np.int64]:
    """Numbers of atoms, [batches, surfaces, lines, columns], in words."""
    if len(cube) > 1:
        return in_words(cube.transpose(1, 2, 3, 0).reshape(-1, 1), config)
    surfaces, height, width = cube.shape[1:]
    if sdp.winograd:
        tiles = cube.reshape(surfaces, height // TILE, TILE, width // TILE, TILE)
        return in_words(tiles.swapaxes(2, 3).reshape(-1, TILE), config)
    if not sdp.writes_twins:
        return in_words(cube.reshape(-1, width), config)
    beat = beat_bytes(config) // config.atom_bytes
    words = -(-width // beat)
    padded = np.full((surfaces, height, words * beat), NO_ATOM)
    padded[..., :width] = cube[0]
    return padded.reshape(surfaces // 2, 2, height, words, beat).transpose(0, 2, 3, 1, 4).reshape(-1, beat)


def _operand_border(of: str) -> Border:
    return Border(
        tap=f"rdma_operand_{of}",
        text=f"SDP_RDMA to SDP, operands of {of.upper()}",
        block=READER,
        giver=READER,
        taker=UNIT,
        elements=operand_elements,
        members=members.operands,
        passing=partial(operands, of=of),
    )


OPERANDS = tuple(_operand_border(of) for of in ("x1", "x2", "y"))
INPUTS = ("cacc_sdp", "rdma_sdp", *(border.tap for border in OPERANDS))
"""All that SDP takes."""
BORDERS = (
    Border(
        tap="rdma_sdp",
        text="SDP_RDMA to SDP, input",
        block=READER,
        giver=READER,
        taker=UNIT,
        elements=result_elements,
        members=members.results,
        passing=read,
    ),
    *OPERANDS,
    Border(
        tap="sdp_write",
        text="SDP to memory",
        block=UNIT,
        giver=UNIT,
        taker=MEMORY,
        behind=INPUTS,
        elements=word_elements,
        members=members.word,
        passing=written,
    ),
)
