"""The signals of NVDLA's memory ports: a reduced AXI (the real part's: docs/nvdla/pins.md, 'Pin list')."""

from __future__ import annotations

from types import MappingProxyType

from models.memory.signals import AxiSignals

_PAYLOADS = {"aw": ("id", "len", "addr"), "w": ("data", "strb", "last"), "b": ("id",)}
_PAYLOADS |= {"ar": _PAYLOADS["aw"], "r": ("id", "last", "data")}


def reduced_signals(prefix: str) -> AxiSignals:
    """Full-width bursts without size, kind and response; a pin says its channel twice: ``<prefix>_aw_awaddr``."""
    pins = {
        f"{channel}{field}": f"{prefix}_{channel}_{channel}{field}"
        for channel, payload in _PAYLOADS.items()
        for field in ("valid", "ready", *payload)
    }
    return AxiSignals(MappingProxyType(pins))
