"""The convolution buffer: what is read from an entry is what was written there last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.config import HwConfig
from tb.borders.carriers.wrong import Inside, Wrong
from tb.borders.payload import Member, Payload, bits_of, member_numbers, widths_of
from tb.nvdla.borders.links.conv_payloads import entry
from tb.runner.attach.taps import TapLink
from tb.taps import Tap

UNIT = "CBUF"
WRITES = ("cdma_cbuf_data", "cdma_cbuf_weights")
DATA, WEIGHTS, MASKS = "data", "weights", "masks"


def ports_of(config: HwConfig) -> tuple[str, ...]:
    """What CSC reads."""
    return DATA, WEIGHTS, *([MASKS] if "WEIGHT_COMPRESSION" in config.features else [])


def taps_of(*ports: str) -> tuple[str, ...]:
    """All taps that are needed to look at ports."""
    return *WRITES, *(name for port in ports for name in _port_taps(port))


def _port_taps(port: str) -> tuple[str, str]:
    """What a port is asked, and what it gives."""
    return f"csc_cbuf_{port}", f"cbuf_csc_{port}"


def request(config: HwConfig) -> Payload:
    """What RTL of others asks: an entry, and with `next` another one behind it, of both the bytes from `shift` on."""
    index, size = bits_of(entry(config), "entry"), config.cbuf_entry_bytes
    sizes = {"shift": (2 * size - 1).bit_length(), "next": 1, "next_entry": len(index), "entry": len(index)}
    return tuple(Member(name, bits) for name, bits in sizes.items())


def cbuf(inside: Inside, config: HwConfig) -> list[Wrong]:
    """What is wrong with what was read."""
    if any(name not in inside.taps for name in WRITES):
        return []
    taken = {name: inside.taps.get(f"{name}_taken", inside.taps[name]) for name in WRITES}
    writes = sorted((float(time), row, name) for name in WRITES for row, time in enumerate(taken[name].time))
    members = {name: _written(tap, config) for name, tap in taken.items()}
    found = list[Wrong]()
    for port in ports_of(config):
        if all(name in inside.taps for name in _port_taps(port)):
            found += _read(inside, port, config, writes, members)
    return found


def _written(tap: Tap, config: HwConfig) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.uint8]]:
    """The entry, the atoms that are written, and the data of each write."""
    payload, content = entry(config), tap.payload[:, : config.cbuf_entry_bytes]
    mask = bits_of(payload, "atoms")
    atoms = np.unpackbits(tap.bits(mask.start, len(mask)), axis=1, bitorder="little")[:, : len(mask)]
    data = content.reshape(len(content), len(mask), config.atom_bytes)
    return member_numbers(tap, payload, "entry"), atoms.astype(np.bool_), data


def _asked(tap: Tap, config: HwConfig) -> list[tuple[int, int, int]]:
    """Of each read its entry, the one behind it, -1 for none, and the byte of both from which on it is asked for."""
    payload = request(config)
    if tap.payload_bits < sum(member.bits for member in payload):
        return [(number, -1, 0) for number in tap.numbers(0, tap.payload_bits).tolist()]
    shift, there, behind, first = (member_numbers(tap, payload, member.name).tolist() for member in payload)
    return [
        (one, other if two else -1, start) for one, two, other, start in zip(first, there, behind, shift, strict=True)
    ]


def _read(
    inside: Inside,
    port: str,
    config: HwConfig,
    writes: list[tuple[float, int, str]],
    members: dict[str, tuple[Any, ...]],
) -> Iterator[Wrong]:
    """What is wrong with the reads of one port."""
    asked, answers = (inside.taps[name] for name in _port_taps(port))
    numbers, data = _asked(asked, config), answers.bits(0, answers.payload_bits)
    held: dict[int, NDArray[np.uint8]] = {}
    ahead = iter([*writes, (float("inf"), -1, "")])
    following = next(ahead)
    for row, time in enumerate(asked.time[: len(data)]):
        while following[0] < float(time):
            number, atoms, content = (part[following[1]] for part in members[following[2]])
            held[int(number)] = np.where(atoms[:, None], content, held.get(int(number), np.zeros_like(content)))
            following = next(ahead)
        first, behind, shift = numbers[row]
        wanted = [held[number].reshape(-1) for number in (first, behind) if number in held]
        if len(wanted) < 1 + (behind >= 0):
            continue  # nobody has seen what it holds
        due = np.concatenate(wanted)[shift:][: config.cbuf_entry_bytes]
        if (due != data[row, : len(due)]).any():
            where = f"entry {first} holds {wanted[0].tobytes().hex(' ', 4)}"
            where += f", entry {behind} {wanted[1].tobytes().hex(' ', 4)}" if behind >= 0 else ""
            what = f", {port} of it from byte {shift} on" if shift else f", {port} of it"
            read = f"{where}{what} were read as {data[row].tobytes().hex(' ', 4)}"
            yield Wrong(UNIT, read, float(answers.time[row]))
            return
    if len(data) > len(numbers):
        yield Wrong(UNIT, f"it gave {port} that nobody asked for", float(answers.time[len(numbers)]))
    elif len(data) < len(numbers) and not answers.held_up:
        yield Wrong(UNIT, f"it did not give {port} that CSC asked for", float(asked.time[len(data)]), missing=True)


def cbuf_links(config: HwConfig) -> dict[str, TapLink]:
    """What RTL of others may name of it, beside what CDMA writes."""
    asked, given = widths_of(request(config)), {"data": 8 * config.cbuf_entry_bytes}
    links = dict[str, TapLink]()
    for port in ports_of(config):
        for name, members in zip(_port_taps(port), (asked, given), strict=True):
            links[name] = TapLink(members, whole=True, layers=False)
    return links
