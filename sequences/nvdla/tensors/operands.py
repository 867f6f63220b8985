"""Operands of SDP: arrays in memory, of its ALU, of its multiplication, or of both side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.sdp.operators.operand_cube import COMPONENTS, OperandLayout, Operands
from models.nvdla.surfaces.side import Side
from sequences.host import Host
from sequences.memory_plan import Surface
from sequences.nvdla.tensors.arguments import array_of
from sequences.nvdla.tensors.atoms import get_atoms, put_atoms
from sequences.nvdla.tensors.elements.elements import DTYPES, bytes_of, elements_of, need_integers

PARTS = ("ALU", "MUL")


def need_operands(parts: Iterable[NDArray[Any]], precision: str, kind: str) -> None:
    """Make sure of operands of integers.

    Args:
        parts: those of the ALU, those of the multiplication.
        precision: name of the number format of the processing.
        kind: that of an operand.

    Raises:
        ValueError: they are no integers, or have more bits than operands.
    """
    if DTYPES[kind].kind != "i":
        return
    limits = np.iinfo(DTYPES[kind])
    allowed = f"operands of {precision} have {limits.bits} bits: {limits.min} to {limits.max}"
    for part in parts:
        need_integers(part, allowed)
        beyond = (part < limits.min) | (part > limits.max)
        if beyond.any():
            raise ValueError(f"{allowed}, not {part[beyond][0]}: give smaller ones")


@dataclass(frozen=True, slots=True)
class OperandTensor:
    """Operands in a memory, one for each kernel or for each element.

    Attributes:
        precision: name of the number format of the processing.
        kind: name of the number format of an operand.
        layout: where each operand lies.
        surface: the memory that is its own.
        host: reaches the memory.
    """

    precision: str
    kind: str
    layout: OperandLayout
    surface: Surface
    host: Host

    @property
    def shape(self) -> tuple[int, ...]:
        """Channels; of those for elements height and width too."""
        layout = self.layout
        extent = layout.channels, layout.height, layout.width
        return extent if layout.per_element else extent[:1]

    @property
    def side(self) -> Side:
        """Its memory, address and strides."""
        return self.layout.side

    @property
    def operands(self) -> Operands:
        """What SDP_RDMA is told of it."""
        (use,) = (name for name, parts in COMPONENTS.items() if parts == self.layout.components)
        size, per_element = self.layout.element_bytes, self.layout.per_element
        return Operands(use=use, element_bytes=size, per_element=per_element, side=self.side)

    def numpy(self) -> dict[str, NDArray[Any]]:
        """What memory holds now, by ``ALU`` and ``MUL``, each of its shape."""
        values = self.layout.unpack(get_atoms(self.host, self.surface.port, self.layout))
        found = np.ascontiguousarray(values).view(DTYPES[self.kind])[:, : self.layout.channels, ..., 0]
        return {part: found[at].reshape(self.shape) for at, part in enumerate(self.layout.components)}

    def load(self, values: Mapping[str, NDArray[Any]]) -> None:
        """Put operands into memory through the back door; lanes without a channel become 0.

        Args:
            values: by ``ALU`` and ``MUL``, each of its shape.

        Raises:
            ValueError: another shape, or values that do not fit.
        """
        given = [array_of(values[part]) for part in self.layout.components]
        need_operands(given, self.precision, self.kind)
        parts = [elements_of(part, self.kind) for part in given]
        for part in parts:
            if part.shape != self.shape:
                raise ValueError(f"operands of shape {part.shape} for some of shape {self.shape}")
        extent = (*self.shape, 1, 1)[:3]
        elements = bytes_of(np.stack([part.reshape(extent) for part in parts]))
        put_atoms(self.host, self.surface.port, self.layout, self.layout.pack(elements, 0))
