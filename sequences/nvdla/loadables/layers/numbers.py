"""What numbers in structures mean: precisions, memories, places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.surfaces.side import Side
from sequences.nvdla.loadables.contents import LoadableError
from sequences.nvdla.loadables.graph import Operation
from sequences.nvdla.loadables.structs.common import IN_HARDWARE, NOWHERE, offset_of

PRECISIONS = ("INT8", "INT16", "FP16")
RAMS = ("DBB", "CVSRAM")
"""Memories, by their type in a structure."""
WORD_BITS = 32


@dataclass(frozen=True, slots=True)
class Setting:
    """What an operation becomes a layer with.

    Attributes:
        config: the hardware configuration.
        address_of: the address of a place that the task knows by a number.
        tables: the task's look-up tables.
    """

    config: HwConfig
    address_of: Callable[[int], int]
    tables: Sequence[np.void]


def named(operation: Operation, what: str, number: int, names: Sequence[str]) -> str:
    """The name of a choice.

    Args:
        operation: the operation.
        what: is chosen.
        number: of the choice.
        names: of all choices, in order.

    Raises:
        LoadableError: there is none of that number.
    """
    if not 0 <= number < len(names):
        raise LoadableError(f"{operation}: {what} is {number}; it may be 0 to {len(names) - 1}: {', '.join(names)}")
    return names[int(number)]


def hands_over(cube: np.void) -> bool:
    """Whether a cube is in no memory: one unit hands it to the next."""
    return int(cube["type"]) == IN_HARDWARE


def side(operation: Operation, name: str, setting: Setting, *, planes: bool = False) -> Side:
    """Where a cube of an operation lies.

    Args:
        operation: the operation.
        name: of the cube.
        setting: where memories lie.
        planes: the distance of its planes counts, not that of its surfaces.

    Raises:
        LoadableError: it is in no memory, or in none that the part has.
    """
    cube = operation.surfaces[name]
    return Side(
        ram=ram(operation, name, int(cube["type"]), setting.config),
        address=place(operation, name, int(cube["address"]), setting) + offset_of(cube),
        line_stride_bytes=int(cube["line_stride"]),
        surface_stride_bytes=int(cube["plane_stride" if planes else "surf_stride"]),
    )


def ram(operation: Operation, name: str, number: int, config: HwConfig) -> str:
    """The name of a memory.

    Raises:
        LoadableError: there is none of that number, or the part lacks it.
    """
    found = named(operation, f"the memory of {name}", number, RAMS)
    if found not in config.ports:
        raise LoadableError(f"{operation}: {name} is in {found}, and {config.name} has no such memory")
    return found


def place(operation: Operation, name: str, number: int, setting: Setting) -> int:
    """The address of a place.

    Raises:
        LoadableError: there is none.
    """
    if number == NOWHERE:
        raise LoadableError(f"{operation}: {name} has no address")
    return setting.address_of(number)


def signed(number: int, bits: int = WORD_BITS) -> int:
    """The low bits of a number, as a signed one."""
    low = number & ((1 << bits) - 1)
    return low - (1 << bits) if low >> (bits - 1) else low
