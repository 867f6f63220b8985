"""Making operands of SDP."""

from __future__ import annotations

from dataclasses import dataclass, replace

from numpy.typing import ArrayLike

from models.nvdla.sdp.operators.operand_cube import OperandLayout
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from sequences.arguments import need_flag
from sequences.nvdla.tensors.arguments import array_of, need_gaps
from sequences.nvdla.tensors.elements.elements import DTYPES, need_precision
from sequences.nvdla.tensors.making.maker import TensorMaker
from sequences.nvdla.tensors.operands import PARTS, OperandTensor, need_operands
from sequences.nvdla.tensors.side_shape import SideShape
from sequences.nvdla.tensors.tensor import most_extents

PAIR = 2
"""Atoms: a layer of several batches wants its operands at multiples of so many."""


@dataclass(frozen=True, slots=True)
class OperandMaker(TensorMaker):
    """Makes operands in memory; attributes are those of `NvdlaTarget`."""

    def operands(
        self,
        precision: str,
        *,
        alu: ArrayLike | None = None,
        mul: ArrayLike | None = None,
        narrow: bool = False,
        ram: str = "DBB",
        gaps: tuple[int, int] = (0, 0),
        at: int | None = None,
    ) -> OperandTensor:
        """Operands of one of SDP's operators.

        Args:
            precision: of the processing; operands of integers are INT16.
            alu: those of the ALU: [channels] for one a kernel, [channels, height, width] for one an element.
            mul: those of the multiplication, likewise; both are packed in pairs.
            narrow: operands of INT8 have one byte.
            ram: the memory: ``DBB`` or ``CVSRAM``.
            gaps: between lines and between surfaces, in atoms.
            at: the address; None: anywhere.

        Raises:
            ValueError: a name that is none, arrays of another or of different rank, values that do not fit, or an
                address where they cannot lie.
        """
        need_precision(precision)
        need_flag("bench.operands: narrow", narrow)
        if narrow and precision != "INT8":
            raise ValueError(f"operands of {precision} have two bytes: leave narrow out")
        need_gaps(gaps, self.config.atom_bytes)
        given = {name: array_of(part) for name, part in zip(PARTS, (alu, mul), strict=True) if part is not None}
        shapes = {part.shape for part in given.values()}
        if len(shapes) != 1:
            found = " and ".join(str(shape) for shape in sorted(shapes)) or "none"
            raise ValueError(f"operands of shapes {found}: give alu, mul, or both in one shape")
        (shape,), most = shapes, most_extents(self.registers)
        if len(shape) not in (1, 3) or not all(1 <= size <= top for size, top in zip(shape, most, strict=False)):
            limits = " x ".join(map(str, most))
            raise ValueError(
                f"operands of shape {shape}: channels, or channels x height x width of elements; at most {limits}"
            )
        kind = "INT8" if narrow else "INT16" if DTYPES[precision].kind == "i" else precision
        need_operands(given.values(), precision, kind)
        layout = self._layout(precision, shape, tuple(given), kind, SideShape(ram, gaps))
        unit = PAIR * self.config.atom_bytes
        size = ceil_div(layout.size_bytes, unit) * unit
        surface = self._allocate(self.config.port(ram).name, size, unit if at is None else self.config.atom_bytes, at)
        placed = replace(layout, side=replace(layout.side, address=surface.address))
        tensor = OperandTensor(precision, kind, placed, surface, self.host)
        tensor.load(given)
        return tensor

    def _layout(
        self, precision: str, shape: tuple[int, ...], components: tuple[str, ...], kind: str, side: SideShape
    ) -> OperandLayout:
        """Where they lie from address 0 on; a single pixel has no gaps."""
        channels, height, width = (*shape, 1, 1)[:3]
        loose = side if (height, width) != (1, 1) else SideShape(side.ram)
        atom, size = self.config.atom_bytes, ELEMENT_BYTES[kind]
        layout = OperandLayout(
            side=loose.at_zero(0, 0, atom),
            atom_bytes=atom,
            channels=channels,
            height=height,
            width=width,
            lanes=atom // ELEMENT_BYTES[precision],
            components=components,
            element_bytes=size,
            per_element=len(shape) > 1,
        )
        return replace(layout, side=loose.at_zero(width * layout.group_bytes // atom, height, atom))
