"""What all kinds of operations are written with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from models.nvdla.lut.config import LutConfig, Tables
from models.nvdla.surfaces.side import Side
from sequences.nvdla.loadables.layers.numbers import PRECISIONS, RAMS
from sequences.nvdla.loadables.structs.common import IN_HARDWARE, NOWHERE, TABLES

Fields = Mapping[str, Any]
"""Fields of a structure by name; those of structures in it as mappings; what is missing is 0."""


@dataclass(frozen=True, slots=True)
class Writing:
    """What layers become structures with.

    Attributes:
        number_of: the number by which the task knows an address of a memory.
        add_tables: adds look-up tables; returns their number.
    """

    number_of: Callable[[str, int], int]
    add_tables: Callable[[Fields], int]


@dataclass(frozen=True, slots=True)
class Written:
    """An operation as its structures.

    Attributes:
        kind: of the operation.
        settings: fields of its settings.
        surfaces: fields of its surfaces.
    """

    kind: str
    settings: Fields
    surfaces: Fields


def filled(shape: np.dtype[np.void], fields: Fields) -> np.void:
    """A structure with some fields.

    Raises:
        ValueError: a value does not fit its field.
    """
    made = np.zeros(1, shape)
    structure: np.void = made[0]
    _fill(structure, fields)
    return structure


def _fill(made: Any, fields: Fields) -> None:  # noqa: ANN401 - a structure, or a view of one in another
    for name, value in fields.items():
        if isinstance(value, Mapping):
            _fill(made[name], value)
        elif isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
            for number, item in enumerate(value):
                _fill(made[name][number], item)
        else:
            try:
                made[name] = value
            except OverflowError:
                raise ValueError(f"{name}: {value} does not fit the kernel driver's field of it") from None


def cube(
    writing: Writing, side: Side | None, extent: tuple[int, int, int], size_bytes: int, *, planes: bool = False
) -> dict[str, Any]:
    """A cube.

    Args:
        writing: numbers its address.
        side: where it lies; None: one unit hands it to the next.
        extent: channels, height, width.
        size_bytes: of the memory that it takes.
        planes: the distance of surfaces is that of planes.
    """
    channels, height, width = extent
    shape = {"channel": channels, "height": height, "width": width, "size": size_bytes}
    if side is None:
        return {"type": IN_HARDWARE, "address": NOWHERE, **shape}
    return {
        "type": RAMS.index(side.ram),
        "address": writing.number_of(side.ram, side.address),
        "line_stride": side.line_stride_bytes,
        "plane_stride" if planes else "surf_stride": side.surface_stride_bytes,
        **shape,
    }


def precision(name: str) -> int:
    """The number of a precision."""
    return PRECISIONS.index(name)


def tables(lut: LutConfig, entries: Tables) -> dict[str, Any]:
    """Look-up tables.

    Args:
        lut: how they are used.
        entries: what they hold.
    """
    mask = (1 << 16) - 1
    fields: dict[str, Any] = {"le": entries.le, "lo": entries.lo}
    for name, span in (("le", lut.le), ("lo", lut.lo)):
        fields |= {f"{name}_start": span.start, f"{name}_end": span.end, f"{name}_offset": span.select}
        for way, slope in (("underflow", span.underflow), ("overflow", span.overflow)):
            fields[f"{name}_{way}"] = {"scale": slope.scale & mask, "shift": slope.shift}
    if lut.exponential:
        fields["le_offset"] = lut.le_offset
    flags = ("hybrid_lo", "underflow_lo", "overflow_lo")
    return fields | {name: int(getattr(lut, name)) for name in flags} | {"linear": int(not lut.exponential)}


def tables_bytes(fields: Fields) -> bytes:
    """The structure of look-up tables."""
    return filled(TABLES, fields).tobytes()
