"""CDMA: the entries of the convolution buffer by their content and order, wherever the rings stand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.memory.footprint import Fetched
from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.slices import Slices, slices_of
from models.nvdla.conv.buffer.streams import streams_of
from models.nvdla.conv.derivation import ConvDerivation
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.conv.fetch.weights import MASK, SIZES, WEIGHTS
from models.nvdla.conv.parts import WINOGRAD
from tb.borders.comparison.transfers import ExpectedTransfers
from tb.nvdla.borders.expected.conv.entries import (
    Entries,
    by_line,
    extended_entries,
    feature_entries,
    filled,
    gathered,
    image_entries,
    in_banks,
    in_bytes,
)  # fmt: skip
from tb.taps import Tap

STREAMS = (WEIGHTS, MASK, SIZES)


def _fetched(layer: Layer, *, weights: bool) -> list[Fetched]:
    """What was fetched as data, or as weights."""
    claim = next(claim for claim in layer.claims if claim.block == "CDMA")
    return [item for item in claim.fetched if (item.where.label in STREAMS) == weights]


def _conv(layer: Layer) -> Conv:
    assert isinstance(layer.derivation, ConvDerivation)
    return layer.derivation.conv


def fetched_slices(layer: Layer, config: HwConfig) -> Slices | None:
    """The lines that are fetched; None: it uses those of the layer before, or nothing is known of it."""
    fetched = _fetched(layer, weights=False)
    return slices_of(_conv(layer), config, fetched) if layer.derivation is not None and fetched else None


def data(layer: Layer, config: HwConfig) -> ExpectedTransfers | None:
    """The entries of the lines that are fetched."""
    slices = fetched_slices(layer, config)
    if slices is None:
        return None
    conv, batches = _conv(layer), len(slices.codes)
    extended = extended_entries if conv.mode == WINOGRAD else feature_entries
    make = image_entries if isinstance(conv.input, ConvImage) else extended
    values, known = (by_line([make(batch, config) for batch in part], slices.lines) for part in in_bytes(slices))
    each = len(values) // (slices.lines * batches)

    def name(row: int) -> str:
        line, batch = divmod(row // each, batches)
        several = f", batch {batch}" if batches > 1 else ""
        return f"entry {row % each} of fetched slice {line}{several}"

    return ExpectedTransfers(in_banks(values), in_banks(known), name)


def weight_entries(layer: Layer, config: HwConfig) -> list[Entries] | None:
    """The entries of the weights, and those of the mask; None if none are fetched, or nothing is known of the layer."""
    fetched = _fetched(layer, weights=True)
    if layer.derivation is None or not fetched:
        return None
    streams = streams_of(_conv(layer), fetched)
    parts = [item for item in (streams.weights, streams.mask) if item is not None]
    return [(filled(item.data, config), filled(item.known, config)) for item in parts]


def weights(layer: Layer, config: HwConfig) -> ExpectedTransfers | None:
    """The entries of the weights, and behind them those of the mask."""
    found = weight_entries(layer, config)
    if found is None:
        return None
    count = len(found[0][0])
    values, known = (in_banks(np.concatenate(column)) for column in zip(*found, strict=True))

    def name(row: int) -> str:
        return f"entry {row} of weights" if row < count else f"of mask {row - count}"

    return ExpectedTransfers(values, known, name)


def gather_data(layer: Layer, config: HwConfig, tap: Tap, expected: ExpectedTransfers) -> NDArray[np.uint64]:
    """What was written to the ring of data, uint64 [entries, bytes]."""
    ring = range(_conv(layer).buffer.data_banks * config.cbuf_bank_entries)
    return gathered(tap, config, [(expected.known[:, : config.cbuf_entry_bytes], ring)])


def gather_weights(layer: Layer, config: HwConfig, tap: Tap, _expected: ExpectedTransfers) -> NDArray[np.uint64]:
    """What was written to the rings of weights and of their mask, uint64 [entries, bytes]."""
    parts, banks = weight_entries(layer, config), _conv(layer).buffer.banks
    assert parts is not None
    entries = range(config.cbuf_banks * config.cbuf_bank_entries)
    of_mask = entries[-config.cbuf_bank_entries :]
    of_weights = entries[banks[0] * config.cbuf_bank_entries : sum(banks) * config.cbuf_bank_entries]
    rings = zip((known for _, known in parts), (of_weights, of_mask), strict=False)
    return gathered(tap, config, list(rings))
