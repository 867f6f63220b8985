"""SDP: its input from memory, its operands, and the words that it gives to be written."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.memory.footprint import ExpectedWrites
from models.nvdla.config import HwConfig
from models.nvdla.sdp.derivation import SdpDerivation
from models.nvdla.sdp.descriptor import Sdp
from tb.borders.comparison.memory_words import words_of
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.nvdla.borders.expected.cubes import TILE, cube_of_words
from tb.nvdla.borders.expected.words import in_words

OPERAND_BITS = 16


def _derivation(layer: Layer) -> SdpDerivation:
    assert isinstance(layer.derivation, SdpDerivation)
    return layer.derivation


def read(layer: Layer, config: HwConfig) -> ExpectedTransfers | None:
    """The input, where it comes from memory."""
    derivation = _derivation(layer)
    if derivation.feeder is not None:
        return None
    source, lanes = derivation.entering.source, derivation.sdp.reading.lanes(config)
    return cube_of_words(source.values.astype(np.int64), source.known, lanes, config.atom_bytes, "c")


def operands(layer: Layer, config: HwConfig, *, of: str) -> ExpectedTransfers | None:
    """The operands of an operator, one transfer for each of the input."""
    derivation = _derivation(layer)
    parts = derivation.entering.operands.get(of)
    if parts is None:
        return None
    shape, lanes = derivation.entering.source.values.shape, derivation.sdp.reading.lanes(config)
    words, known = np.zeros(shape, np.int64), np.ones(shape, np.bool_)
    for part, item in parts.items():
        codes = np.broadcast_to(item.values.astype(np.int64) & 0xFFFF, shape)
        words |= codes << (0 if part == "ALU" else OPERAND_BITS)
        known &= np.broadcast_to(item.known, shape)
    return cube_of_words(words, known, lanes, config.atom_bytes, f"{of.upper()} c", tiles=derivation.sdp.winograd)


def written(layer: Layer, config: HwConfig) -> ExpectedTransfers | None:
    """What is written: runs of atoms as SDP gets them; of codes that became wider, two surfaces in turn."""
    sdp, writes = layer.descriptor, layer.writes
    assert isinstance(sdp, Sdp)
    if not writes:
        return None
    shape = sdp.layout(config).extent[0], sdp.height, sdp.width
    if len(writes) == 1:
        return words_of([(writes[0], _words(sdp, np.arange(int(np.prod(shape))).reshape(shape), config))])
    whole = ExpectedWrites(
        writes[0].where,
        np.concatenate([item.data for item in writes]),
        np.concatenate([item.care for item in writes]),
    )
    batches = np.arange(len(whole.data)).reshape(len(writes), -1)
    words = words_of([(whole, in_words([batches.T.reshape(-1, 1)], config))])
    return ExpectedTransfers(words.values, words.known, lambda row: f"word {row} of all batches")


def _words(sdp: Sdp, cube: NDArray[np.int64], config: HwConfig) -> NDArray[np.int64]:
    """Numbers of atoms, int64 [surfaces, lines, columns], in words."""
    surfaces, height, width = cube.shape
    if sdp.winograd:
        tiles = cube.reshape(surfaces, height // TILE, TILE, width // TILE, TILE)
        return in_words([tiles.swapaxes(2, 3).reshape(-1, TILE)], config)
    words = in_words([cube.reshape(-1, width)], config)
    if not sdp.writes_twins:
        return words
    beat = words.shape[1]
    return words.reshape(surfaces // 2, 2, height, -1, beat).transpose(0, 2, 3, 1, 4).reshape(-1, beat)
