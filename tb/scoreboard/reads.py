"""Every read of the device under test: it stays within what the layers in flight own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from models.layer import Layer
from models.memory import Addresses
from tb.findings import Findings
from tb.memory.traffic import Traffic, TrafficKind


class ReadChecker:
    """The beats that layers in flight may read, by port and id.

    The bus fetches whole beats: what lies beside an owned chunk in the same beat is fetched with it.
    """

    def __init__(self, findings: Findings, counters: Counter[str]) -> None:
        self._findings, self._counters = findings, counters
        self._owned: dict[Layer, dict[tuple[str, int], Addresses]] = {}

    def clear(self) -> None:
        """Nothing may be read."""
        self._owned.clear()

    def expect(self, layer: Layer, beat_bytes: Mapping[str, int]) -> None:
        """A layer started; `beat_bytes` gives each port's beat size."""
        owned: dict[tuple[str, int], list[Addresses]] = {}
        for read in layer.reads:
            size = np.uint64(beat_bytes[read.port])
            owned.setdefault((read.port, read.axi_id), []).append(read.addresses // size * size)
        self._owned[layer] = {stream: np.unique(np.concatenate(parts)) for stream, parts in owned.items()}

    def done(self, layer: Layer) -> None:
        """A layer ended: it owns nothing any more."""
        self._owned.pop(layer, None)

    def observe(self, traffic: Traffic) -> None:
        """Check the read beats of a batch of traffic."""
        beats = traffic.of_kind(TrafficKind.READ)
        self._counters["read beats"] += len(beats)
        for axi_id in np.unique(beats["axi_id"]):
            self._check(traffic.port, int(axi_id), beats[beats["axi_id"] == axi_id])

    def _check(self, port: str, axi_id: int, beats: NDArray[np.void]) -> None:
        allowed = np.zeros(len(beats), np.bool_)
        for owned in self._owned.values():
            mine = owned.get((port, axi_id))
            if mine is not None:
                rows = np.minimum(np.searchsorted(mine, beats["address"]), len(mine) - 1)
                allowed |= mine[rows] == beats["address"]
        stray = beats[~allowed]
        if len(stray):
            more = f", and {len(stray) - 1} more" if len(stray) > 1 else ""
            text = f"{port} id {axi_id}: stray read of {int(stray['address'][0]):#x}{more}: no layer in flight owns it"
            self._findings.error("stray-read", text, float(stray["time_ps"][0]) / 1000)
