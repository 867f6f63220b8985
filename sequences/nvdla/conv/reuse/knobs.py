"""What random rows of layers prefer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RowKnobs:
    """What random rows prefer.

    Attributes:
        layers_at_most: layers of a row.
        lines_at_most: lines of an input; `columns_at_most` columns.
        columns_at_most: likewise.
        operations_at_most: MAC operations of a layer.
        changing: how often banks change where nothing is used again.
        images: how often the input is an image; `batches` several cubes.
        batches: how often it is.
        compressed: how often kernels are compressed.
    """

    layers_at_most: int = 6
    lines_at_most: int = 12
    columns_at_most: int = 6
    operations_at_most: int = 300
    changing: float = 0.5
    images: float = 0.25
    batches: float = 0.15
    compressed: float = 0.3
