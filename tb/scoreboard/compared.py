"""Compared means compared: a layer, and a test, of which nothing was compared fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from models.layer import Layer
from models.memory.footprint import Fetched, Footprint
from models.memory.overlap import overlap
from tb.findings import Findings, Severity


class Compared:
    """Counts what was compared, layer by layer.

    Args:
        findings: where what is wrong goes.
        counters: the test's.
        pinless: names of memories that no pin shows: layers that write only there need not be compared.
    """

    def __init__(self, findings: Findings, counters: Counter[str], pinless: Collection[str]) -> None:
        self._findings, self._counters, self._pinless = findings, counters, pinless
        self.clear()

    def clear(self) -> None:
        """Nothing was compared."""
        self._of_layer: Counter[Layer] = Counter()
        self._taken: list[Footprint] = []  # bytes that nobody knows any more, for a reason that the report names

    def count(self, layer: Layer, compared_bytes: int) -> None:
        """Bytes that a layer wrote were compared."""
        self._of_layer[layer] += compared_bytes
        self._counters["bytes checked"] += compared_bytes

    def cut(self, layers: Iterable[Layer]) -> None:
        """A reset cuts layers off: how much of their results stands in memory is not known."""
        self._taken += [stream.where for layer in layers for stream in layer.writes]

    def check(self, layer: Layer, time_ns: float) -> None:
        """A layer has written everything: some of it must have been compared."""
        compared = self._of_layer.pop(layer, 0)
        if self._excused(layer):
            self._taken += [stream.where for stream in layer.writes]
        elif (written := self._written_bytes(layer)) and not compared:
            text = f"{layer} wrote {written} byte(s) and not one was compared: no byte of its result is known"
            self._findings.error("nothing-compared", text, time_ns, layer.explanation, about=layer.stage)

    def finish(self, time_ns: float) -> None:
        """A test must have compared something."""
        if not self._counters["bytes checked"] and not self._counters["register reads compared"]:
            text = "the test compared nothing: no write, and no register read that could have been wrong"
            self._findings.error("nothing-compared", text, time_ns)

    def _written_bytes(self, layer: Layer) -> int:
        """How many bytes a layer wrote that pins show."""
        return sum(stream.data.size for stream in layer.writes if stream.where.port not in self._pinless)

    def _excused(self, layer: Layer) -> bool:
        """Whether the report names what took the layer's bytes: a race, a reset, an erratum, input never written."""
        own_error = self._findings.counts[Severity.ERROR, "uninitialised-read"] and layer.unknown_reads
        if layer.races or any(claim.races for claim in layer.claims) or layer.errata or own_error:
            return True
        if layer.feeder is not None and self._excused(layer.feeder):
            return True
        return bool(self._taken) and any(self._lost(fetched) for claim in layer.claims for fetched in claim.fetched)

    def _lost(self, fetched: Fetched) -> bool:
        """Whether some of what was fetched is unknown because it was taken."""
        met = (overlap(fetched.where, taken) for taken in self._taken)
        return any(flags is not None and bool((flags & ~fetched.known).any()) for flags in met)
