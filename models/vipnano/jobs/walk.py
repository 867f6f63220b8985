"""The walk of a TP job: which elements it takes, and where each goes (docs/vipnano/README.md, 'Moving tensors')."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.vipnano.coefficients.shape import Indices
from models.vipnano.config.hardware import ADDRESS_BITS
from models.vipnano.structures.structure import Structure

LOOPS = 6
"""So many loops have a count; one more is around them."""


@dataclass(frozen=True, slots=True)
class Walk:
    """The elements of a job in their order.

    Attributes:
        inside: which are in the input, bool [n].
        sources: addresses of those, int64.
        targets: where each element goes, int64 [n].
    """

    inside: Flags
    sources: Indices
    targets: Indices

    @classmethod
    def of(cls, structure: Structure) -> Walk:
        """That of a job."""
        z = np.arange(structure["in_z_size"])
        y, x = (_taken(structure, axis) for axis in "yx")
        # planes, tiles along y, tiles along x, lines of a tile, columns of a tile
        size = (len(z), len(y), len(x), y.shape[1], x.shape[1])
        z, y, x = (
            np.broadcast_to(part, size).ravel()
            for part in (z.reshape(-1, 1, 1, 1, 1), y.reshape(-1, 1, y.shape[1], 1), x.reshape(-1, 1, x.shape[1]))
        )
        inside = (y >= 0) & (y < structure["in_y_size"]) & (x >= 0) & (x < structure["in_x_size"])
        at = structure["in_address"] + z * structure["in_slice"] + y * structure["in_stride"] + x
        return cls(inside, at[inside] % (1 << ADDRESS_BITS), _targets(structure, len(z)))


def _taken(structure: Structure, axis: str) -> Indices:
    """Lines or columns of the input: those of each tile, [tiles, size of a tile]."""
    begins = np.arange(
        structure[f"in_window_{axis}_start"], structure[f"in_window_{axis}_end"] + 1, structure[f"in_tile_{axis}_inc"]
    )
    return begins[:, np.newaxis] + np.arange(structure[f"in_tile_{axis}_size"])


def elements_of(structure: Structure) -> int:
    """How many elements a job takes."""
    count = structure["in_z_size"]
    for axis in "yx":
        steps = structure[f"in_window_{axis}_end"] - structure[f"in_window_{axis}_start"]
        count *= (steps // structure[f"in_tile_{axis}_inc"] + 1) * structure[f"in_tile_{axis}_size"]
    return count


def _targets(structure: Structure, count: int) -> Indices:
    """Where elements go."""
    left, at = np.arange(count), np.full(count, structure["out_address"], np.int64)
    for loop in range(LOOPS):
        left, turn = np.divmod(left, structure[f"out_loop_{loop}_count"])
        at += turn * structure[f"out_loop_{loop}_inc"]
    return (at + left * structure[f"out_loop_{LOOPS}_inc"]) % (1 << ADDRESS_BITS)


def moved(structure: Structure, walk: Walk, data: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What is written, element by element; `data` are those that are in the input."""
    values = np.zeros(len(walk.inside), np.int64)
    values[walk.inside] = data.astype(np.int64) - structure["in_zero_point"]
    return np.clip(values + structure["out_zero_point"], 0, 255).astype(np.uint8)
