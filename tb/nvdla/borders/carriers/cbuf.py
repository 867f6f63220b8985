"""The convolution buffer: what is read from an entry is what was written there last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.config import HwConfig
from tb.borders.carriers.wrong import Inside, Wrong
from tb.borders.payload import bits_of, member_numbers
from tb.nvdla.borders.links.conv_payloads import entry
from tb.taps import Tap

UNIT = "CBUF"
WRITES = ("cdma_cbuf_data_taken", "cdma_cbuf_weights_taken")
PORTS = ("data", "weights", "masks")
TAPS = (*WRITES, *(f"cbuf_csc_{port}" for port in PORTS))
"""All that are needed to look at it."""


def cbuf(inside: Inside, config: HwConfig) -> list[Wrong]:
    """What is wrong with what was read."""
    if any(name not in inside.taps for name in TAPS):
        return []
    writes = sorted((float(time), row, name) for name in WRITES for row, time in enumerate(inside.taps[name].time))
    members = {name: _written(inside.taps[name], config) for name in WRITES}
    found = list[Wrong]()
    for port in PORTS:
        found += _read(inside, port, writes, members)
    return found


def _written(tap: Tap, config: HwConfig) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.uint8]]:
    """The entry, the atoms that are written, and the data of each write."""
    payload, content = entry(config), tap.payload[:, : config.cbuf_entry_bytes]
    mask = bits_of(payload, "atoms")
    atoms = np.unpackbits(tap.bits(mask.start, len(mask)), axis=1, bitorder="little")[:, : len(mask)]
    data = content.reshape(len(content), len(mask), config.atom_bytes)
    return member_numbers(tap, payload, "entry"), atoms.astype(np.bool_), data


def _read(
    inside: Inside, port: str, writes: list[tuple[float, int, str]], members: dict[str, tuple[Any, ...]]
) -> Iterator[Wrong]:
    """What is wrong with the reads of one port."""
    asked, answers = inside.taps[f"csc_cbuf_{port}"], inside.taps[f"cbuf_csc_{port}"]
    numbers, data = asked.numbers(0, asked.payload_bits), answers.bits(0, answers.payload_bits)
    held: dict[int, NDArray[np.uint8]] = {}
    ahead = iter([*writes, (float("inf"), -1, "")])
    following = next(ahead)
    for row, time in enumerate(asked.time[: len(data)]):
        while following[0] < float(time):
            number, atoms, content = (part[following[1]] for part in members[following[2]])
            held[int(number)] = np.where(atoms[:, None], content, held.get(int(number), np.zeros_like(content)))
            following = next(ahead)
        wanted = held.get(int(numbers[row]))
        if wanted is not None and (wanted.reshape(-1) != data[row]).any():
            what = f"entry {int(numbers[row])} holds {wanted.tobytes().hex(' ', 4)}, {port} of it were read as "
            yield Wrong(UNIT, f"{what}{data[row].tobytes().hex(' ', 4)}", float(answers.time[row]))
            return
    if len(data) > len(numbers):
        yield Wrong(UNIT, f"it gave {port} that nobody asked for", float(answers.time[len(numbers)]))
    elif len(data) < len(numbers) and not answers.held_up:
        yield Wrong(UNIT, f"it did not give {port} that CSC asked for", float(asked.time[len(data)]), missing=True)
