"""Memories that no pin shows: what layers wrote there, looked at when they are through."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from models.arrays.flags import count_set
from models.derivation import derivation_lines
from models.layer import Layer
from models.memory.footprint import ExpectedWrites, Footprint
from models.memory.overlap import overlap
from models.memory.sparse import Bytes, Flags
from tb.findings import Findings
from tb.scoreboard.compared import Compared
from tb.scoreboard.peek import Peek
from tb.scoreboard.pending_writes import Mismatch


@dataclass(slots=True)
class _Written:
    """A layer that writes such memories.

    Attributes:
        layer: the layer.
        finished: it is through.
    """

    layer: Layer
    finished: bool = False


class PinlessChecker:
    """Compares what a layer wrote into memories without pins, as soon as it is known to be through.

    The design may have gone on meanwhile: what layers write that started behind it is left to these.

    Args:
        findings: where what is wrong goes.
        compared: told what was compared.
        pinless: names of the memories.
        peek: looks into them; None: nobody can, and only what leaves them is compared.
    """

    def __init__(self, findings: Findings, compared: Compared, pinless: Collection[str], peek: Peek | None) -> None:
        self._findings, self._compared, self._pinless, self._peek = findings, compared, pinless, peek
        self.clear()

    def clear(self) -> None:
        """No layer is in flight."""
        self._written: list[_Written] = []  # the oldest one is not through

    def started(self, layer: Layer) -> None:
        """A layer started."""
        if self._peek is not None and self._streams(layer):
            self._written.append(_Written(layer))

    def finished(self, layer: Layer, time_ns: float) -> None:
        """A layer is through."""
        mine = next((number for number, item in enumerate(self._written) if item.layer is layer), None)
        if mine is None:
            return
        behind = [stream.where for item in self._written[mine + 1 :] for stream in self._streams(item.layer)]
        for stream in self._streams(layer):
            self._compare(layer, stream, behind, time_ns)
        self._written[mine].finished = True
        while self._written and self._written[0].finished:
            self._written.pop(0)

    def _streams(self, layer: Layer) -> list[ExpectedWrites]:
        return [stream for stream in layer.writes if stream.where.port in self._pinless]

    def _compare(self, layer: Layer, stream: ExpectedWrites, behind: list[Footprint], time_ns: float) -> None:
        assert self._peek is not None
        got = self._peek(stream.where)
        if got is None:
            return
        care: Flags = stream.care
        for other in behind:
            if (met := overlap(stream.where, other)) is not None:
                care = care & ~met
        self._compared.count(layer, count_set(care))
        wrong = care & (got != stream.data)
        if wrong.any():
            self._wrong(layer, stream, got, wrong, time_ns)

    def _wrong(self, layer: Layer, stream: ExpectedWrites, got: Bytes, wrong: Flags, time_ns: float) -> None:
        row, offset = (int(index[0]) for index in np.nonzero(wrong))
        where, address = stream.where, int(stream.where.addresses[row]) + offset
        first = Mismatch(address, where.describe(address), stream.data[row].tobytes(), got[row].tobytes())
        more = f", and {count_set(wrong) - 1} more byte(s)" if count_set(wrong) > 1 else ""
        lines = derivation_lines(layer.derivation_of(where.port, address))
        derivation = (f"the reference device came to {first.coordinates} like this:", *lines) if lines else ()
        text = f"{layer} in {where.port}: wrong data at {address:#x}, {first.coordinates}{more}"
        details = first.bytes_table + layer.explanation + derivation
        self._findings.error("wrong-data", text, time_ns, details, about=layer.stage)
