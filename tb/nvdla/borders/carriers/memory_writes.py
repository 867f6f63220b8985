"""The memory interfaces where they write: a unit's lines and words against the beats of its id, and the answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.nvdla.config.names import WRITE_STREAMS
from tb.memory.traffic import TrafficKind
from tb.nvdla.borders.carriers.client import Client, clients
from tb.nvdla.borders.carriers.wrong import Inside, Wrong

NOTIFY_BITS = 2


@dataclass(frozen=True, slots=True)
class Written:
    """The atoms that a unit's beats wrote, in order.

    Attributes:
        addresses: uint64 [atoms].
        data: uint8 [atoms, bytes of an atom].
        whole: all bytes of the atom were written, bool [atoms].
        times: when, in nanoseconds.
        bursts: the number of the burst that each was in.
    """

    addresses: NDArray[np.uint64]
    data: NDArray[np.uint8]
    whole: NDArray[np.bool_]
    times: NDArray[np.float64]
    bursts: NDArray[np.int64]


def memory_writes(inside: Inside) -> list[Wrong]:
    """What is wrong between the units' words and the beats of the ports."""
    found = list[Wrong]()
    for client in clients(inside, "write", WRITE_STREAMS, inside.config.write_ids, ("lines", "words", "done")):
        written = _written(client)
        found += [*_atoms(client, written), *(() if client.asked.cut else _notified(client, written))]
    return found


def _written(client: Client) -> Written:
    """What the beats wrote."""
    beats = client.transfers(TrafficKind.WRITE)
    strobes = beats.strobes().reshape(client.shape)
    hit, whole = (of.reduce(strobes, axis=2) for of in (np.logical_or, np.logical_and))
    hit |= ~np.logical_or.reduce(hit, axis=1)[:, None]  # a beat without strobes stands for atoms, too
    rows, places = np.nonzero(hit)
    return Written(
        addresses=beats.addresses[rows] + places.astype(np.uint64) * np.uint64(client.shape[2]),
        data=beats.data.reshape(client.shape)[hit],
        whole=whole[hit],
        times=beats.times_ps[rows] / 1000,
        bursts=(np.cumsum(beats.last) - beats.last)[rows],
    )


def _given(client: Client) -> NDArray[np.uint8]:
    """The atoms that the unit gave for its lines, as far as it gave words."""
    words = client.taps["words"]
    given = words.bits(0, words.payload_bits).reshape(client.shape)
    rows = client.asked.words < len(given)
    atoms: NDArray[np.uint8] = given[client.asked.words[rows], client.asked.places[rows]]
    return atoms


def _atoms(client: Client, written: Written) -> Iterator[Wrong]:
    """Hold the atoms that were written against those that the unit gave."""
    given, places, block = _given(client), client.asked.addresses, client.block
    count = min(len(given), len(written.addresses))
    right = (places[:count] == written.addresses[:count]) & written.whole[:count]
    right &= (given[:count] == written.data[:count]).all(axis=1)
    if not right.all():
        at = int(np.argmin(right))
        part = "" if written.whole[at] else ", not all of its bytes"
        gave = f"{block} gave {given[at].tobytes().hex(' ', 4)} for {int(places[at]):#x}"
        wrote = f"it wrote {written.data[at].tobytes().hex(' ', 4)} to {int(written.addresses[at]):#x}{part}"
        yield client.wrong(f"{gave}, {wrote}", written.times[at])
    elif client.asked.cut:
        return
    elif len(written.addresses) > count:
        what = f"it wrote to {int(written.addresses[count]):#x}, which {block} did not give"
        yield client.wrong(what, written.times[count])
    elif len(given) > count:
        what = f"{len(given) - count:,} atom(s) that {block} gave were not written, first {int(places[count]):#x}"
        yield client.wrong(what, client.taps["words"].time[-1], missing=True)


def _notified(client: Client, written: Written) -> Iterator[Wrong]:
    """Hold the notices that a unit's writes are done against the answers of the memory."""
    lines, done, bursts = client.taps["lines"], client.taps["done"], written.bursts
    answered = client.transfers(TrafficKind.RESPONSE).times_ps / 1000
    notify = lines.numbers(lines.payload_bits - NOTIFY_BITS, NOTIFY_BITS)
    wanted, notices = np.flatnonzero(notify), done.numbers(0, NOTIFY_BITS)
    for number, line in enumerate(wanted):
        last = int(client.asked.last_atoms[line]) - 1
        burst = int(bursts[last]) if last < len(bursts) else len(answered)
        if number >= len(notices):
            if burst < len(answered):
                what = f"memory has answered what {client.block} wrote, and it was not told"
                yield client.wrong(what, answered[burst], missing=True)
            return
        early = burst >= len(answered) or answered[burst] > float(done.time[number]) + 1
        if early or notices[number] != notify[line]:
            bits = f"for group bits {int(notices[number])}, not {int(notify[line])}"
            what = f"{client.block} was told that its writes are done {'before they were' if early else bits}"
            yield client.wrong(what, done.time[number])
            return
    if len(notices) > len(wanted):
        what = f"{client.block} was told that writes are done, which it did not ask for"
        yield client.wrong(what, done.time[len(wanted)])
