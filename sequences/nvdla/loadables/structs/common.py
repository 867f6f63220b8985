"""What all operations have: the network, the graph of dependencies, cubes and tables. All packed, little-endian."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

OP_TYPES = ("BDMA", "CONV", "SDP", "PDP", "CDP", "RUBIK")
"""Kinds of operations, by number."""
CUBE_BYTES = (28, 32)
"""Of a cube in files of compilers from before April 2019, which is what all public ones are, and from after it."""
NOWHERE, IN_HARDWARE = -1, 2
"""An address that says that there is none; the memory type of what a unit hands to the next."""
OPERATION_BYTES, SURFACES_BYTES = 116, 644
"""Of an operation's settings and of its surfaces in their lists, of whatever kind it is."""
LE_ENTRIES, LO_ENTRIES = 65, 257

Types = list[tuple[str, object] | tuple[str, object, object]]


def packed(*fields: tuple[str, object] | tuple[str, object, object]) -> np.dtype[np.void]:
    """A structure, filled up to a multiple of four bytes."""
    size = np.dtype(list(fields)).itemsize
    rest: Types = [("filling", f"V{-size % 4}")] if size % 4 else []
    return np.dtype([*fields, *rest])


def unsigned(names: str, size: int = 1) -> Types:
    """Fields of unsigned numbers."""
    return [(name, f"<u{size}") for name in names.split()]


def signed(names: str, size: int = 2) -> Types:
    """Fields of signed numbers."""
    return [(name, f"<i{size}") for name in names.split()]


NETWORK = packed(
    *signed("operations surfaces dependencies tables roi_array surface_index stat_list reserved1"),
    ("heads", "<i2", len(OP_TYPES)),
    *unsigned("roi_count operation_count table_count address_count", 2),
    *signed("input_layer"),
    *unsigned("dynamic_roi reserved0"),
)
"""The network: its first fields are places in the task's address list."""
CONSUMER = packed(*signed("index"), *unsigned("event reserved"))
COMMON = packed(
    *signed("index"),
    *signed("roi_index", 1),
    *unsigned("op_type dependency_count"),
    ("reserved0", "V3"),
    ("consumers", CONSUMER, len(OP_TYPES)),
    ("fused_parent", CONSUMER),
)
"""An operation in the graph."""
CONVERTOR = packed(*signed("scale"), *unsigned("truncate enable"), *signed("offset", 4))
SLOPE = packed(("scale", "<u2"), ("shift", "<i1"), ("reserved0", "u1"))
"""A slope of a table: the scale of integers is signed, that of FP16 a code."""
TABLES = packed(
    ("le", "<i2", LE_ENTRIES),
    ("lo", "<i2", LO_ENTRIES),
    *signed("le_offset", 1),
    ("reserved0", "u1"),
    *signed("lo_offset", 1),
    ("reserved1", "u1"),
    *signed("le_start le_end lo_start lo_end", 8),
    *((name, SLOPE) for name in ("le_underflow", "le_overflow", "lo_underflow", "lo_overflow")),
    *unsigned("hybrid_lo underflow_lo overflow_lo linear"),
)
"""Look-up tables."""


def cube(cube_bytes: int) -> np.dtype[np.void]:
    """A cube in memory.

    Args:
        cube_bytes: one of `CUBE_BYTES`: the longer one has an offset within its address.
    """
    offset = unsigned("offset", 4) if cube_bytes == max(CUBE_BYTES) else []
    return packed(
        *unsigned("type", 2),
        *signed("address"),
        *offset,
        *unsigned("size", 4),
        *unsigned("width height channel reserved0", 2),
        *unsigned("line_stride surf_stride plane_stride", 4),
    )


def cubes(names: Iterable[str], cube_bytes: int) -> Types:
    """Fields of cubes."""
    return [(name, cube(cube_bytes)) for name in names]


def offset_of(structure: np.void) -> int:
    """How far what a structure describes is from its address; those of older files do not say it."""
    return int(structure["offset"]) if "offset" in (structure.dtype.names or ()) else 0
