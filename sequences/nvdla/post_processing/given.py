"""Operands as users give them, as an operator's settings have them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from types import MappingProxyType

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.sdp.operators.operand_cube import COMPONENTS, Operands
from models.nvdla.sdp.operators.settings import MEMORY, REGISTER
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.post_processing.arguments import factor_hint
from sequences.nvdla.post_processing.steps import Operand, Step
from sequences.nvdla.tensors.elements.elements import DTYPES
from sequences.nvdla.tensors.operands import PARTS, OperandTensor
from sequences.nvdla.tensors.tensor import Tensor

CODES: Mapping[bool, tuple[type[np.floating], type[np.signedinteger]]] = MappingProxyType(
    {False: (np.float16, np.int16), True: (np.float32, np.int32)}
)
"""What a register's operand is of floating-point numbers, by whether it is Y's: a number, and its code."""


IN_MEMORY = Tensor | OperandTensor


@dataclass(frozen=True, slots=True)
class ProcessedCube:
    """What steps work on.

    Attributes:
        precision: name of the number format of the processing.
        shape: channels, height, width.
        batches: how many of them come together.
        config: the hardware configuration.
    """

    precision: str
    shape: tuple[int, int, int]
    batches: int
    config: HwConfig

    @property
    def floating(self) -> bool:
        """Elements are floating-point numbers."""
        return DTYPES[self.precision].kind == "f"

    def register(self, step: Step, number: float, *, wide: bool) -> int:
        """A number as a register holds it.

        Args:
            step: whose it is.
            number: the number.
            wide: it is an operand of Y.

        Raises:
            ValueError: it cannot.
        """
        if self.floating:
            return self._float_code(step, number, *CODES[wide])
        limits = np.iinfo(CODES[wide][1])
        if not isfinite(number) or int(number) != number or not limits.min <= int(number) <= limits.max:
            hint = factor_hint(number, step.shift) if step.mul is number else ""
            raise ValueError(
                f"SdpLayer: {step.name} has the operand {number}; a register holds whole numbers from {limits.min} to "
                f"{limits.max} there{hint}"
            )
        return int(number)

    def _float_code(self, step: Step, number: float, kind: type[np.floating], code: type[np.signedinteger]) -> int:
        """The code of a floating-point number; infinities and NaN that are given stay.

        Raises:
            ValueError: a finite number would become infinite.
        """
        with np.errstate(over="ignore"):
            held = np.array([number], kind)
        if np.isinf(held[0]) and isfinite(number):
            raise ValueError(
                f"SdpLayer: {step.name} has the operand {number}; a register holds numbers to {np.finfo(kind).max:g} "
                "there"
            )
        return int(held.view(code)[0])

    def source(self, step: Step, operand: Operand | None, *, wide: bool) -> tuple[str, int]:
        """Where an operand comes from, and what its register holds."""
        if operand is None:
            return REGISTER, 0
        if isinstance(operand, IN_MEMORY):
            return MEMORY, 0
        return REGISTER, self.register(step, operand, wide=wide)

    def operands(self, step: Step) -> Operands | None:
        """What is read for a step.

        Raises:
            ValueError: it does not fit the cube.
        """
        given = {part.upper(): operand for part, operand in _parts(step) if isinstance(operand, IN_MEMORY)}
        if not given:
            return None
        first, *others = given.values()
        if any(other is not first for other in others):
            raise ValueError(f"SdpLayer: {step.name} has two operands in memory: pack them with bench.operands")
        wanted = tuple(part for part in PARTS if part in given)
        operands = self._of_tensor(step, first, wanted) if isinstance(first, Tensor) else self._of(step, first, wanted)
        if self.batches > 1 and operands.side.address % (2 * self.config.atom_bytes):
            raise ValueError(
                f"SdpLayer: operands of {step.name} lie at {operands.side.address:#x}; behind several batches they lie"
                f" at multiples of {2 * self.config.atom_bytes} bytes: make them with bench.operands"
            )
        return operands

    def _of(self, step: Step, given: OperandTensor, wanted: tuple[str, ...]) -> Operands:
        """Of operands that were made as such."""
        if given.layout.components != wanted:
            made, write = (", ".join(f"{part.lower()}=" for part in some) for some in (given.layout.components, wanted))
            raise ValueError(f"SdpLayer: operands of {step.name} are made with {made}: write {write} in bench.operands")
        if given.precision != self.precision:
            raise ValueError(
                f"SdpLayer: operands of {step.name} are {given.precision}, the layer is processed in {self.precision}: "
                f'write bench.operands("{self.precision}", ...)'
            )
        if not given.layout.per_element and given.shape != self.shape[:1]:
            raise ValueError(
                f"SdpLayer: {step.name} has {given.shape[0]} values, the layer has {self.shape[0]} channels"
            )
        if given.layout.per_element and given.shape != self.shape:
            raise ValueError(
                f"SdpLayer: {step.name} has values of {_sizes(given.shape)}, the layer has {_sizes(self.shape)} "
                "(channels x height x width)"
            )
        return given.operands

    def _of_tensor(self, step: Step, given: Tensor, wanted: tuple[str, ...]) -> Operands:
        """Of a cube of elements, as other layers write it."""
        use = next((name for name, parts in COMPONENTS.items() if parts == wanted), "")
        cube, atom = isinstance(given.layout, FeatureCube), self.config.atom_bytes
        if not cube or len(wanted) > 1 or given.precision != self.precision or given.shape != self.shape:
            raise ValueError(
                f"SdpLayer: {step.name} needs a cube of {self.precision} {_sizes(self.shape)} for one operand; it is "
                f"given {given.precision} {_sizes(given.shape)}: use bench.operands for others"
            )
        strides = {given.side.line_stride_bytes, given.side.surface_stride_bytes}
        if self.shape[1:] == (1, 1) and strides != {atom}:
            raise ValueError(f"SdpLayer: the cube of {step.name} is a single pixel and must have no gaps")
        return Operands(use=use, element_bytes=ELEMENT_BYTES[given.precision], per_element=True, side=given.side)


def _parts(step: Step) -> list[tuple[str, Operand]]:
    """The operands of a step by the operator's part."""
    parts = (("alu", step.alu), ("mul", step.mul))
    return [(part, operand) for part, operand in parts if operand is not None]


def _sizes(shape: tuple[int, ...]) -> str:
    return "x".join(map(str, shape))
