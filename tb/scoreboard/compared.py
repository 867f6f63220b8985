"""Compared means compared: a layer, and a test, of which nothing was compared fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from models.layer import Layer
from tb.findings import Findings, Severity


class Compared:
    """Counts what was compared, layer by layer.

    Args:
        findings: where what is wrong goes; races that it has may have taken any layer's bytes.
        counters: the test's.
    """

    def __init__(self, findings: Findings, counters: Counter[str]) -> None:
        self._findings, self._counters = findings, counters
        self.clear()

    def clear(self) -> None:
        """Nothing was compared."""
        self._of_layer: Counter[Layer] = Counter()
        self._was_cut = False

    def count(self, layer: Layer, compared_bytes: int) -> None:
        """Bytes that a layer wrote were compared."""
        self._of_layer[layer] += compared_bytes
        self._counters["bytes checked"] += compared_bytes

    def cut(self, layers: Iterable[Layer]) -> None:
        """A reset cuts layers off: how much of their results stands in memory is not known."""
        self._was_cut = self._was_cut or any(layer.writes for layer in layers)

    def check(self, layer: Layer, time_ns: float) -> None:
        """A layer has written everything: some of it must have been compared."""
        compared = self._of_layer.pop(layer, 0)
        if layer.written_bytes and not compared and not self._excused(layer):
            text = (
                f"{layer} wrote {layer.written_bytes} byte(s) and not one was compared: no byte of its result is known"
            )
            self._findings.error("nothing-compared", text, time_ns, layer.explanation)

    def finish(self, time_ns: float) -> None:
        """A test must have compared something."""
        if not self._counters["bytes checked"] and not self._counters["register reads compared"]:
            text = "the test compared nothing: no write, and no register read that could have been wrong"
            self._findings.error("nothing-compared", text, time_ns)

    def _excused(self, layer: Layer) -> bool:
        """Whether the report names what took a layer's bytes: a race, or a reset."""
        counts = self._findings.counts
        races = counts[Severity.WARNING, "software-race"]
        unwritten = counts[Severity.ERROR, "uninitialised-read"]  # an error of its own
        return bool(layer.races or races or unwritten or self._was_cut)
