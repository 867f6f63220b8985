"""The window of a pooling layer along one axis, and what is there where it reaches over the edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field
from types import MappingProxyType

from models.nvdla.codec.forms import LESS_ONE, SIGNED
from models.nvdla.codec.items import Metadata, held
from models.nvdla.codec.parts import part
from models.nvdla.numbers.wide import wide_code

KERNEL_AT_MOST = 8
RECIPROCAL_ONE = 1 << 16
"""A reciprocal of integers that is one."""
PAD_BITS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {"INT8": (8, 9, 10, 10, 11, 11, 11), "INT16": (16, 17, 18, 18, 19, 19, 19)}
)
"""Bits of one to seven times a number, by precision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A window along one axis.

    Attributes:
        kernel: elements that it covers.
        stride: elements from one window to the next.
        before: padded elements in front of the first real one; `after` behind the last.
    """

    kernel: int = field(metadata=held("PDP.D_POOLING_KERNEL_CFG.KERNEL_{axis}", form=LESS_ONE))
    stride: int = field(default=1, metadata=held("PDP.D_POOLING_KERNEL_CFG.KERNEL_STRIDE_{axis}", form=LESS_ONE))
    before: int = field(default=0, metadata=held("PDP.D_POOLING_PADDING_CFG.PAD_{before}"))
    after: int = field(default=0, metadata=held("PDP.D_POOLING_PADDING_CFG.PAD_{after}"))

    @property
    def overlap(self) -> int:
        """Elements that neighbouring windows share; below zero: that lie between them."""
        return self.kernel - self.stride

    @property
    def lines(self) -> int:
        """Windows that an element lies in, at most."""
        return -(-self.kernel // self.stride)

    def outputs(self, size: int) -> int:
        """Windows that fit into so many real elements and what is padded."""
        return (self.before + size + self.after - self.kernel) // self.stride + 1

    def spare(self, size: int) -> int:
        """Elements behind the last window, which no window covers."""
        return (self.before + size + self.after - self.kernel) % self.stride

    def covered(self, outputs: int) -> int:
        """Elements that so many windows reach over, padded ones too."""
        return (outputs - 1) * self.stride + self.kernel

    @property
    def needs_pads(self) -> bool:
        """Whether any window reaches over an edge."""
        return self.before > 0 or self.after > 0


def _pads(count: int) -> Metadata:
    return held(f"PDP.D_POOLING_PADDING_VALUE_{count}_CFG.PAD_VALUE_{count}X", form=SIGNED)


@dataclass(frozen=True, slots=True, kw_only=True)
class PadValues:
    """What padded elements of a row of a window add to its sum, by how many they are.

    Attributes:
        one: for one of them; the others for two to seven. Signed numbers, or codes of FP17.
    """

    one: int = field(default=0, metadata=_pads(1))
    two: int = field(default=0, metadata=_pads(2))
    three: int = field(default=0, metadata=_pads(3))
    four: int = field(default=0, metadata=_pads(4))
    five: int = field(default=0, metadata=_pads(5))
    six: int = field(default=0, metadata=_pads(6))
    seven: int = field(default=0, metadata=_pads(7))

    @classmethod
    def of(cls, values: Sequence[int]) -> PadValues:
        """Those for one to seven padded elements."""
        return cls(**dict(zip(cls.__dataclass_fields__, values, strict=True)))

    @property
    def values(self) -> tuple[int, ...]:
        """For none of them, for one, and so on."""
        return 0, *astuple(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Average:
    """How an average is made of a sum.

    Attributes:
        recip_width: 65536 divided by the window's width, or its reciprocal as a code of FP17; `recip_height` likewise.
        pads: what padded elements add.
    """

    recip_width: int = field(default=0, metadata=held("PDP.D_RECIP_KERNEL_WIDTH.RECIP_KERNEL_WIDTH"))
    recip_height: int = field(default=0, metadata=held("PDP.D_RECIP_KERNEL_HEIGHT.RECIP_KERNEL_HEIGHT"))
    pads: PadValues = field(default=PadValues(), metadata=part(PadValues))

    @classmethod
    def of(cls, precision: str, x: Window, y: Window, pad_value: float = 0) -> Average:
        """How an average over whole windows is made, padded elements among them.

        Args:
            precision: of the elements.
            x: the window along a line.
            y: the window from line to line.
            pad_value: what a padded element counts as.
        """
        counts = range(1, KERNEL_AT_MOST)
        if precision == "FP16":
            pads = [wide_code(pad_value * count) for count in counts]
            recips = [wide_code(1 / window.kernel) for window in (x, y)]
        else:
            pads = [int(pad_value) * count for count in counts]
            recips = [round(RECIPROCAL_ONE / window.kernel) for window in (x, y)]
        return cls(recip_width=recips[0], recip_height=recips[1], pads=PadValues.of(pads))
