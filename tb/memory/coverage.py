"""What is to be covered of a standard AXI4 memory port: what is asked for, and how it is answered.

A family counts it with one `AxiPortSampler` for each port, beside what it covers of the port's traffic itself.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from models.memory.ports import MemoryPort
from models.memory.signals import WAYS
from tb.coverage.bins import names, ranges
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross
from tb.coverage.sampler import Sampler, Subscriptions
from tb.memory.axi import FIXED_BEATS, BurstKind, Response
from tb.memory.traffic import Traffic, TrafficKind
from tb.memory.transfers import Transfers

REQUEST, ANSWER = "request", "answer"
"""Moments."""
READ, WRITE = KINDS = ("read", "write")
FIXED, INCR = BURSTS = ("FIXED", "INCR")
ALIGNED, IN_PART, UNALIGNED = ALIGNMENTS = ("to the bus", "to the beat", "unaligned")
LENGTHS = ((1, 1), (2, 4), (5, 16), (17, 64), (65, 256))
MOVED = {READ: (TrafficKind.READ_REQUEST, TrafficKind.READ), WRITE: (TrafficKind.RESPONSE, TrafficKind.RESPONSE)}
"""What tells of requests and of answers: of a write's request its response tells, too."""


class AxiPortSampler(Sampler):
    """Counts the group of one port.

    Args:
        port: the port.
        errors: its memory answers with errors, too.
    """

    def __init__(self, port: MemoryPort, *, errors: bool = False) -> None:
        self._port = port
        super().__init__(Covergroup(f"axi {port.name}", axi_points(port, errors=errors), axi_crosses(port)))

    @property
    def subscriptions(self) -> Subscriptions:
        """Traffic."""
        return {Traffic: self._traffic}

    def _traffic(self, traffic: Traffic) -> None:
        if traffic.port != self._port.name:
            return
        for number, kind in enumerate(_kinds(self._port)):
            for moment, of in zip((REQUEST, ANSWER), MOVED[kind], strict=True):
                if len(traffic.kinds[of]):
                    self.sample_many((number, traffic.kinds[of]), moment)


def axi_points(port: MemoryPort, *, errors: bool) -> Iterator[Coverpoint]:
    """The coverpoints, each of a pair: the number of the kind among the port's, and the transfers."""
    both, sizes, most = (REQUEST, ANSWER), _sizes(port), port.max_burst_beats
    lengths = ranges([(low, min(high, most)) for low, high in LENGTHS if low <= most])
    responses = [item.name for item in Response if item != Response.EXOKAY and (errors or item == Response.OKAY)]
    yield Coverpoint("kind", names(*_kinds(port)), lambda it: np.full(len(it[1]), it[0]), both)
    yield Coverpoint("size", names(*sizes), lambda it: it[1].sizes.astype(np.intp) - _least(port), both)
    yield Coverpoint("burst", names(*_bursts(port)), lambda it: _burst(it[1], len(_bursts(port))), both)
    yield Coverpoint("length", lengths, lambda it: it[1].beats, REQUEST)
    yield Coverpoint("alignment", names(*_alignments(port)), lambda it: _alignment(it[1]), REQUEST)
    yield Coverpoint("response", names(*responses), lambda it: _response(it[1]), ANSWER)


def axi_crosses(port: MemoryPort) -> Iterator[CrossOf]:
    """What is asked for together, and how what is answered."""
    largest = _sizes(port)[-1]

    def absent(size: str, burst: str, length: str, alignment: str) -> bool:
        too_long = burst == FIXED and int(length.split("-", maxsplit=1)[0]) > FIXED_BEATS
        across = burst == INCR and int(length.split("-", maxsplit=1)[0]) * int(size) > port.burst_boundary_bytes
        placed = (size == largest and alignment == IN_PART) or (size == "1" and alignment == UNALIGNED)
        return too_long or across or placed

    yield cross("kind", "size", "burst")
    yield cross("kind", "length")
    yield cross("kind", "alignment")
    yield cross("size", "burst", "length", "alignment", ignore_bins=absent)
    yield cross("kind", "size", "burst", "response")


def _kinds(port: MemoryPort) -> list[str]:
    """Those of `KINDS` that the port can do."""
    return [kind for kind in KINDS if WAYS[kind][0] in port.signals.channels]


def _least(port: MemoryPort) -> int:
    """The smallest size that the port may have."""
    return 0 if port.signals.has("size") else port.data_bytes.bit_length() - 1


def _sizes(port: MemoryPort) -> list[str]:
    """Bytes of a beat, all that there may be."""
    return [str(1 << size) for size in range(_least(port), port.data_bytes.bit_length())]


def _bursts(port: MemoryPort) -> tuple[str, ...]:
    return BURSTS if port.signals.has("burst") else (INCR,)


def _alignments(port: MemoryPort) -> tuple[str, ...]:
    return ALIGNMENTS if port.signals.has("size") else (ALIGNED,)


def _burst(transfers: Transfers, known: int) -> NDArray[np.intp]:
    return transfers.kinds.astype(np.intp) - (BurstKind.INCR if known == 1 else 0)


def _alignment(transfers: Transfers) -> NDArray[np.intp]:
    """The number among `ALIGNMENTS`."""
    addresses, bus = transfers.addresses, np.uint64(transfers.data.shape[1])
    off_beat = addresses & ((np.uint64(1) << transfers.sizes.astype(np.uint64)) - np.uint64(1)) != 0
    return np.where(off_beat, 2, np.where(addresses % bus != 0, 1, 0)).astype(np.intp)


def _response(transfers: Transfers) -> NDArray[np.intp]:
    """The number among the responses that there are, which are all but EXOKAY; that has none."""
    resps = transfers.resps.astype(np.intp)
    return np.where(resps == Response.EXOKAY, -1, resps - (resps > Response.EXOKAY))
