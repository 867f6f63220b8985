"""Two coefficients of one job, such as a driver's and ours: where they part, and what that means."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from models.vipnano.coefficients.buffer import kernels_of
from tb.vipnano.explain.pieces import HEADER, Coefficients


def first_difference(one: Coefficients, other: Coefficients) -> tuple[int, int] | None:
    """Where the first bit is that differs: core (-1: the header) and bit; None: there is none."""
    size = min(len(one.data), len(other.data))
    (apart,) = np.nonzero(one.data[:size] != other.data[:size])
    if not apart.size:
        return None if len(one.data) == len(other.data) else _place(one, size, 0)
    byte = int(apart[0])
    changed = int(one.data[byte]) ^ int(other.data[byte])
    return _place(one, byte, (changed & -changed).bit_length() - 1)


def _place(coefficients: Coefficients, byte: int, bit: int) -> tuple[int, int]:
    """Core and bit of a bit of a byte of all coefficients."""
    within = [item for item in coefficients.cores if item.begin <= byte]
    return (within[-1].core, (byte - within[-1].begin) * 8 + bit) if within else (HEADER, byte * 8 + bit)


def differences(one: Coefficients, other: Coefficients) -> Iterator[str]:
    """What differs, a line each: the first bit, what it means in both, and how far that goes."""
    place = first_difference(one, other)
    if place is None:
        yield "both are the same, bit for bit"
        return
    core, bit = place
    where = "the header" if core == HEADER else f"the stream of core {core}"
    yield f"the first bit that differs is bit {bit} of {where}"
    for name, item in (("one", one), ("other", other)):
        piece = item.piece_at(core, bit)
        yield f"  the {name}: {piece if piece is not None else 'nothing is there that a core reads'}"
    yield from _meaning(one, other)


def _meaning(one: Coefficients, other: Coefficients) -> Iterator[str]:
    """Whether both say the same, if cores come to the end of both."""
    for name, item in (("one", one), ("other", other)):
        if len(item.cores) < item.shape.cores or any(core.error is not None for core in item.cores):
            yield f"what else differs is open: not all cores come to the end of the {name}"
            return
    mine, theirs = (kernels_of([core.stream for core in item.cores], item.shape) for item in (one, other))
    parts = {"weights": "[channel, z, y, x]", "biases": "[channel]", "offsets": "[channel]"}
    same = True
    for name, indices in parts.items():
        apart = np.argwhere(getattr(mine, name) != getattr(theirs, name))
        if len(apart):
            same = False
            at = tuple(int(index) for index in apart[0])
            values = f"{int(getattr(mine, name)[at])} and {int(getattr(theirs, name)[at])}"
            yield f"{len(apart)} {name} differ, the first one at {indices} {list(at)}: {values}"
    if same:
        yield "both hold the same weights, biases and offsets: only runs are cut otherwise, or what fills up differs"
