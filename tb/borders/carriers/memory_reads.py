"""The memory interfaces where they read: a unit's lines against the beats of its id, and these against its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import numpy as np

from tb.borders.carriers.streams import MemoryStream, StreamTaps, tapped_streams
from tb.borders.carriers.wrong import Inside, Wrong
from tb.memory.traffic import TrafficKind
from tb.memory.transfers import Transfers


def memory_reads(inside: Inside, streams: Iterable[MemoryStream]) -> list[Wrong]:
    """What is wrong between the lines that units ask for, the beats of the ports, and the units' words.

    Args:
        inside: what is known of the design.
        streams: those that read, port by port.
    """
    found = list[Wrong]()
    for _, some in groupby(tapped_streams(inside, streams), lambda reader: reader.stream.port.name):
        of_port = list(some)
        # A unit that does not take its words may hold up those of others behind them.
        held_up = any(reader.taps["words"].held_up for reader in of_port)
        found += [item for reader in of_port for item in _of_unit(reader) if not (item.missing and held_up)]
    return found


def _of_unit(reader: StreamTaps) -> Iterator[Wrong]:
    """What is wrong with the reads of one unit."""
    asked, read, unit = reader.asked.beat_addresses, reader.transfers(TrafficKind.READ), reader.stream.unit
    count = min(len(read), len(asked))
    differs = asked[:count] != read.addresses[:count]
    if differs.any():
        at = int(np.argmax(differs))
        what = f"{unit} asked for {int(asked[at]):#x}, it read {int(read.addresses[at]):#x}"
        yield reader.wrong(what, read.time_ns(at))
        return
    if reader.asked.cut:
        return
    if len(read) > count:
        what = f"it read {int(read.addresses[count]):#x}, which {unit} did not ask for"
        yield reader.wrong(what, read.time_ns(count))
        return
    yield from _given(reader, read)
    if len(asked) > count:
        what = f"{len(asked) - count:,} beat(s) that {unit} asked for were not read, first {int(asked[count]):#x}"
        yield reader.wrong(what, reader.taps["lines"].time[-1], missing=True)


def _given(reader: StreamTaps, read: Transfers) -> Iterator[Wrong]:
    """Hold the words that the unit got against what was read for them."""
    asked, words, unit = reader.asked, reader.taps["words"], reader.stream.unit
    _, of_beat, chunk = reader.shape
    data, given = read.data.reshape(reader.shape), words.bits(0, words.payload_bits).reshape(reader.shape)
    offsets = (asked.addresses % np.uint64(of_beat * chunk)).astype(np.int64) // chunk
    rows = (asked.beats < len(data)) & (asked.words < len(given))
    beats, at_words = asked.beats[rows], asked.words[rows]
    was, got = data[beats, offsets[rows]], given[at_words, asked.places[rows]]
    wrong = (was != got).any(axis=1) | (read.times_ps[beats] / 1000 > words.time[at_words] + 1)
    late = asked.words[asked.beats >= len(data)]
    whole = int(late[0]) if len(late) else asked.word_count  # words of which all was read
    if wrong.any():
        at = int(np.argmax(wrong))
        where = f"{unit} asked for {int(asked.addresses[rows][at]):#x}"
        what = f"it read {was[at].tobytes().hex(' ', 4)} there and gave {got[at].tobytes().hex(' ', 4)}"
        yield reader.wrong(f"{where}, {what}", words.time[at_words[at]])
    elif len(given) > whole:
        yield reader.wrong(f"it gave {unit} a word that it had not read", words.time[whole])
    elif len(given) < whole and not words.held_up:
        what = f"{whole - len(given):,} word(s) for {unit} were read and not given"
        yield reader.wrong(what, read.time_ns(-1), missing=True)
