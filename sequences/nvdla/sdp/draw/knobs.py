"""What random SDP layers prefer."""

from __future__ import annotations

from dataclasses import dataclass, field

from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.kinds.cell_kind import CellKnobs


@dataclass(frozen=True, slots=True, kw_only=True)
class SdpKnobs(CellKnobs):
    """What random SDP layers prefer.

    Attributes:
        atoms_at_most: of the cube that is processed.
        packed: how often a cube has no gaps.
        gaps_at_most: largest gap between lines and surfaces, in atoms.
        flying: how often a convolution hands the input on, if it may be either; a quarter of these each in batches and
            by Winograd's method.
        works: how often an operator works of which nothing is asked.
        looks_up: how often values are looked up; `compares` how often they are compared.
        flush: how often FP16 NaN are flushed.
        specials: how often FP16 inputs and operands are of a class of their own: many NaN, infinities and zeros.
        pixels: how often a cube has many pixels, and one that a convolution hands on more than this keeps for SDP, with
            operands of each element.
        far: how often a size of a cube in memory goes as far as its register lets it, where nothing is asked of sizes;
            and how often tables lie anywhere in what is looked up at most.
        relu: how often an X that does something else too ends with ReLU.
        anything: how often a number of a register is any that it holds, else it leaves something to be seen.
        overlap: how often two layers are in flight.
        keep_tables: how often tables are those of the layer before.
        conv: what convolutions prefer.
    """

    atoms_at_most: int = 24
    packed: float = 0.5
    gaps_at_most: int = 3
    flying: float = 0.3
    works: float = 0.4
    looks_up: float = 0.1
    compares: float = 0.05
    flush: float = 0.4
    specials: float = 0.4
    pixels: float = 0.25
    far: float = 0.0
    relu: float = 0.4
    anything: float = 0.2
    overlap: float = 0.5
    keep_tables: float = 0.8
    conv: ConvKnobs = field(default_factory=lambda: ConvKnobs(operations_at_most=8, bytes_at_most=512))
