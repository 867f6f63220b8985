"""How many NaN PDP counts in its output (docs/nvdla/pooling_and_normalisation.md, 'PDP statuses and ends')."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.numbers.floats import half_is_nan


def nan_in_atoms(codes: NDArray[Any], lanes: int) -> NDArray[np.int64]:
    """NaN of each atom, [surfaces, lines, columns], of FP16 codes [channels of whole atoms, lines, columns]."""
    flags = half_is_nan(codes).reshape(-1, lanes, *codes.shape[1:])
    found: NDArray[np.int64] = flags.sum(axis=1, dtype=np.int64)
    return found


def counted(nan: NDArray[np.int64], columns: Sequence[int], beat_atoms: int, lanes: int, *, clean: bool) -> range:
    """What the part counts: of each line beat by beat, but nothing of the last beat.

    Where a line ends with a beat that is not full the part counts what was in the rest of it before.

    Args:
        nan: of each atom, [surfaces, lines, columns].
        columns: output columns of each strip.
        beat_atoms: atoms that are written at once.
        lanes: elements of an atom.
        clean: what that rest shows would be no NaN, nor what is written now.
    """
    least, rest, last = 0, 0, 0
    for strip, atoms in zip(_cut(nan, columns), columns, strict=True):
        open_atoms = -atoms % beat_atoms
        tail = atoms - (atoms - 1) // beat_atoms * beat_atoms
        least += int(strip.sum())
        last = int(strip[-1, -1, atoms - tail :].sum())
        rest += open_atoms * lanes * strip.shape[0] * strip.shape[1]
        open_last = open_atoms * lanes
    least -= last
    return range(least, least + 1 + (0 if clean else rest - open_last))


def _cut(nan: NDArray[np.int64], columns: Sequence[int]) -> Iterator[NDArray[np.int64]]:
    at = 0
    for count in columns:
        yield nan[:, :, at : at + count]
        at += count
