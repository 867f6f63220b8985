"""The memory interfaces where they read: a unit's lines against the beats of its id, and these against its words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import numpy as np

from models.nvdla.config.names import READ_STREAMS
from tb.memory.traffic import TrafficKind
from tb.memory.transfers import Transfers
from tb.nvdla.borders.carriers.client import Client, clients
from tb.nvdla.borders.carriers.wrong import Inside, Wrong


def memory_reads(inside: Inside) -> list[Wrong]:
    """What is wrong between the lines that units ask for, the beats of the ports, and the units' words."""
    found = list[Wrong]()
    every = clients(inside, "read", READ_STREAMS, inside.config.read_ids, ("lines", "words"))
    for _, some in groupby(every, lambda client: client.port.name):
        of_port = list(some)
        # A unit that does not take its words may hold up those of others behind them.
        held_up = any(client.taps["words"].held_up for client in of_port)
        found += [item for client in of_port for item in _of_unit(client) if not (item.missing and held_up)]
    return found


def _of_unit(client: Client) -> Iterator[Wrong]:
    """What is wrong with the reads of one unit."""
    asked, read = client.asked.beat_addresses, client.transfers(TrafficKind.READ)
    count = min(len(read), len(asked))
    differs = asked[:count] != read.addresses[:count]
    if differs.any():
        at = int(np.argmax(differs))
        what = f"{client.block} asked for {int(asked[at]):#x}, it read {int(read.addresses[at]):#x}"
        yield client.wrong(what, read.time_ns(at))
        return
    if client.asked.cut:
        return
    if len(read) > count:
        what = f"it read {int(read.addresses[count]):#x}, which {client.block} did not ask for"
        yield client.wrong(what, read.time_ns(count))
        return
    yield from _given(client, read)
    if len(asked) > count:
        what = (
            f"{len(asked) - count:,} beat(s) that {client.block} asked for were not read, first {int(asked[count]):#x}"
        )
        yield client.wrong(what, client.taps["lines"].time[-1], missing=True)


def _given(client: Client, read: Transfers) -> Iterator[Wrong]:
    """Hold the words that the unit got against what was read for them."""
    asked, words, (_, of_beat, atom) = client.asked, client.taps["words"], client.shape
    data, given = read.data.reshape(client.shape), words.bits(0, words.payload_bits).reshape(client.shape)
    offsets = (asked.addresses % np.uint64(of_beat * atom)).astype(np.int64) // atom
    rows = (asked.beats < len(data)) & (asked.words < len(given))
    beats, at_words = asked.beats[rows], asked.words[rows]
    was, got = data[beats, offsets[rows]], given[at_words, asked.places[rows]]
    wrong = (was != got).any(axis=1) | (read.times_ps[beats] / 1000 > words.time[at_words] + 1)
    late = asked.words[asked.beats >= len(data)]
    whole = int(late[0]) if len(late) else asked.word_count  # words of which all was read
    if wrong.any():
        at = int(np.argmax(wrong))
        where = f"{client.block} asked for {int(asked.addresses[rows][at]):#x}"
        what = f"it read {was[at].tobytes().hex(' ', 4)} there and gave {got[at].tobytes().hex(' ', 4)}"
        yield client.wrong(f"{where}, {what}", words.time[at_words[at]])
    elif len(given) > whole:
        yield client.wrong(f"it gave {client.block} a word that it had not read", words.time[whole])
    elif len(given) < whole and not words.held_up:
        what = f"{whole - len(given):,} word(s) for {client.block} were read and not given"
        yield client.wrong(what, read.time_ns(-1), missing=True)
