"""Local response normalisation as a user writes it.

y = bench.empty(x.shape, x.precision)
await bench.play(CdpLayer(x, y, lrn_table("INT16", size=5), size=5, out=CdpConvertor(shift=15)))
"""

from __future__ import annotations

from dataclasses import dataclass, field

from models.numbers.rounding import limits
from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.config import HwConfig
from models.nvdla.registers import registers
from models.nvdla.surfaces.cubes import FeatureCube
from sequences.arguments import need_flag, need_kind, need_whole
from sequences.nvdla.firmware.layers import LayerOnTensors, same_elements
from sequences.nvdla.lut.design import LutDesign
from sequences.nvdla.lut.functions import need_local_size
from sequences.nvdla.lut.given import need_design
from sequences.nvdla.tensors.tensor import Tensor


@dataclass(frozen=True, slots=True)
class CdpLayer(LayerOnTensors):
    """CDP: each element times a function of the squares around it.

    Attributes:
        x: the input.
        y: the output.
        table: the function, as tables and registers.
        size: channels whose squares are added up: 3, 5, 7 or 9.
        into: converts integers before anything else; `out` converts products.
        squares: sums of squares are looked up; else elements themselves.
        product: what the table gives is multiplied with the element; else it is the output.
        nan_to_zero: FP16 NaN become +0 first.
    """

    x: Tensor
    y: Tensor
    table: LutDesign
    size: int = 5
    into: CdpConvertor = field(default_factory=CdpConvertor)
    out: CdpConvertor = field(default_factory=CdpConvertor)
    squares: bool = True
    product: bool = True
    nan_to_zero: bool = False

    def __post_init__(self) -> None:
        for name, tensor in (("x", self.x), ("y", self.y)):
            if not isinstance(tensor, Tensor):
                make = "bench.tensor" if name == "x" else "bench.empty"
                raise ValueError(f"CdpLayer: {name} is no tensor but {type(tensor).__name__}: make it with {make}")
        need_design("CdpLayer: table", self.table)
        need_local_size("CdpLayer", self.size)
        for name in ("squares", "product", "nan_to_zero"):
            need_flag(f"CdpLayer: {name}", getattr(self, name))
        need_convertor("CdpLayer: into", self.into, "DATIN")
        need_convertor("CdpLayer: out", self.out, "DATOUT")
        if self.x.precision == "FP16" and (self.into, self.out) != (CdpConvertor(), CdpConvertor()):
            raise ValueError("CdpLayer: FP16 passes both convertors as it is: leave into and out away")
        if self.squares and self.table.size not in (None, self.size):
            raise ValueError(
                f"CdpLayer: size is {self.size} and the table is made for size {self.table.size}: give both the same"
            )

    def descriptor(self, config: HwConfig) -> Cdp:  # noqa: ARG002 - it is the same on all of them
        """The layer.

        Raises:
            ValueError: the tensors do not fit each other or the table.
        """
        same_elements("CdpLayer", *((tensor.shape, tensor.precision) for tensor in (self.x, self.y)))
        for name, tensor in (("x", self.x), ("y", self.y)):
            if not isinstance(tensor.layout, FeatureCube):
                raise ValueError(f"CdpLayer: {name} has planes and must be a cube: make it with layout='cube'")
        if self.table.numbers.floating != (self.x.precision == "FP16"):
            kind = "floating-point numbers" if self.table.numbers.floating else "integers"
            raise ValueError(f"CdpLayer: the table is for {kind}, its tensors are {self.x.precision}")
        channels, height, width = self.x.shape
        return Cdp(
            precision=self.x.precision,
            channels=channels,
            height=height,
            width=width,
            source=self.x.side,
            destination=self.y.side,
            lut=self.table.config,
            tables=self.table.tables,
            local_size=self.size,
            nan_to_zero=self.nan_to_zero,
            bypass_squares=not self.squares,
            bypass_product=not self.product,
            in_convertor=self.into,
            out_convertor=self.out,
        )


def need_convertor(name: str, convertor: object, word: str) -> None:
    """Make sure of a convertor.

    Args:
        name: what the user calls it.
        convertor: what was given.
        word: what the names of its registers begin with.

    Raises:
        ValueError: it is something else, or its registers do not hold it.
    """
    need_kind(name, convertor, CdpConvertor, "CdpConvertor(...) of models.nvdla.cdp.convertors")
    block = registers().blocks["CDP"].registers
    for part, signed in (("offset", True), ("scale", True), ("shifter", False)):
        field = block[f"D_{word}_{part.upper()}"].fields[f"{word}_{part.upper()}"]
        attribute = part.removesuffix("er")
        span = limits(field.width) if signed else (0, field.limit)
        need_whole(f"{name}.{attribute}", getattr(convertor, attribute), span)
