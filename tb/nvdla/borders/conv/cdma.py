"""The borders between CDMA and the convolution buffer: entries by their content and order, wherever the rings stand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.layer import Claim, Layer
from models.memory.footprint import Fetched
from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.slices import slices_of
from models.nvdla.conv.buffer.streams import streams_of
from models.nvdla.conv.derivation import ConvDerivation
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.conv.fetch.weights import MASK, SIZES, WEIGHTS
from models.nvdla.conv.parts import WINOGRAD
from tb.nvdla.borders.border import Border, Element, Passing, elements
from tb.nvdla.borders.conv.entries import (
    Entries,
    by_line,
    extended_entries,
    feature_entries,
    filled,
    gathered,
    image_entries,
)  # fmt: skip
from tb.nvdla.borders.conv.members import entry
from tb.taps import Tap

UNIT, BUFFER = "CDMA", "CBUF"
WAITS_FOR = "unless CSC gives no room back"
STREAMS = (WEIGHTS, MASK, SIZES)


def entry_elements(config: HwConfig) -> list[Element]:
    """The bytes of an entry."""
    return elements("byte {}", 0, 8, config.cbuf_entry_bytes)


def _claim(layer: Layer) -> Claim:
    return next(claim for claim in layer.claims if claim.block == UNIT)


def _parted(layer: Layer) -> tuple[list[Fetched], list[Fetched]]:
    """What was fetched as data, and as weights."""
    fetched = _claim(layer).fetched
    data = [item for item in fetched if item.where.label not in STREAMS]
    return data, [item for item in fetched if item.where.label in STREAMS]


def data(layer: Layer, config: HwConfig) -> Passing | None:
    """The entries of the lines that are fetched."""
    derivation, (fetched, _) = layer.derivation, _parted(layer)
    if not isinstance(derivation, ConvDerivation) or not fetched:
        return None
    slices = slices_of(derivation.conv, config, fetched)
    if isinstance(derivation.conv.input, ConvImage):
        entries = image_entries(slices.codes[0], slices.known[0], config)
    else:
        make = extended_entries if derivation.conv.mode == WINOGRAD else feature_entries
        parts = [make(codes, known, config) for codes, known in zip(slices.codes, slices.known, strict=True)]
        lines = slices.lines
        entries = by_line([part[0] for part in parts], lines), by_line([part[1] for part in parts], lines)
    each = len(entries[0]) // (slices.lines * len(slices.codes))

    def name(row: int) -> str:
        line, batch = divmod(row // each, len(slices.codes))
        several = f", batch {batch}" if len(slices.codes) > 1 else ""
        return f"entry {row % each} of fetched slice {line}{several}"

    return Passing(*entries, name)


def fetched_lines(layer: Layer, config: HwConfig) -> int:
    """The slices of a layer that fetches data."""
    derivation, (fetched, _) = layer.derivation, _parted(layer)
    assert isinstance(derivation, ConvDerivation)
    return slices_of(derivation.conv, config, fetched).lines


def weight_parts(layer: Layer, config: HwConfig) -> list[Entries] | None:
    """The entries of the weights, and those of the mask; None if none are fetched."""
    derivation, (_, fetched) = layer.derivation, _parted(layer)
    if not isinstance(derivation, ConvDerivation) or not fetched:
        return None
    streams = streams_of(derivation.conv, fetched)
    parts = [item for item in (streams.weights, streams.mask) if item is not None]
    return [filled(item.data, item.known, config) for item in parts]


def weights(layer: Layer, config: HwConfig) -> Passing | None:
    """The entries of the weights, and behind them those of the mask."""
    found = weight_parts(layer, config)
    if found is None:
        return None
    count = len(found[0][0])
    values, known = (np.concatenate(column) for column in zip(*found, strict=True))
    return Passing(values, known, lambda row: f"entry {row} of weights" if row < count else f"of mask {row - count}")


def _gather_data(layer: Layer, config: HwConfig, tap: Tap, passing: Passing) -> NDArray[np.uint64]:
    derivation = layer.derivation
    assert isinstance(derivation, ConvDerivation)
    ring = derivation.conv.buffer.data_banks * config.cbuf_bank_entries
    return gathered(tap, config, [(passing, 0, ring)])


def _gather_weights(layer: Layer, config: HwConfig, tap: Tap, passing: Passing) -> NDArray[np.uint64]:
    derivation, (_, fetched) = layer.derivation, _parted(layer)
    assert isinstance(derivation, ConvDerivation)
    bank, buffer = config.cbuf_bank_entries, derivation.conv.buffer
    rings = [(passing, buffer.data_banks * bank, buffer.weight_banks * bank)]
    if derivation.conv.weights.compression is not None:
        streams = streams_of(derivation.conv, fetched)
        count = -(-len(streams.weights.data) // config.cbuf_entry_bytes)
        last = (config.cbuf_banks - 1) * bank
        masks = Passing(passing.values[count:], passing.known[count:], passing.name)
        weights = Passing(passing.values[:count], passing.known[:count], passing.name)
        rings = [(weights, *rings[0][1:]), (masks, last, bank)]
    return gathered(tap, config, rings)


BORDERS = (
    Border(
        tap="cdma_cbuf_data",
        text="CDMA to CBUF, data",
        block=UNIT,
        giver=UNIT,
        taker=BUFFER,
        waits_for=WAITS_FOR,
        elements=entry_elements,
        members=entry,
        passing=data,
        gather=_gather_data,
    ),
    Border(
        tap="cdma_cbuf_weights",
        text="CDMA to CBUF, weights",
        block=UNIT,
        giver=UNIT,
        taker=BUFFER,
        waits_for=WAITS_FOR,
        elements=entry_elements,
        members=entry,
        passing=weights,
        gather=_gather_weights,
    ),
)
