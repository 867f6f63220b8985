"""Layers of which all that they write is known: what becomes of their numbers can be looked at."""

from __future__ import annotations

from models.arrays.flags import every
from models.layer import Layer


def all_known(layer: Layer) -> bool:
    """Whether nothing that matters to what the layer writes was spoiled or never written."""
    return not layer.races and all(every(stream.care) for stream in layer.writes)
