"""Answers of memory with an error, as the reference is told of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.memory.footprint import FailedAnswer
from models.memory.sparse import SparseMemory
from tb.memory.axi import shape_of
from tb.memory.pins.outstanding import Burst
from tb.memory.traffic import Traffic, TrafficKind
from tb.memory.transfers import Transfers
from tb.scoreboard.chunks import by_stream


def failed_answers(traffic: Traffic, kind: TrafficKind) -> Iterator[FailedAnswer]:
    """The read data of a port that came with an error, or its responses that tell of one."""
    answers, written = traffic.kinds[kind], kind is TrafficKind.RESPONSE
    if (failed := answers.failed).any():
        for stream, mine in by_stream(replace(traffic, kinds={kind: answers[failed]}), kind):
            yield FailedAnswer(stream, written, _written(mine) if written else _read(mine))


def _read(beats: Transfers) -> SparseMemory:
    """What came with read data."""
    came = SparseMemory()
    came.write_chunks(beats.addresses, beats.data, beats.strobes())
    return came


def _written(responses: Transfers) -> SparseMemory:
    """Which bytes responses are about; what was to be written there, they do not tell."""
    came, size = SparseMemory(), responses.data.shape[1]
    columns = (responses.axi_ids, responses.addresses, responses.beats, responses.shapes)
    for axi_id, address, beats, shape in zip(*(column.tolist() for column in columns), strict=True):
        burst = Burst(axi_id, address, beats, shape=shape_of(shape))
        first = burst.beat_address(0, size) + burst.lanes(0, size).start
        came.write(first, bytes(burst.span(size)[1] + 1 - first))
    return came
