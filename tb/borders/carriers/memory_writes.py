"""The memory interfaces where they write: a unit's lines and words against the beats of its id, and the answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tb.borders.carriers.streams import MemoryStream, StreamTaps, tapped_streams
from tb.borders.carriers.wrong import Inside, Wrong
from tb.memory.traffic import TrafficKind


@dataclass(frozen=True, slots=True)
class Written:
    """The chunks that a unit's beats wrote, in order.

    Attributes:
        addresses: uint64 [chunks].
        data: uint8 [chunks, bytes of a chunk].
        whole: all bytes of the chunk were written, bool [chunks].
        times: when, in nanoseconds.
        bursts: the number of the burst that each was in.
    """

    addresses: NDArray[np.uint64]
    data: NDArray[np.uint8]
    whole: NDArray[np.bool_]
    times: NDArray[np.float64]
    bursts: NDArray[np.int64]


def memory_writes(inside: Inside, streams: Iterable[MemoryStream]) -> list[Wrong]:
    """What is wrong between the units' words and the beats of the ports.

    Args:
        inside: what is known of the design.
        streams: those that write.
    """
    found = list[Wrong]()
    for writer in tapped_streams(inside, streams):
        written = _written(writer)
        found += _chunks(writer, written)
        if writer.stream.form.notice_bits and not writer.asked.cut:
            found += _notified(writer, written)
    return found


def _written(writer: StreamTaps) -> Written:
    """What the beats wrote."""
    beats = writer.transfers(TrafficKind.WRITE)
    strobes = beats.strobes().reshape(writer.shape)
    hit, whole = (of.reduce(strobes, axis=2) for of in (np.logical_or, np.logical_and))
    hit |= ~np.logical_or.reduce(hit, axis=1)[:, None]  # a beat without strobes stands for chunks, too
    rows, places = np.nonzero(hit)
    return Written(
        addresses=beats.addresses[rows] + places.astype(np.uint64) * np.uint64(writer.shape[2]),
        data=beats.data.reshape(writer.shape)[hit],
        whole=whole[hit],
        times=beats.times_ps[rows] / 1000,
        bursts=(np.cumsum(beats.last) - beats.last)[rows],
    )


def _given(writer: StreamTaps) -> NDArray[np.uint8]:
    """The chunks that the unit gave for its lines, as far as it gave words."""
    words = writer.taps["words"]
    given = words.bits(0, words.payload_bits).reshape(writer.shape)
    rows = writer.asked.words < len(given)
    chunks: NDArray[np.uint8] = given[writer.asked.words[rows], writer.asked.places[rows]]
    return chunks


def _chunks(writer: StreamTaps, written: Written) -> Iterator[Wrong]:
    """Hold the chunks that were written against those that the unit gave."""
    given, places, unit = _given(writer), writer.asked.addresses, writer.stream.unit
    count = min(len(given), len(written.addresses))
    right = (places[:count] == written.addresses[:count]) & written.whole[:count]
    right &= (given[:count] == written.data[:count]).all(axis=1)
    if not right.all():
        at = int(np.argmin(right))
        part = "" if written.whole[at] else ", not all of its bytes"
        gave = f"{unit} gave {given[at].tobytes().hex(' ', 4)} for {int(places[at]):#x}"
        wrote = f"it wrote {written.data[at].tobytes().hex(' ', 4)} to {int(written.addresses[at]):#x}{part}"
        yield writer.wrong(f"{gave}, {wrote}", written.times[at])
    elif writer.asked.cut:
        return
    elif len(written.addresses) > count:
        what = f"it wrote to {int(written.addresses[count]):#x}, which {unit} did not give"
        yield writer.wrong(what, written.times[count])
    elif len(given) > count:
        chunks = f"{len(given) - count:,} {writer.stream.form.chunk}(s)"
        what = f"{chunks} that {unit} gave were not written, first {int(places[count]):#x}"
        yield writer.wrong(what, writer.taps["words"].time[-1], missing=True)


def _notified(writer: StreamTaps, written: Written) -> Iterator[Wrong]:
    """Hold the notices that a unit's writes are done against the answers of the memory."""
    lines, done, bursts = writer.taps["lines"], writer.taps["done"], written.bursts
    answered = writer.transfers(TrafficKind.RESPONSE).times_ps / 1000
    unit, form = writer.stream.unit, writer.stream.form
    notify = lines.numbers(lines.payload_bits - form.notice_bits, form.notice_bits)
    wanted, notices = np.flatnonzero(notify), done.numbers(0, form.notice_bits)
    for number, line in enumerate(wanted):
        last = int(writer.asked.last_chunks[line]) - 1
        burst = int(bursts[last]) if last < len(bursts) else len(answered)
        if number >= len(notices):
            if burst < len(answered):
                what = f"memory has answered what {unit} wrote, and it was not told"
                yield writer.wrong(what, answered[burst], missing=True)
            return
        early = burst >= len(answered) or answered[burst] > float(done.time[number]) + 1
        if early or notices[number] != notify[line]:
            bits = f"for {form.notice} {int(notices[number])}, not {int(notify[line])}"
            what = f"{unit} was told that its writes are done {'before they were' if early else bits}"
            yield writer.wrong(what, done.time[number])
            return
    if len(notices) > len(wanted):
        what = f"{unit} was told that writes are done, which it did not ask for"
        yield writer.wrong(what, done.time[len(wanted)])
