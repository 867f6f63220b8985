"""The channels of a memory port and what they carry, by the names on the pins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

CHANNEL_PAYLOADS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "aw": ("id", "len", "addr"),
        "w": ("data", "strb", "last"),
        "b": ("id",),
        "ar": ("id", "len", "addr"),
        "r": ("id", "last", "data"),
    }
)


def port_signals() -> Iterator[tuple[str, str]]:
    """Every signal of a port and what its pin's name ends with: ``awvalid`` and ``aw_awvalid``, and so on."""
    for channel, payload in CHANNEL_PAYLOADS.items():
        for suffix in ("valid", "ready", *payload):
            yield f"{channel}{suffix}", f"{channel}_{channel}{suffix}"
