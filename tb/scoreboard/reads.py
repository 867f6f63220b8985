"""Every read of the device under test: it stays within what the layers in flight own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from models.distinct import distinct
from models.layer import Layer
from models.memory import Addresses, Flags
from tb.findings import Findings
from tb.memory.traffic import Traffic, TrafficKind
from tb.memory.transfers import Transfers
from tb.scoreboard.chunks import by_id
from tb.scoreboard.rows import joined, run_of


@dataclass(slots=True)
class OwnedBeats:
    """What a layer may read on one stream.

    Attributes:
        layer: the layer.
        addresses: of the beats, uint64 [n], sorted.
        end_ps: when the layer ended; None while it runs.
    """

    layer: Layer
    addresses: Addresses
    end_ps: float | None = None

    def owns(self, addresses: Addresses) -> Flags:
        """Which beats are among them, bool [n]."""
        if run_of(addresses, self.addresses) is not None:
            return np.ones(len(addresses), np.bool_)
        rows = np.minimum(np.searchsorted(self.addresses, addresses), len(self.addresses) - 1)
        mine: Flags = self.addresses[rows] == addresses
        return mine


class ReadChecker:
    """The beats that layers in flight may read, by port and id.

    The bus fetches whole beats: what lies beside an owned chunk in the same beat is fetched with it. Ports report one
    after the other: the last reads of a layer may be reported after the responses that ended it on another port.
    """

    def __init__(self, findings: Findings, counters: Counter[str]) -> None:
        self._findings, self._counters = findings, counters
        self._owned: dict[tuple[str, int], list[OwnedBeats]] = {}

    def clear(self) -> None:
        """Nothing may be read."""
        self._owned.clear()

    def expect(self, layer: Layer, beat_bytes: Mapping[str, int]) -> None:
        """A layer started; `beat_bytes` gives each port's beat size."""
        beats: dict[tuple[str, int], list[Addresses]] = {}
        for read in layer.reads:
            size = np.uint64(beat_bytes[read.port])
            starts = read.addresses // size
            starts *= size
            beats.setdefault((read.port, read.axi_id), []).append(starts)
        for stream, parts in beats.items():
            self._owned.setdefault(stream, []).append(OwnedBeats(layer, distinct(joined(parts))))

    def done(self, layer: Layer, time_ns: float) -> None:
        """A layer ended: from now on it owns nothing any more."""
        for owned in self._owned.values():
            for item in owned:
                if item.layer is layer:
                    item.end_ps = time_ns * 1000

    def observe(self, traffic: Traffic) -> None:
        """Check the read beats of a batch of traffic."""
        beats = traffic.columns(TrafficKind.READ)
        self._counters["read beats"] += len(beats)
        for axi_id, mine in by_id(beats):
            self._check((traffic.port, axi_id), mine)

    def _check(self, stream: tuple[str, int], beats: Transfers) -> None:
        times_ps, addresses = beats.times_ps, beats.addresses
        owned = self._owned.get(stream, [])
        owned[:] = [item for item in owned if item.end_ps is None or item.end_ps >= times_ps[0]]
        allowed = np.zeros(len(beats), np.bool_)
        for item in owned:
            mine = item.owns(addresses)
            allowed |= mine if item.end_ps is None else mine & (times_ps <= item.end_ps)
        for at in np.flatnonzero(~allowed):
            text = f"{stream[0]} id {stream[1]}: stray read of {int(addresses[at]):#x}: no layer in flight owns it"
            self._findings.error("stray-read", text, float(times_ps[at]) / 1000)
