"""Which signals an AXI memory port has and what its pins are called, as data."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

_REQUEST = ("id", "len", "addr", "size", "burst", "lock")
CHANNEL_PAYLOADS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "aw": _REQUEST,
        "w": ("data", "strb", "last"),
        "b": ("id", "resp"),
        "ar": _REQUEST,
        "r": ("id", "last", "data", "resp"),
    }
)
"""What the channels carry that matters to a memory: cache, prot, qos, region and user do not."""
_HANDSHAKE = ("valid", "ready")
_NEEDED = ("addr", "data")
_TOGETHER = (("awid", "bid"), ("arid", "rid"), ("awlen", "wlast"), ("arlen", "rlast"))
"""One of each pair means nothing without the other."""


@dataclass(frozen=True, slots=True)
class AxiSignals:
    """The signals of one port, by the names that AXI has for them, such as ``awaddr``.

    What a port lacks has one value: id 0; one beat (len); the bus's whole width (size); INCR (burst); nothing exclusive
    (lock); all bytes (strb); OKAY (resp). Without a size the address names a beat of the bus, all of which moves,
    whatever the lowest bits of the address say.

    Attributes:
        pins: what the pin of each signal is called.

    Raises:
        ValueError: a signal is none of AXI's, one that every port needs is missing, or two have one pin.
    """

    pins: Mapping[str, str]

    def __post_init__(self) -> None:
        known = dict(_all_signals())
        if unknown := sorted(set(self.pins) - set(known)):
            raise ValueError(f"AxiSignals: {unknown[0]} means nothing to a memory; what does is {', '.join(known)}")
        if missing := [signal for signal, needed in known.items() if needed and signal not in self.pins]:
            raise ValueError(f"AxiSignals: {missing[0]} is missing, which every memory port has")
        for one, other in _TOGETHER:
            if (one in self.pins) != (other in self.pins):
                raise ValueError(f"AxiSignals: {one} and {other} are there together or not at all")
        if "awsize" in self.pins and "wstrb" not in self.pins:
            raise ValueError("AxiSignals: awsize needs wstrb, which says the bytes of a narrow beat")
        if len(set(self.pins.values())) != len(self.pins):
            raise ValueError("AxiSignals: two signals have one pin")

    def __contains__(self, signal: str) -> bool:
        return signal in self.pins

    def payload(self, channel: str) -> tuple[str, ...]:
        """What a channel of this port carries, in the order of `CHANNEL_PAYLOADS`."""
        return tuple(field for field in CHANNEL_PAYLOADS[channel] if channel + field in self.pins)

    @property
    def reduced(self) -> bool:
        """Whether the port can ask for nothing but runs of whole beats, and is answered nothing but OKAY."""
        return not any(f"{channel}{field}" in self.pins for channel, field in _SHAPES)


_SHAPES = [(channel, field) for channel in ("aw", "ar") for field in ("size", "burst", "lock")]
_SHAPES += [("b", "resp"), ("r", "resp")]


def standard_signals(prefix: str, *, without: Collection[str] = ()) -> AxiSignals:
    """All signals of AXI4 that a memory looks at, under their usual names behind a prefix, such as ``m_axi_awaddr``.

    Args:
        prefix: what stands before each name, such as ``m_axi_``.
        without: signals that the port lacks, such as ``awlock``.
    """
    names = [signal for signal, _ in _all_signals() if signal not in without]
    return AxiSignals(MappingProxyType({name: prefix + name for name in names}))


def _all_signals() -> Iterator[tuple[str, bool]]:
    """Every signal that there may be, and whether every port has it."""
    for channel, payload in CHANNEL_PAYLOADS.items():
        for field in (*_HANDSHAKE, *payload):
            yield channel + field, field in _HANDSHAKE + _NEEDED
