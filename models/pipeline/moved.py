"""The derivation of a byte that a layer only moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.derivation import Index, Step
from models.memory.footprint import Fetched, Footprint

Order = Callable[[NDArray[np.int64]], NDArray[np.int64]]
"""Gives numbers of the bytes that were read, [chunks, chunk bytes], the order of those written; -1 is none of them."""


@dataclass(frozen=True)
class MovedDerivation:
    """How a layer came to bytes that it only moves.

    Attributes:
        unit: what moves them.
        writes: where they go, stream by stream.
        fetched: where they come from, likewise.
        order: in which order they are written; None: in that in which they were read.
    """

    unit: str
    writes: tuple[Footprint, ...]
    fetched: tuple[Fetched, ...]
    order: Order | None = None

    def written(self, stream: int, address: int) -> Iterator[Step]:
        """The derivation of a byte."""
        where, fetched = self.writes[stream], self.fetched[stream]
        offset = address % where.chunk_bytes
        for row in np.flatnonzero(where.addresses == np.uint64(address - offset))[-1:]:
            number = int(row) * where.chunk_bytes + offset
            if self.order is not None:
                number = int(self.order(np.arange(fetched.data.size).reshape(fetched.data.shape)).reshape(-1)[number])
            yield self._step(fetched, number)

    def handed(self, index: Index) -> Iterator[Step]:  # noqa: ARG002 - nothing is handed on
        """Nothing: no stage takes what is moved."""
        yield from ()

    def _step(self, fetched: Fetched, number: int) -> Step:
        if number < 0:
            return Step(self.unit, "filled up", "0x00")
        row, offset = divmod(number, fetched.where.chunk_bytes)
        address = int(fetched.where.addresses[row]) + offset
        known = "" if fetched.known[row, offset] else ", which nobody knows"
        value = f"{fetched.data[row, offset]:#04x}{known}"
        return Step(self.unit, f"moved from {fetched.where.describe(address)} at {address:#x}", value)
