"""Which layer wrote what a later one reads."""

from __future__ import annotations

from collections import deque

import numpy as np

from models.layer import Layer
from models.memory.footprint import Fetched
from models.nvdla.config import HwConfig
from tb.nvdla.coverage.units import covered_stages, write_streams

MEMORY = "memory"
"""No layer wrote it."""
REMEMBERED = 8
"""Layers whose output is looked for in a later one's input."""


def writers(config: HwConfig) -> tuple[str, ...]:
    """Who may have written what a layer reads: nobody, or a stage."""
    return MEMORY, *(stage.name for stage in covered_stages(config) if write_streams(config, stage.blocks))


class Writers:
    """The last layers that wrote."""

    def __init__(self) -> None:
        self._layers: deque[Layer] = deque(maxlen=REMEMBERED)

    def forget(self) -> None:
        """The device was reset: layers may have written in part."""
        self._layers.clear()

    def wrote(self, layer: Layer) -> None:
        """A layer is through."""
        if layer.writes:
            self._layers.append(layer)

    def stage_of(self, read: Fetched) -> str:
        """One of `writers`: the stage that wrote all that was read."""
        layer = self.layer_of(read)
        return layer.stage if layer else MEMORY

    def layer_of(self, read: Fetched) -> Layer | None:
        """The layer that wrote all that was read, byte for byte, if it is among the last ones."""
        return next((layer for layer in reversed(self._layers) if _wrote(layer, read)), None)


def _wrote(layer: Layer, read: Fetched) -> bool:
    where = read.where
    streams = [
        stream
        for stream in layer.writes
        if (stream.where.port, stream.where.chunk_bytes) == (where.port, where.chunk_bytes)
    ]
    if not streams:
        return False
    addresses = np.concatenate([stream.where.addresses for stream in streams])
    order = np.argsort(addresses)
    at = np.searchsorted(addresses, where.addresses, sorter=order)
    rows = order[np.minimum(at, len(order) - 1)]
    if not (addresses[rows] == where.addresses).all():
        return False
    data, care = (np.concatenate([getattr(stream, name) for stream in streams])[rows] for name in ("data", "care"))
    return bool((data == read.data)[read.known & care].all())
