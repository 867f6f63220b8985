"""The memory at the end of a test: byte for byte what the reference holds, inside the surfaces and around them."""

from __future__ import annotations

import numpy as np

from models.memory.sparse import SparseMemory
from tb.findings import Findings


def compare_memory(port: str, expected: SparseMemory, got: SparseMemory, findings: Findings, time_ns: float) -> int:
    """Compare every byte that the reference knows; returns how many those were.

    Bytes that the reference does not know and the device under test wrote are those whose value is not known; a
    write that no layer expects was reported when it was seen.
    """
    compared = 0
    pages = {address: there for address, there, _ in got.pages()}
    for address, data, known in expected.pages():
        compared += int(np.count_nonzero(known))
        there = pages[address] if address in pages else got.read(address, len(data))
        if np.array_equal(data, there):
            continue
        wrong = np.flatnonzero((data != there) & known)
        if len(wrong):
            at = int(wrong[0])
            bytes_there = f"expected {int(data[at]):#04x}, got {int(there[at]):#04x}"
            more = f", and {len(wrong) - 1} more byte(s) of this page" if len(wrong) > 1 else ""
            findings.error(
                "memory-differs",
                f"{port}: memory differs at {address + at:#x}: {bytes_there}{more}",
                time_ns,
                about=port,
            )
    return compared
