"""What a message says of a region of memory whose CRC is not the golden one."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from models.memory.sparse import Bytes
from models.reference import Happened
from sequences.nvdla.traces.master.commands import CheckCrc

NAMED = 4
"""Layers of which a message tells where they wrote."""
ReferenceBytes = Callable[[str, int, int], Bytes]
"""Bytes of the reference's memory: port, address and size."""


@dataclass(frozen=True, slots=True)
class Span:
    """Where a layer writes: from the first to the last byte of a stream."""

    layer: str
    port: str
    first: int
    last: int


class Writers:
    """Who wrote where, since a trace began; `notify` listens to the reference device."""

    def __init__(self) -> None:
        self.spans: list[Span] = []

    def notify(self, happened: Happened) -> None:
        """Something happened."""
        for layer in happened.started:
            for item in layer.writes:
                where = item.where
                first, last = int(where.addresses.min()), int(where.addresses.max()) + where.chunk_bytes - 1
                self.spans.append(Span(str(layer), where.port, first, last))


def crc_of(data: Bytes) -> int:
    """The CRC-32 of the dialect; memory that was never written counts as 0."""
    return zlib.crc32(data.tobytes())


def crc_mismatch(command: CheckCrc, got: Bytes, reference: Bytes | None, written: Sequence[Span]) -> str:
    """Why a CRC is not the golden one, as far as can be told.

    Args:
        command: the check.
        got: what memory holds, uint8 [bytes].
        reference: what the reference's holds, of the same shape; None: it is the reference's.
        written: where layers wrote.
    """
    last = command.address + command.size_bytes - 1
    head = (
        f"CRC-32 of {command.port} {command.address:#x} to {last:#x} is {crc_of(got):#010x}, golden {command.crc:#010x}"
    )
    return "; ".join([head, *_beside_reference(command, got, reference), _by_whom(command, last, written)])


def _beside_reference(command: CheckCrc, got: Bytes, reference: Bytes | None) -> list[str]:
    if reference is None:
        return []
    wrong = np.flatnonzero(got != reference)
    if not wrong.size:
        return ["the reference device has the same bytes"]
    first, crc = int(wrong[0]), crc_of(reference)
    meets = "with its bytes the golden is met" if crc == command.crc else f"with its bytes the CRC-32 is {crc:#010x}"
    return [
        f"{wrong.size} of {len(got)} bytes differ from the reference device's, the first at "
        f"{command.address + first:#x}: expected {reference[first]:#04x}, got {got[first]:#04x}",
        meets,
    ]


def _by_whom(command: CheckCrc, last: int, written: Sequence[Span]) -> str:
    here = [
        item for item in written if item.port == command.port and item.first <= last and item.last >= command.address
    ]
    if not here:
        return "no layer wrote there"
    named = [f"{item.layer} wrote {item.first:#x} to {item.last:#x}" for item in here[-NAMED:]]
    more = [f"{len(here) - NAMED} earlier"] if len(here) > NAMED else []
    example = max(here[-1].first, command.address)
    return f"{', '.join(named + more)}; make explain AT={command.port}:{example:#x} derives a byte of it"
