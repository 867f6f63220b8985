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
WAYS: Mapping[str, tuple[str, ...]] = MappingProxyType({"write": ("aw", "w", "b"), "read": ("ar", "r")})
"""The channels of writes, and those of reads: a port may have one way only."""
_HANDSHAKE = ("valid", "ready")
_NEEDED = ("addr", "data")
_TOGETHER = (("awid", "bid"), ("arid", "rid"), ("awlen", "wlast"), ("arlen", "rlast"))
"""One of each pair means nothing without the other."""


@dataclass(frozen=True, slots=True)
class AxiSignals:
    """The signals of one port, by the names that AXI has for them, such as ``awaddr``.

    A port may read only or write only. What it lacks otherwise has one value: id 0; one beat (len); the bus's whole
    width (size); INCR (burst); nothing exclusive (lock); all bytes (strb); OKAY (resp). Without a size the address
    names a beat of the bus, all of which moves, whatever the lowest bits of the address say.

    Attributes:
        pins: what the pin of each signal is called.

    Raises:
        ValueError: a signal is none of AXI's, one that the others need is missing, or two have one pin.
    """

    pins: Mapping[str, str]

    def __post_init__(self) -> None:
        known = [signal for way in WAYS for signal, _ in _signals_of(way)]
        if unknown := sorted(set(self.pins) - set(known)):
            raise ValueError(f"AxiSignals: {unknown[0]} means nothing to a memory; what does is {', '.join(known)}")
        if not self.pins:
            raise ValueError("AxiSignals: a port without signals")
        for way in WAYS:
            signals = dict(_signals_of(way))
            missing = [signal for signal, needed in signals.items() if needed and signal not in self.pins]
            if missing and not self.pins.keys().isdisjoint(signals):
                raise ValueError(f"AxiSignals: {missing[0]} is missing, which every port has that can {way}")
        for one, other in _TOGETHER:
            if (one in self.pins) != (other in self.pins):
                raise ValueError(f"AxiSignals: {one} and {other} are there together or not at all")
        if "awsize" in self.pins and "wstrb" not in self.pins:
            raise ValueError("AxiSignals: awsize needs wstrb, which says the bytes of a narrow beat")
        if len(set(self.pins.values())) != len(self.pins):
            raise ValueError("AxiSignals: two signals have one pin")

    def __contains__(self, signal: str) -> bool:
        return signal in self.pins

    @property
    def channels(self) -> tuple[str, ...]:
        """The channels of this port, in the order of `CHANNEL_PAYLOADS`."""
        return tuple(channel for channel in CHANNEL_PAYLOADS if f"{channel}valid" in self.pins)

    def has(self, field: str) -> bool:
        """Whether any of its channels carries a field."""
        return any(field in self.payload(channel) for channel in CHANNEL_PAYLOADS)

    def payload(self, channel: str) -> tuple[str, ...]:
        """What a channel of this port carries, in the order of `CHANNEL_PAYLOADS`."""
        return tuple(field for field in CHANNEL_PAYLOADS[channel] if channel + field in self.pins)

    @property
    def reduced(self) -> bool:
        """Whether the port can ask for nothing but runs of whole beats, and is answered nothing but OKAY."""
        return not any(map(self.has, ("size", "burst", "lock", "resp")))


def standard_signals(prefix: str, *, without: Collection[str] = (), ways: Collection[str] = tuple(WAYS)) -> AxiSignals:
    """All signals of AXI4 that a memory looks at, under their usual names behind a prefix, such as ``m_axi_awaddr``.

    Args:
        prefix: what stands before each name, such as ``m_axi_``.
        without: signals that the port lacks, such as ``awlock``.
        ways: whether it can ``read``, ``write``, or both.
    """
    names = [signal for way in WAYS if way in ways for signal, _ in _signals_of(way) if signal not in without]
    return AxiSignals(MappingProxyType({name: prefix + name for name in names}))


def _signals_of(way: str) -> Iterator[tuple[str, bool]]:
    """Every signal that there may be to read or to write, and whether every port has it that can."""
    for channel in WAYS[way]:
        for field in (*_HANDSHAKE, *CHANNEL_PAYLOADS[channel]):
            yield channel + field, field in _HANDSHAKE + _NEEDED
