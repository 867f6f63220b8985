"""Where the bytes of a surface lie (``facts/nvdla_numerics.md``, section 11): the one place that knows layouts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from models.memory import Addresses

ELEMENT_BYTES: Mapping[str, int] = MappingProxyType({"INT8": 1, "INT16": 2, "FP16": 2})
"""Size of an element by the name of its precision."""


def ceil_div(dividend: int, divisor: int) -> int:
    """How many pieces of size `divisor` hold `dividend`."""
    return -(-dividend // divisor)


def atom_addresses(
    base: int,
    extent: tuple[int, int, int],
    line_stride_bytes: int,
    surface_stride_bytes: int,
    atom_bytes: int,
) -> Addresses:
    """Addresses of the atoms of a cube, surface by surface, line by line.

    Args:
        base: address of the first atom.
        extent: surfaces, lines of a surface, atoms of a line.
        line_stride_bytes: from one line to the next.
        surface_stride_bytes: from one surface to the next.
        atom_bytes: size of an atom.

    Returns:
        uint64 [surfaces * lines * atoms]; addresses wrap at 64 bits as the hardware's do.
    """
    surfaces, lines, atoms = (np.arange(count, dtype=np.uint64) for count in extent)
    surface = surfaces[:, None, None] * np.uint64(surface_stride_bytes)
    line = lines[None, :, None] * np.uint64(line_stride_bytes)
    atom = atoms[None, None, :] * np.uint64(atom_bytes)
    addresses: Addresses = np.uint64(base) + surface + line + atom
    return addresses.reshape(-1)
