"""How kernels of a convolution move, what surrounds its input, how it uses the buffer (docs/nvdla/convolution.md)."""

from __future__ import annotations

from dataclasses import dataclass

DIRECT, WINOGRAD = "DIRECT", "WINOGRAD"
"""Names of the modes."""
TILE = 4
"""Pixels of a tile of Winograd, across and down: of the input, and of a kernel once it is transformed."""
WINOGRAD_TAPS = 3
"""Rows and columns of a kernel of Winograd, once strides are made channels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernel:
    """How a kernel moves over the input.

    In a descriptor `height` and `width` are those of CSC's registers: for images and Winograd not its rows and
    columns, which are in `Conv.taps`.

    Attributes:
        height: rows of a kernel; `width` columns.
        stride_x: input columns from one output pixel to the next; `stride_y` lines likewise.
        dilation_x: input columns from one kernel column to the next; `dilation_y` lines likewise.
    """

    height: int
    width: int
    stride_x: int = 1
    stride_y: int = 1
    dilation_x: int = 1
    dilation_y: int = 1

    @property
    def reach_x(self) -> int:
        """Input columns from a kernel's first to its last one."""
        return (self.width - 1) * self.dilation_x + 1

    @property
    def reach_y(self) -> int:
        """Input lines from a kernel's first to its last row."""
        return (self.height - 1) * self.dilation_y + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What CSC sees of the input, of a kernel and of the strides; `models.nvdla.conv.view` says what it must be.

    Attributes:
        width: extents of the input; `height` and `channels` likewise. Lines that the buffer kept are counted.
        depth: channels of a kernel.
        stride_x: columns from one output pixel to the next; `stride_y` lines likewise.
    """

    width: int
    height: int
    channels: int
    depth: int
    stride_x: int = 1
    stride_y: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Padding:
    """What lies around the input cube.

    Attributes:
        left: columns before the first; `right`, `top` and `bottom` likewise.
        value: what they hold, the code as a signed number; INT8 takes its low byte.
    """

    left: int = 0
    right: int = 0
    top: int = 0
    bottom: int = 0
    value: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Buffer:
    """How the layer uses the convolution buffer.

    Attributes:
        entries: of a slice.
        data_banks: banks for data; `weight_banks` for weights.
        release_slices: slices that are freed at the end.
        keep_data: the release of data is skipped; `keep_weights` that of weights.
        reuse_data: the layer works on data that the one before left there; `reuse_weights` likewise.
    """

    entries: int
    data_banks: int
    weight_banks: int
    release_slices: int
    keep_data: bool = False
    keep_weights: bool = False
    reuse_data: bool = False
    reuse_weights: bool = False

    @property
    def banks(self) -> tuple[int, int]:
        """Banks of both."""
        return self.data_banks, self.weight_banks

    @property
    def used_again(self) -> str:
        """What is kept from layer to layer, for messages; empty if nothing is."""
        kinds = {
            "reuses data": self.reuse_data,
            "reuses weights": self.reuse_weights,
            "keeps data": self.keep_data,
            "keeps weights": self.keep_weights,
        }
        used = ", ".join(text for text, flag in kinds.items() if flag)
        return f"; {used}" if used else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvOutput:
    """The output as CSC and CACC know it; SDP writes it.

    Attributes:
        height: lines; `width` columns.
        address: low word of the address in CACC's registers; it matters with several batches only.
        line_stride_bytes: that of CACC's registers; `surface_stride_bytes` likewise.
        line_packed: lines are said to follow each other without a gap; `surface_packed` surfaces likewise.
    """

    height: int
    width: int
    address: int = 0
    line_stride_bytes: int = 0
    surface_stride_bytes: int = 0
    line_packed: bool = False
    surface_packed: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Lines and columns."""
        return self.height, self.width
